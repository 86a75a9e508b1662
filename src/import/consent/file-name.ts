/** What the name of a file, or a title in it, says of the people below. */
import { basename } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import type { Dialect } from '../columns/dialect.ts';
import type { SourceRow } from '../files/row.ts';
import { readHeader } from './header.ts';
import { judge } from './judge.ts';
import { readPhrase } from './reading.ts';
import { type Role, spaced } from './vocabulary/lexicon.ts';

export type NameMeaning =
  /** `isExport`: a known service calls its exports so. */
  | {
      readonly says: 'suppressed';
      readonly reason: string;
      readonly name: string;
      readonly isExport: boolean;
    }
  /** All people in the file may have opted out. */
  | { readonly says: 'unclear'; readonly name: string };

const exports: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^unsubscribed_(?:email|members|audience|segment)/i, 'the file is an export of unsubscribed people'],
  [/^unsubscribed subscribers(?: ?\(\d+\))?\./i, 'the file is an export of unsubscribed people'],
  [/^cleaned_(?:email|members|audience|segment)/i, 'the file is an export of addresses that bounced'],
  [/^non-?subscribed_(?:email|members|audience)/i, 'the file is an export of people who never subscribed'],
];

const extensions = /(?:\.(?:csv|tsv|txt|tab|dat|gz|zip|xlsx?|json|ndjson|rejects|rejects-\d+|\d+-of-\d+))+$/i;

/** Letters of it may be words: `subscribers_1aa2.csv`. */
const hash = /(?<![a-z\d])(?=[a-f]*\d)[a-f\d]+(?![a-z\d])/gi;

/** With these words, the people who opted out are only part of the file, or no longer in it. */
const besides =
  / (?:subscribed|without|minus|except|excl[^ ]*|remov[^ ]*|filter[^ ]*|scrub[^ ]*|purged|cleaned|clean|with|incl[^ ]*|plus|re ?subscri[^ ]*|win ?back|ohne|bereinigt|mit|sans|avec|sin|con|senza|sem|com|zonder|met|bez|utan|uden|uten|ilman|nélkül|fără|без|χωρίς|بدون|ללא) /;

/** The words of a name of a file, without its ending and numbers. */
function bareName(path: string): string {
  // A domain: in Portuguese "com" is "with".
  const bare = basename(path)
    .replace(extensions, '')
    .replace(hash, ' ')
    .replace(/\.com(?![a-z])/gi, ' ');
  return spaced(bare.replace(/\d+/g, ' '));
}

/** The name without the "Copy of " of Google Drive and Windows; "(1)" and "- Copy" come later in it. */
const originalName = (path: string) =>
  basename(path).replace(/^(?:copy of|cópia de|copi[ae] d[ei]|kopie v[ao]n) /i, '');

/** Whether Mailchimp calls its exports of people who may be emailed so. */
export const isOfSubscribed = (path: string) =>
  /^subscribed_(?:[a-z_]*audience|members|segment)_export/i.test(originalName(path));

/** Whether a known service calls its exports of people who must not be emailed so. */
export const isOptOutExport = (paths: readonly string[]) =>
  paths.some(path => exports.some(([pattern]) => pattern.test(originalName(path))));

/**
 * A certain word for the end of a subscription suppresses all people in the file; a doubtful one, or other words beside
 * it, must be asked about: "unsubscribed-removed.csv", "Gesperrt.csv".
 */
export function nameMeaning(path: string): NameMeaning | undefined {
  const name = basename(path);
  const known = exports.find(([pattern]) => pattern.test(originalName(path)))?.[1];
  if (known !== undefined) return { says: 'suppressed', reason: known, name, isExport: true };
  if (isOfSubscribed(path)) return undefined;
  const words = bareName(path);
  const { roles, isUnderstood, direction, about } = readPhrase(words);
  const has = (...some: readonly Role[]) => some.some(role => roles.has(role));
  const unclear = { says: 'unclear', name } as const;
  // "Do not email", "Cancellati newsletter": each word is understood, and one names mail.
  const isPlain = isUnderstood && direction === 'refused' && about === 2 && has('mail', 'newsletter');
  if (has('unsubscribed') || isPlain) {
    const isMixed = besides.test(words) || has('given', 'negation', 'trade', 'subject', 'subscription');
    return isMixed
      ? unclear
      : { says: 'suppressed', reason: `the file is called ${name}`, name, isExport: false };
  }
  // Mailchimp calls bounced addresses "cleaned"; people call a tidied list so, too.
  if (/ cleaned (?!up )/.test(words)) return unclear;
  if (has('trade', 'subject', 'thing', 'matter')) return undefined;
  const { isBad, meaning } = judge(words.trim());
  const isNamed = isUnderstood || has('newsletter', 'mail', 'subscription', 'given');
  const isRefusal = has('ended', 'negation', 'declined') && isNamed;
  return isRefusal || isBad || meaning === 'refused' || has('left', 'deceased') ? unclear : undefined;
}

/** @param names of the file, and of its archive, folder and workbook: an opt-out in any of them counts */
export function namesMeaning(names: readonly string[]): NameMeaning | undefined {
  const meanings = names.flatMap(name => nameMeaning(name) ?? []);
  return meanings.find(({ says }) => says === 'suppressed') ?? meanings[0];
}

/** Judges the titles in a file: "Unsubscribed contacts" above the header. */
export function titleMeaning(titles: readonly string[] = []): NameMeaning | undefined {
  const name = titles.find(isRefusal);
  return name === undefined ? undefined : { says: 'unclear', name };
}

function isRefusal(title: string): boolean {
  const { roles, direction, about } = readPhrase(title);
  if (roles.has('unsubscribed') || roles.has('left') || roles.has('deceased')) return true;
  return (direction === 'refused' || direction === 'unsure') && about === 2;
}

/** Makes a function that stops at a title of people who opted out. @throws Failure (it) consent_unclear */
export function titleCheck(dialect: Dialect): (rows: readonly SourceRow[]) => void {
  return rows => {
    for (const row of rows) {
      if (row.cells[dialect.addressColumn]?.includes('@') === true) continue;
      const title = titleIn(row, dialect);
      if (title !== undefined && isRefusal(title) && !missing.test(title))
        throw titleOfOptedOut(row.line, title);
    }
  };
}

/** "No email" stands for a missing address. */
const missing = /^\W*no\s+e?-?mail\W*$/i;

/** The only cell of a row, in the address column or alone on its line. */
function titleIn({ cells, damaged }: SourceRow, { header, addressColumn }: Dialect): string | undefined {
  if (damaged !== undefined) return undefined;
  let filled = -1;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? '';
    if (cell === '' || cell.trim() === '') continue;
    if (filled !== -1) return undefined;
    filled = i;
  }
  if (filled === -1) return undefined;
  const isAlone = cells.length === 1 && header.length > 1;
  // A status without an address is an ordinary bad row.
  const { kind } = readHeader(header[filled] ?? '');
  const isInNames = filled === addressColumn || (filled === 0 && (kind === 'other' || kind === 'elsewhere'));
  return isAlone || isInNames ? (cells[filled] ?? '').trim() : undefined;
}

function titleOfOptedOut(line: number, title: string): Failure {
  return new Failure('consent_unclear', `line ${line} is "${title}": people below it may have opted out`, {
    hint: `split the file before line ${line}, and import the first part; or pass --no-status-column if all may be emailed`,
  });
}
