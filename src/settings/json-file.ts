/** Small JSON files that are read whole and replaced whole. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { Failure, systemCode } from '../lib/failure.ts';
import { unreadable } from '../lib/file-errors.ts';
import { isObject, type UnknownRecord } from '../lib/is-object.ts';
import { withoutItsSignalHandlers } from '../lib/without-signal-handlers.ts';

/**
 * The JSON object in a file, or undefined when there is no such file.
 * Read directly and not with conf, whose JSON schema library takes most of a short command's time to load.
 *
 * @param mend what the user can do when the file is damaged, for the hint
 * @throws Failure unreadable_file; its text quotes nothing of the file, which may hold secrets
 */
export function readJson(file: string, mend: string): UnknownRecord | undefined {
  const text = readText(file);
  if (text === undefined) return undefined;
  let content: unknown;
  try {
    // Windows' editors put a byte order mark in front.
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Failure('unreadable_file', `${file} is damaged: it is not valid JSON`, { hint: mend });
  }
  if (!isObject(content))
    throw new Failure('unreadable_file', `${file} is damaged: no object`, {
      hint: mend,
    });
  return content;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(file, error);
  }
}

/**
 * Replaces the file by `content`, readable by its owner alone: afterwards it holds either all of it or,
 * when this throws, what it held before. A symbolic link stays one. To be called under the folder's lock.
 *
 * conf writes and syncs, but takes a write that a full disk cut short for a whole one. So it writes
 * beside, and only what turned out whole takes the file's place.
 *
 * @throws Node's system error when the disk is full, read-only, …
 */
export async function replaceJson(file: string, content: UnknownRecord): Promise<void> {
  const { default: Conf } = await withoutItsSignalHandlers(() => import('conf'));
  const target = existsSync(file) ? realpathSync(file) : file;
  const beside = `${target}.new`;
  const text = `${JSON.stringify(content, null, 2)}\n`;
  // A process that was killed may have left one.
  rmSync(beside, { force: true });
  try {
    const store = new Conf<Record<string, unknown>>({
      cwd: dirname(beside),
      configName: basename(beside),
      fileExtension: '',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      serialize: () => text,
    });
    store.store = { ...content };
    if (statSync(beside).size !== Buffer.byteLength(text)) {
      throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    }
    renameSync(beside, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** So that not even a power cut brings back what was replaced. Windows and some file systems cannot. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch {
    // The file is in its place all the same.
  } finally {
    closeSync(handle);
  }
}
