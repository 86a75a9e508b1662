import { randomBytes } from 'node:crypto';
import { open as openFile, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Failure, systemCode } from '../../lib/failure.ts';
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
  for (const name of readdirSync(folder).filter(isSpool)) {
    const path = join(folder, name);
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > keptFor) rmSync(path, { force: true });
  }
}

/** A file descriptor of this process, such as the path that a shell passes for `<(…)`. */
const descriptorPath = /^(\/dev|\/proc\/self)\/fd\/\d+$/;

/** An input file; if `file` is `-`, it is read from `stdin`. */
export interface Input {
  readonly file: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
}

/**
 * Opens an input file. A named pipe, as in `<(zcat people.csv.gz)`, is treated as stdin: it can be read only once, and
 * files such as rejects cannot be written next to it.
 *
 * @throws the reason of the interruption, if it comes while a pipe has no writer yet
 */
export async function inputOf(file: string, stdin: Input['stdin'], stop: AbortSignal): Promise<Input> {
  if (file === '/dev/stdin') return { file: '-', stdin };
  const info = await stat(file).catch(() => undefined);
  try {
    if (info?.isFIFO()) return { file: '-', stdin: await pipe(file) };
    if (info?.isFile() && descriptorPath.test(file))
      return { file: '-', stdin: (await open(file)).createReadStream() };
  } catch (error) {
    stop.throwIfAborted();
    if (systemCode(error) === undefined) throw error;
  }
  // Errors are reported when the file is read.
  return { file, stdin };
}

/** Opens a pipe as a socket: a pending read of a file would keep the process from ending, one of a socket does not. */
async function pipe(path: string): Promise<Readable> {
  const fd = await promisify(openFile)(path, 'r');
  return new Socket({ fd, readable: true, writable: false });
}
