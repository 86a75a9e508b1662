/** The files of a folder. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { unreadable } from '../../lib/file-errors.ts';

/** Folders in folders that are looked into. */
const deepest = 5;
/** Files of a folder that are looked at. */
const mostFiles = 10_000;

/**
 * Finds the files of a folder and of those below it, but for hidden ones. What it cannot look into ends the search: an
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
