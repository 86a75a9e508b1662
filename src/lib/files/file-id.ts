import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export interface FileSystem {
  /** Undefined if nothing is at the path. */
  readonly stat: (path: string) => { readonly dev: bigint; readonly ino: bigint } | undefined;
  /** The path as the file system spells it. @throws Node's system error */
  readonly realPath: (path: string) => string;
}

const fileSystem: FileSystem = {
  stat: path => statSync(path, { bigint: true, throwIfNoEntry: false }),
  realPath: realpathSync.native,
};

/**
 * The same id for all spellings of a path: device and inode; for a file that does not exist yet, its folder and its
 * name, folded if the file system ignores case.
 */
export function fileId(path: string, system = fileSystem): string {
  try {
    return inodeOf(system, path) ?? nameIn(system, realFolder(path, system), basename(path));
  } catch {
    return resolve(path);
  }
}

/** Device and inode; undefined if nothing is at the path. Some network drives have no inode numbers. */
function inodeOf({ stat }: FileSystem, path: string): string | undefined {
  const { dev, ino = 0n } = stat(path) ?? {};
  return ino === 0n ? undefined : `${dev}:${ino}`;
}

function realFolder(path: string, { realPath }: FileSystem): string {
  return realPath(dirname(resolve(path)));
}

function nameIn(system: FileSystem, folder: string, name: string): string {
  return join(inodeOf(system, folder) ?? folder, ignoresCase(system, folder) ? folded(name) : name);
}

/** Systems that ignore case also ignore how accents are composed. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Whether a folder, or the nearest parent whose name has letters, is also found with its name in the other case. */
function ignoresCase(system: FileSystem, folder: string): boolean {
  const name = basename(folder);
  const above = dirname(folder);
  if (above === folder) return ['win32', 'darwin'].includes(process.platform);
  const other = name.toUpperCase() === name ? name.toLowerCase() : name.toUpperCase();
  if (other === name) return ignoresCase(system, above);
  const id = inodeOf(system, folder);
  return id !== undefined && id === inodeOf(system, join(above, other));
}
