import { basename } from 'node:path';
import { type FoldedText, foldedText } from '../rows/values/fold.ts';
import { isAboutTrade, spaced } from './header-meaning.ts';
import { doubtfulStems, isExplained, optOutStems } from './stems.ts';
import { valueMeaning } from './value-meaning.ts';
import { activeWords, negations, unconfirmedWords } from './words.ts';

export type NameMeaning =
  | { readonly says: 'suppressed'; readonly reason: string }
  /** All people in the file may have opted out. */
  | { readonly says: 'unclear'; readonly name: string };

const exports: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^unsubscribed_(?:email|members|audience|segment)/i, 'the file is an export of unsubscribed people'],
  [/^cleaned_(?:email|members|audience|segment)/i, 'the file is an export of addresses that bounced'],
  [/^non-?subscribed_(?:email|members|audience)/i, 'the file is an export of people who never subscribed'],
];

const extensions = /(?:\.(?:csv|tsv|txt|tab|dat|gz|zip|xlsx?|json|ndjson|rejects|rejects-\d+|\d+-of-\d+))+$/i;

const shortForms = / (?:unsubs?|optouts?|dnc|dnm|dne) /;

/** With these words, the people who opted out are only part of the file, or no longer in it. */
const besides =
  / (?:no|not|non|without|minus|except|excl[^ ]*|remov[^ ]*|filter[^ ]*|scrub[^ ]*|purged|cleaned|clean|with|incl[^ ]*|plus|re ?subscri[^ ]*|win ?back|ohne|bereinigt|mit|sans|avec|sin|con|senza|sem|com|zonder|met|bez|utan|uden|uten|ilman|nélkül|fără|без|χωρίς|بدون|ללא) /;

/**
 * A word for the end of a subscription suppresses all people in the file, unless other words make that
 * doubtful: "unsubscribed-removed.csv", "cancelled-memberships.csv".
 */
export function nameMeaning(path: string): NameMeaning | undefined {
  const name = basename(path);
  const known = exports.find(([pattern]) => pattern.test(name))?.[1];
  if (known !== undefined) return { says: 'suppressed', reason: known };
  // A domain: in Portuguese "com" is "with".
  const bare = name.replace(extensions, '').replace(/\.com(?![a-z])/gi, ' ');
  const words = spaced(bare.replace(/\d+/g, ' '));
  const folded = foldedText(words.split(' '));
  const unclear = { says: 'unclear', name } as const;
  const suppressed = { says: 'suppressed', reason: `the file is called ${name}` } as const;
  if (optOutStems.in(folded) !== undefined || shortForms.test(words)) {
    return besides.test(words) || namesOthers(folded) ? unclear : suppressed;
  }
  // Mailchimp calls bounced addresses "cleaned"; people call a tidied list so, too.
  if (/ cleaned (?!up )/.test(words)) return unclear;
  const meaning = valueMeaning(words);
  if (meaning === 'opted out' || meaning === 'unconfirmed') return suppressed;
  if (isAboutTrade(words)) return undefined;
  const doubtful = doubtfulStems.in(folded);
  if (doubtful !== undefined && isWord(folded, doubtful)) {
    return isExplained(folded, doubtful) && !besides.test(words) ? suppressed : unclear;
  }
  return meaning === 'suppressed' || namesUnconfirmed(folded) ? unclear : undefined;
}

/** Whether a stem is the beginning of a word, or words by themselves: Klagenfurt is no complaint. */
function isWord({ words }: FoldedText, stem: string): boolean {
  if (/[^\p{ASCII}]/u.test(stem) || words.some(word => isInflected(word, stem))) return true;
  return words.some((word, at) => word.length < stem.length && words.slice(at).join('').startsWith(stem));
}

/** "unconfirmed_subscribers.csv", "list not confirmed.csv". */
function namesUnconfirmed({ words }: FoldedText): boolean {
  return words.some((_, from) =>
    [1, 2, 3].some(count => unconfirmedWords.has(words.slice(from, from + count).join(''))),
  );
}

/** @param names of the file, and of its archive, folder and workbook: an opt-out in any of them counts */
export function namesMeaning(names: readonly string[]): NameMeaning | undefined {
  const meanings = names.flatMap(name => nameMeaning(name) ?? []);
  return meanings.find(({ says }) => says === 'suppressed') ?? meanings[0];
}

/** Judges the titles in a file: "Unsubscribed contacts" above the header. */
export function titleMeaning(titles: readonly string[] = []): NameMeaning | undefined {
  const name = titles.find(title => valueMeaning(title) === 'opted out');
  return name === undefined ? undefined : { says: 'unclear', name };
}

/** A title such as "Unsubscribed". "No email" is none: it stands for a missing address. */
export function isOptOutTitle(cell: string): boolean {
  const [first = ''] = cell.trim().toLowerCase().split(/\s/);
  return !negations.has(first) && valueMeaning(cell) === 'opted out';
}

/** Letters. */
const longestEnding = 4;
const isInflected = (word: string, stem: string) =>
  word.startsWith(stem) && word.length <= stem.length + longestEnding;

/** "subscribed-and-unsubscribed.csv". */
function namesOthers({ words }: FoldedText): boolean {
  return words.some(word => activeWords.has(word) || word === 'subscribed');
}
