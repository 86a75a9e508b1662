import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../lib/failure.ts';
import { whyUnwritable } from '../../lib/files/file-errors.ts';

const isSpool = (name: string) => /^stdin-[0-9a-f]{12}\.csv$/.test(name);
/** Milliseconds that a copy is kept to resume from: 30 days. */
const keptFor = 30 * 86_400_000;

/**
 * Copies standard input to a private file, so that it can be read twice, and again to resume.
 *
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

/** Removes old copies, of processes that were killed. @param folder the folder of the copies */
export function removeOldSpools(folder: string): void {
  for (const path of readdirSync(folder)
    .filter(isSpool)
    .map(name => join(folder, name))) {
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > keptFor) rmSync(path, { force: true });
  }
}
