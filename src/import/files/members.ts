/** Files in an archive or in a folder: which of them are tables of people. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { unreadable } from '../../lib/files/file-errors.ts';
import type { ZipMember } from './archive/zip-archive.ts';
import type { UnsupportedFile } from './open-table.ts';

/** A file that is not read, and why. */
export interface SkippedFile {
  /** With its path in the archive or folder. */
  readonly name: string;
  readonly reason: string;
}

/** What a file is by its name; `hidden` ones are not even named in messages. */
type MemberKind = { readonly skipped: string } | 'table' | 'workbook' | 'archive' | 'hidden';

/** @param path with slashes */
export function memberKind(path: string): MemberKind {
  // The Finder and Windows add these.
  const isHidden =
    /(?:^|\/)(?:__MACOSX\/|\.[^./]|Thumbs\.db$|desktop\.ini$)/i.test(path) || path.endsWith('/');
  if (isHidden) return 'hidden';
  // Substack: people who got or opened a post, years ago.
  if (/(?:^|\/)posts\/[^/]*\.(?:opens|delivers)\.csv$/i.test(path)) {
    return { skipped: 'lists who got or opened an email' };
  }
  if (/\.rejects(?:-\d+)?(?:\.\d+-of-\d+)?(?:-\d+)?\.csv$/i.test(path)) {
    return { skipped: 'rejects of an earlier import' };
  }
  if (/\.(?:csv|tsv|tab|txt|json|ndjson|jsonl)(?:\.gz)?$/i.test(path)) return 'table';
  if (/\.(?:xlsx|xlsm)$/i.test(path)) return 'workbook';
  if (/\.(?:zip|7z|rar|tar|tgz|tar\.(?:gz|bz2|xz)|tbz2?)$/i.test(path)) return 'archive';
  if (/\.vcf$/i.test(path)) return { skipped: 'address book (vCard): export the contacts as CSV' };
  if (/\.(?:xlsb?|f?ods|numbers)$/i.test(path))
    return { skipped: 'unsupported spreadsheet: save it as .xlsx or CSV' };
  return { skipped: 'not a table' };
}

const saveAs = 'open it there, and save it as Excel workbook (.xlsx) or as CSV';

export function zipKind(members: readonly ZipMember[]): 'workbook' | 'archive' | UnsupportedFile {
  const has = (test: RegExp) => members.some(({ name }) => test.test(name));
  if (has(/^xl[/\\]workbook\.bin$/i)) return { what: 'a binary Excel workbook (.xlsb)', hint: saveAs };
  if (has(/^\[Content_Types\]\.xml$/i)) {
    if (has(/^(?:word|ppt|visio)[/\\]/i)) return { what: 'a Word or PowerPoint document', hint: saveAs };
    return 'workbook';
  }
  if (has(/^Index(?:\.zip$|[/\\].*\.iwa$)/)) return { what: 'a Numbers spreadsheet', hint: saveAs };
  const isOpenDocument = has(/^mimetype$/) && has(/^content\.xml$/);
  return isOpenDocument ? { what: 'a LibreOffice spreadsheet (.ods)', hint: saveAs } : 'archive';
}

/** Levels of folders. */
const deepest = 5;
const mostFiles = 10_000;

/**
 * Finds the files of a folder and of those below it, except hidden ones. Fails at a folder that it cannot read: an
 * opt-out may be there.
 *
 * @returns paths with slashes, in the order of their names
 * @throws Failure unreadable_file; usage when there are very many, folders go very deep, or a link leads to one
 */
export function filesBelow(folder: string): string[] {
  const found: string[] = [];
  const look = (path: string, depth: number) => {
    for (const entry of entriesOf(join(folder, path))) {
      if (entry.name.startsWith('.')) continue;
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (isLinkToFolder(entry, join(folder, below)))
        throw tooMuch(`${folder} links to a folder, which is not followed: ${below}`);
      if (!entry.isDirectory()) found.push(below);
      else if (depth < deepest) look(below, depth + 1);
      else throw tooMuch(`${folder} goes deeper than ${deepest} folders: ${below}`);
      if (found.length > mostFiles) throw tooMuch(`${folder} contains more than ${mostFiles} files`);
    }
  };
  look('', 0);
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw unreadable(folder, error);
  }
}

function isLinkToFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return false;
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function tooMuch(message: string): Failure {
  return new Failure('usage', message, {
    hint: 'name the files to import, all in one command, so that no opt-out is missed',
  });
}
