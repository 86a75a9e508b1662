/** Files in an archive or in a folder: which of them are tables of people. */

/** A file that is not read, and why. */
export interface AsideFile {
  /** With its path in the archive or folder. */
  readonly name: string;
  readonly reason: string;
}

/** What a file is by its name: read as a table, left aside for a reason, or not even named. */
export type MemberKind = { readonly aside: string } | 'table' | 'workbook' | 'archive' | 'hidden';

/** Judges a file by its path, with slashes. */
export function memberKind(path: string): MemberKind {
  // What the Finder and Windows add is nobody's.
  const isHidden =
    /(?:^|\/)(?:__MACOSX\/|\.[^./]|Thumbs\.db$|desktop\.ini$)/i.test(path) || path.endsWith('/');
  if (isHidden) return 'hidden';
  // Substack: who was sent a post, and who opened it, years ago.
  if (/(?:^|\/)posts\/[^/]*\.(?:opens|delivers)\.csv$/i.test(path)) {
    return { aside: 'lists who got or opened an email' };
  }
  if (/\.rejects(?:-\d+)?(?:\.\d+-of-\d+)?(?:-\d+)?\.csv$/i.test(path)) {
    return { aside: 'rejects of an earlier import' };
  }
  if (/\.(?:csv|tsv|tab|txt|json|ndjson|jsonl)(?:\.gz)?$/i.test(path)) return 'table';
  if (/\.(?:xlsx|xlsm)$/i.test(path)) return 'workbook';
  if (/\.(?:zip|7z|rar|tar|tgz|tar\.(?:gz|bz2|xz)|tbz2?)$/i.test(path)) return 'archive';
  if (/\.(?:xlsb?|ods|numbers)$/i.test(path))
    return { aside: 'unsupported spreadsheet: save it as .xlsx or CSV' };
  return { aside: 'not a table' };
}
