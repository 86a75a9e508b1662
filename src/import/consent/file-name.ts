/** What the name of a file says about the people in it. */
import { basename } from 'node:path';
import { type FoldedText, foldedText } from '../rows/values/fold.ts';
import { isAboutTrade, spaced } from './header-meaning.ts';
import { doubtfulStems, isExplained, optOutStems } from './stems.ts';
import { valueMeaning } from './value-meaning.ts';
import { activeWords, negations, unconfirmedWords } from './words.ts';

export type NameMeaning =
  /** Nobody in the file may be emailed. */
  | { readonly says: 'suppressed'; readonly reason: string }
  /** Perhaps nobody may. */
  | { readonly says: 'unclear'; readonly name: string };

const exports: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^unsubscribed_(?:email|members|audience|segment)/i, 'the file is an export of unsubscribed people'],
  [/^cleaned_(?:email|members|audience|segment)/i, 'the file is an export of addresses that bounced'],
  [/^non-?subscribed_(?:email|members|audience)/i, 'the file is an export of people who never subscribed'],
];

const extensions = /(?:\.(?:csv|tsv|txt|tab|dat|gz|zip|xlsx?|json|ndjson|rejects|rejects-\d+|\d+-of-\d+))+$/i;

const shortForms = / (?:unsubs?|optouts?|dnc|dnm|dne) /;

/** With these, a list of people who opted out is only part of it, or is what the file no longer holds. */
const besides =
  / (?:no|not|non|without|minus|except|excl[^ ]*|remov[^ ]*|filter[^ ]*|scrub[^ ]*|purged|cleaned|clean|with|incl[^ ]*|plus|re ?subscri[^ ]*|win ?back|ohne|bereinigt|mit|sans|avec|sin|con|senza|sem|com|zonder|met|bez|utan|uden|uten|ilman|nélkül|fără|без|χωρίς|بدون|ללא) /;

/**
 * Judges the name of a file. A word for the end of a subscription means that nobody in it may be emailed, unless
 * other words make that doubtful: "unsubscribed-removed.csv", "cancelled-memberships.csv".
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
  // Mailchimp calls addresses that bounced "cleaned"; a list that was tidied up is called so, too.
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

/** Whether some of the words say that people have not confirmed: "unconfirmed_subscribers.csv", "list not confirmed.csv". */
function namesUnconfirmed({ words }: FoldedText): boolean {
  return words.some((_, from) =>
    [1, 2, 3].some(count => unconfirmedWords.has(words.slice(from, from + count).join(''))),
  );
}

/** Judges the names of a file and of what it is in: an opt-out in any of them counts. */
export function namesMeaning(names: readonly string[]): NameMeaning | undefined {
  const meanings = names.flatMap(name => nameMeaning(name) ?? []);
  return meanings.find(({ says }) => says === 'suppressed') ?? meanings[0];
}

/** Judges the titles in a file: "Unsubscribed contacts" above the header. */
export function titleMeaning(titles: readonly string[] = []): NameMeaning | undefined {
  const name = titles.find(title => valueMeaning(title) === 'opted out');
  return name === undefined ? undefined : { says: 'unclear', name };
}

/** Whether a title among the rows says that the people below it have opted out. "No email" stands where an address is missing. */
export function isOptOutTitle(cell: string): boolean {
  const [first = ''] = cell.trim().toLowerCase().split(/\s/);
  return !negations.has(first) && valueMeaning(cell) === 'opted out';
}

/** Letters that an ending has. */
const longestEnding = 4;
const isInflected = (word: string, stem: string) =>
  word.startsWith(stem) && word.length <= stem.length + longestEnding;

/** Whether people who may be emailed are named, too: "subscribed-and-unsubscribed.csv". */
function namesOthers({ words }: FoldedText): boolean {
  return words.some(word => activeWords.has(word) || word === 'subscribed');
}
