import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Failure, systemCode } from '../failure.ts';
import { type EmailFile, parseEmailFile } from './email-file.ts';

export interface EmailOnDisk extends EmailFile {
  readonly path: string;
  /** The whole file as it is. */
  readonly source: string;
  /** Whether the body is Markdown; else it is HTML, which passes as it is. */
  readonly isMarkdown: boolean;
}

/** What a file holds by its name. @throws Failure invalid_value */
export function kindOf(path: string): 'markdown' | 'html' {
  const extension = extname(path).toLowerCase();
  if (extension === '.md' || extension === '.markdown') return 'markdown';
  if (extension === '.html' || extension === '.htm') return 'html';
  throw new Failure('invalid_value', `${path}: an email is kept in a file called .md or .html`);
}

/** @throws Failure unreadable_file, bad_encoding, invalid_value */
export async function readEmailFile(path: string): Promise<EmailOnDisk> {
  const kind = kindOf(path);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new Failure('unreadable_file', `cannot read ${path}: ${explain(error)}`, { cause: error });
  });
  const source = decode(bytes, path);
  const file = parseEmailFile(source, path);
  return { ...file, path, source, isMarkdown: kind === 'markdown' && file.front.format !== 'html' };
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure('bad_encoding', `${path} is not UTF-8`);
  }
}

/**
 * Puts a file in its place: whole, or not at all. What stands there keeps its mode, and a symbolic link stays one.
 *
 * @throws Failure write_failed
 */
export function writeEmailFile(path: string, text: string): void {
  let beside: string | undefined;
  try {
    const target = existsSync(path) ? realpathSync(path) : path;
    const before = statSync(target, { throwIfNoEntry: false });
    if (before?.isDirectory()) throw Object.assign(new Error('folder'), { code: 'EISDIR' });
    beside = `${target}.${process.pid}.tmp`;
    rmSync(beside, { force: true });
    const handle = openSync(beside, 'wx', before === undefined ? 0o666 : before.mode & 0o777);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, target);
  } catch (error) {
    if (beside !== undefined) rmSync(beside, { force: true });
    throw new Failure('write_failed', `cannot write ${path}: ${explain(error)}`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** Why a file cannot be read or written, in words. */
export function explain(error: unknown): string {
  const code = systemCode(error);
  return reasons[code ?? ''] ?? code ?? String(error);
}
