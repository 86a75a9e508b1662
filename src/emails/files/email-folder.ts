/** A folder of email files. */
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, systemCode } from '../../lib/failure.ts';
import { unreadable } from '../../lib/files/file-errors.ts';
import { type EmailFile, readEmailFile } from './email-file.ts';

/** In the order of the file names. */
export interface EmailFolder {
  readonly files: readonly EmailFile[];
  /** Files with front matter that cannot be read as an email. */
  readonly invalid: readonly { readonly path: string; readonly problem: string }[];
  /** Paths of Markdown or HTML without front matter, such as a README. */
  readonly others: readonly string[];
}

/**
 * Reads the email files of a folder, without subfolders and hidden files.
 *
 * @param missingIsEmpty whether a missing folder counts as empty
 * @throws Failure unreadable_file
 */
export async function readEmailFolder(folder: string, missingIsEmpty = false): Promise<EmailFolder> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (missingIsEmpty && systemCode(error) === 'ENOENT') return [];
    throw unreadable(folder, error);
  });
  const names = entries
    .filter(entry => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter(name => /\.(?:md|markdown|html?)$/i.test(name))
    .sort();
  const files: EmailFile[] = [];
  const invalid: { path: string; problem: string }[] = [];
  const others: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    try {
      if (await hasFrontMatter(path)) files.push(await readEmailFile(path));
      else others.push(path);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      invalid.push({ path, problem: [error.message, ...error.details].join('; ') });
    }
  }
  return { files, invalid, others };
}

async function hasFrontMatter(path: string): Promise<boolean> {
  const handle = await open(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return /^\uFEFF?---/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The files by the id of their email; those without an id are left out. */
export function filesById(files: readonly EmailFile[]): ReadonlyMap<string, readonly EmailFile[]> {
  const found = new Map<string, EmailFile[]>();
  for (const file of files) {
    const id = file.front.id?.toLowerCase();
    if (id) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}
