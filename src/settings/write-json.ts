import { copyFileSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { unwritable } from '../lib/files/file-errors.ts';
import { isInUse, linkTarget, type Rename, renameOver, syncFolder } from '../lib/files/place-file.ts';
import type { UnknownRecord } from '../lib/json/is-object.ts';

/**
 * Writes a file of settings or of credentials. A symbolic link stays one.
 *
 * conf writes it, but as a draft: it fails for a file that is mounted by itself. Reading does without conf: loading it
 * takes a quarter of a short command's time.
 *
 * @param mode permission bits
 * @param hint as that of `unwritable`
 * @throws Failure write_failed; the file is then as before
 */
export async function writeJson(
  path: string,
  content: UnknownRecord,
  mode: number,
  hint?: string,
): Promise<void> {
  const { default: Conf } = await import('conf');
  const write = (draft: string) => {
    const conf = new Conf({
      cwd: dirname(draft),
      configName: basename(draft),
      fileExtension: '',
      configFileMode: mode,
      serialize: value => `${JSON.stringify(value, null, 2)}\n`,
    });
    conf.store = content;
  };
  try {
    replaceByDraft(path, write);
  } catch (error) {
    throw unwritable(path, error, hint);
  }
}

/**
 * Replaces a file by a draft that `write` makes beside it. The draft has always the same name, so what a killed process
 * left is removed: one process at a time may do this. A file that is mounted by itself (Docker), or that another program
 * keeps open, is overwritten.
 *
 * @throws what `write` throws; Node's system error. The file is then as before
 */
export function replaceByDraft(
  path: string,
  write: (draft: string) => void,
  rename: Rename = renameOver,
): void {
  const target = linkTarget(path);
  const draft = `${target}.new`;
  rmSync(draft, { force: true });
  try {
    write(draft);
    try {
      rename(draft, target);
    } catch (error) {
      if (!isInUse(error)) throw error;
      copyFileSync(draft, target);
    }
    syncFolder(dirname(target));
  } finally {
    rmSync(draft, { force: true });
  }
}
