/** Files that are replaced under a lock, such as the settings. */
import { copyFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { linkTarget, syncFolder } from './place-file.ts';
import { isInUse, type Rename, renameOver } from './rename-over.ts';

/**
 * Replaces a file by a draft that `write` makes beside it. A symbolic link stays one. For files that are written under
 * a lock: the draft has always the same name, so what a killed process left is removed.
 *
 * Where another program has the file open for longer, it is written over; where that fails, too, the draft stays.
 *
 * @param write makes the draft at the given path, and syncs it
 * @throws Node's system error; what `write` throws. The file is then as before
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
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  try {
    rename(draft, target);
  } catch (error) {
    const isKept = isInUse(error) && !overwritten(draft, target);
    if (!isKept) rmSync(draft, { force: true });
    if (isKept || !isInUse(error)) throw error;
  }
  syncFolder(dirname(target));
}

/** The draft of `replaceByDraft`, where it could not take the place of the file: what it holds is newer. */
export function keptDraft(path: string): string | undefined {
  try {
    const draft = `${linkTarget(path)}.new`;
    const [newer, older] = [draft, path].map(each => statSync(each, { throwIfNoEntry: false })?.mtimeMs);
    return newer !== undefined && newer >= (older ?? 0) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Writes over a file that cannot be replaced; the draft stays until that is done. Returns whether it worked. */
function overwritten(draft: string, target: string): boolean {
  try {
    copyFileSync(draft, target);
    return true;
  } catch {
    return false;
  }
}
