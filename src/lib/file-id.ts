import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** What is asked of the file system. */
export interface FileSystem {
  /** Device and inode of what is at a path; undefined when there is nothing. */
  readonly inodeOf: (path: string) => string | undefined;
  /** The path as the file system spells it. @throws Node's system error */
  readonly realPath: (path: string) => string;
}

const fileSystem: FileSystem = {
  inodeOf(path) {
    const info = statSync(path, { bigint: true, throwIfNoEntry: false });
    // Some network drives number nothing.
    return info === undefined || info.ino === 0n ? undefined : `${info.dev}:${info.ino}`;
  },
  realPath: realpathSync.native,
};

/**
 * What all names of a file have in common, however they are spelled: device and inode; where there is no file yet, its
 * folder and its name, without regard to case where the file system has none.
 */
export function fileId(path: string, system = fileSystem): string {
  try {
    return system.inodeOf(path) ?? nameIn(system, realFolder(path, system), basename(path));
  } catch {
    return resolve(path);
  }
}

function realFolder(path: string, { realPath }: FileSystem): string {
  return realPath(dirname(resolve(path)));
}

function nameIn(system: FileSystem, folder: string, name: string): string {
  return join(system.inodeOf(folder) ?? folder, ignoresCase(system, folder) ? folded(name) : name);
}

/** Systems that ignore case also ignore how accents are composed. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Whether a folder, or the nearest above whose name has letters, is found under that name in other letters, too. */
function ignoresCase(system: FileSystem, folder: string): boolean {
  const name = basename(folder);
  const above = dirname(folder);
  if (above === folder) return process.platform === 'win32' || process.platform === 'darwin';
  const other = name.toUpperCase() === name ? name.toLowerCase() : name.toUpperCase();
  if (other === name) return ignoresCase(system, above);
  const id = system.inodeOf(folder);
  return id !== undefined && id === system.inodeOf(join(above, other));
}
