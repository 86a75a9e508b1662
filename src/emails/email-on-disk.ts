import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { unreadable } from '../lib/file-errors.ts';
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
    throw unreadable(path, error);
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
