import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unwritableHere } from './file-errors.ts';

/**
 * Makes a folder and its parents, unless they exist. Use this everywhere: Node's recursive mkdir never ends on file
 * systems without new folders, such as /proc.
 *
 * @param mode permission bits of new folders (default: for this user only)
 * @throws Node's system error
 */
export function makeFolder(folder: string, mode = 0o700): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it a moment ago.
    if (!isFolder(folder)) throw error;
  }
}

/** Makes a folder of the program's own. @throws Failure write_failed */
export function makeOwnFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw unwritableHere(`to ${folder}`, error);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Deletes the files of a folder, all or those with an extension, that have not changed for some days. */
export function removeOldFiles(folder: string, days: number, extension = ''): void {
  const oldest = Date.now() - days * 86_400_000;
  for (const name of readdirSync(folder).filter(each => each.endsWith(extension))) {
    const path = join(folder, name);
    const { mtimeMs = oldest } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < oldest) rmSync(path, { force: true });
  }
}
