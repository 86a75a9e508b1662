/** Files of settings and of credentials, written by conf. */
import { copyFileSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Options } from 'conf';
import { isInUse, linkTarget, type Rename, renameOver, syncFolder } from '../lib/files/place-file.ts';
import type { UnknownRecord } from '../lib/json/is-object.ts';

/**
 * Writes an object to a file. A symbolic link stays one.
 *
 * conf takes a write that a full disk cut short for a complete one, so it writes a draft, which is then checked.
 *
 * @param mode permission bits
 * @throws Node's system error; the file is then as before
 */
export async function writeJson(path: string, content: UnknownRecord, mode: number): Promise<void> {
  await replaceByDraft(path, async draft => {
    const conf = await openWithConf(draft, {
      configFileMode: mode,
      serialize: value => `${JSON.stringify(value, null, 2)}\n`,
    });
    conf.store = content;
    if (!isReadable(conf)) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
  });
}

/** Opens a file with conf; its folder must exist. */
export async function openWithConf<Content extends UnknownRecord>(
  path: string,
  options: Partial<Options<Content>>,
) {
  const { default: Conf } = await withoutItsSignalHandlers(() => import('conf'));
  return new Conf<Content>({
    ...options,
    cwd: dirname(path),
    configName: basename(path),
    fileExtension: '',
  });
}

/** Whether conf can read back what it wrote: JSON that was cut short is not valid. */
function isReadable(conf: { readonly store: object }): boolean {
  try {
    return conf.store !== undefined;
  } catch {
    return false;
  }
}

/**
 * Replaces a file by a draft that `write` makes beside it. The draft has always the same name, so what a killed process
 * left is removed: one process at a time may do this.
 *
 * If another program keeps the file open, its content is overwritten; if that fails, too, the draft stays, and
 * `keptDraft` finds it.
 *
 * @throws Node's system error; what `write` throws. The file is then as before
 */
export async function replaceByDraft(
  path: string,
  write: (draft: string) => Promise<void>,
  rename: Rename = renameOver,
): Promise<void> {
  const target = linkTarget(path);
  const draft = `${target}.new`;
  rmSync(draft, { force: true });
  let isKept = false;
  try {
    await write(draft);
    try {
      rename(draft, target);
    } catch (error) {
      if (!isInUse(error)) throw error;
      isKept = !isCopied(draft, target);
      if (isKept) throw error;
    }
    syncFolder(dirname(target));
  } finally {
    if (!isKept) rmSync(draft, { force: true });
  }
}

function isCopied(from: string, to: string): boolean {
  try {
    copyFileSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads a library, and removes the signal handlers that it adds. Those of conf send a signal again: one Ctrl-C would
 * count as two, and kill the process before it has cleaned up.
 */
async function withoutItsSignalHandlers<Library>(load: () => Promise<Library>): Promise<Library> {
  const before = new Set(signalListeners().map(({ listener }) => listener));
  const library = await load();
  for (const { signal, listener } of signalListeners()) {
    if (!before.has(listener)) process.off(signal, listener);
  }
  return library;
}

function signalListeners() {
  return process
    .eventNames()
    .map(String)
    .filter((name): name is NodeJS.Signals => name.startsWith('SIG'))
    .flatMap(signal => process.listeners(signal).map(listener => ({ signal, listener })));
}
