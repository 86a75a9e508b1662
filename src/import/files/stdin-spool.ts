import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../lib/failure.ts';
import { whyUnwritable } from '../../lib/files/file-errors.ts';

const isSpool = (name: string) => /^stdin-[0-9a-f]{12}\.csv$/.test(name);
/** Milliseconds after which no process still writes a copy. */
const oldAfter = 86_400_000;

/**
 * Copies standard input to a private file, so that it can be read twice, and again to resume.
 *
 * @param folder an existing folder
 * @param stop ends the waiting for standard input
 * @returns the path of the copy
 * @throws Failure write_failed; the reason of `stop`
 */
export async function spoolStdin(stdin: Readable, folder: string, stop: AbortSignal): Promise<string> {
  const path = join(folder, `stdin-${randomBytes(6).toString('hex')}.csv`);
  try {
    const file = await open(path, 'wx', 0o600);
    await pipeline(stdin, file.createWriteStream(), { signal: stop });
    return path;
  } catch (error) {
    await rm(path, { force: true });
    stop.throwIfAborted();
    throw new Failure('write_failed', `cannot keep a copy of standard input: ${whyUnwritable(error)}`, {
      hint: 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to',
      cause: error,
    });
  }
}

/**
 * Removes the copies of processes that were killed before their import began; keeps those needed to resume one.
 *
 * @param folder the folder of the copies and of the journals
 * @param filesOf gives the files that a journal is about
 */
export function removeOldSpools(
  folder: string,
  filesOf: (journal: string) => readonly string[] | undefined,
): void {
  const names = readdirSync(folder);
  const old = names
    .filter(isSpool)
    .map(name => join(folder, name))
    .filter(
      path => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > oldAfter,
    );
  if (old.length === 0) return;
  const journals = names.filter(name => name.endsWith('.journal')).map(name => join(folder, name));
  try {
    const needed = new Set(journals.flatMap(journal => filesOf(journal) ?? []));
    for (const path of old) if (!needed.has(path)) rmSync(path, { force: true });
  } catch {
    // An unreadable journal may need any of the copies.
  }
}
