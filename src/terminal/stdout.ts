import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { systemCode } from '../lib/failure.ts';
import { unwritable } from '../lib/files/file-errors.ts';

/** The reader of stdout has ended (`| head`). Not an error: the program ends silently with exit code 0. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** Writes to stdout. Every method throws ClosedPipe, or Failure write_failed. */
export interface StdoutWriter {
  /** Buffers text and writes it in large pieces; returns a promise if the caller must wait for the reader. */
  add(text: string): Promise<void> | undefined;
  /** Resolves after everything added has been written. */
  flush(): Promise<void>;
  bytes(data: Uint8Array): Promise<void>;
}

/** Characters. */
const pieceLength = 32 * 1024;

function explained(error: unknown, isTerminal: boolean): Error {
  const code = systemCode(error);
  const gone = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'];
  // A closed terminal window returns EIO.
  if (code !== undefined && (gone.includes(code) || (isTerminal && code === 'EIO'))) {
    return new ClosedPipe('the output was closed', { cause: error });
  }
  return unwritable('to standard output', error);
}

/** @param before called before each write, to clear a progress bar from the same terminal */
export function stdoutWriter(stdout: NodeJS.WriteStream, before: () => void): StdoutWriter {
  const isTerminal = stdout.isTTY === true;
  let pending = '';
  let scheduled = false;
  let broken: Error | undefined;
  const fail = (error: unknown) => {
    broken ??= explained(error, isTerminal);
    return broken;
  };
  stdout.on('error', fail);

  const send = (data: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      if (broken) return reject(broken);
      before();
      // The callback comes after the reader has taken the data.
      stdout.write(data, error => (error ? reject(fail(error)) : resolve()));
    });

  const flush = () => {
    const text = pending;
    pending = '';
    if (broken) return Promise.reject(broken);
    // Even an empty write waits for the writes before it.
    return send(text);
  };

  // Writes rows that arrive together as one piece, before a longer wait.
  const flushSoon = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (pending !== '') flush().catch(fail);
    });
  };

  return {
    add(text) {
      if (broken) throw broken;
      pending += text;
      if (pending.length >= pieceLength) return flush();
      if (text !== '') flushSoon();
      return undefined;
    },
    flush,
    async bytes(data) {
      await flush();
      await send(data);
    },
  };
}

const descriptor = 1;

/** Whether stdout may be a terminal. Node's own check takes 3 ms, since it loads its network code. */
export function mayBeTerminal(): boolean {
  try {
    const at = fstatSync(descriptor);
    if (at.isFile() || at.isFIFO() || at.isSocket()) return false;
    return !at.isCharacterDevice() || at.rdev !== statSync(devNull).rdev;
  } catch {
    return true;
  }
}

/**
 * Writes a text to the descriptor of stdout, without Node's stream.
 *
 * @returns what is left if the pipe is full
 * @throws ClosedPipe, Failure write_failed
 */
export function writeDirectly(text: string): Uint8Array {
  let left: Uint8Array = Buffer.from(text);
  try {
    while (left.length > 0) left = left.subarray(writeSync(descriptor, left));
  } catch (error) {
    if (systemCode(error) !== 'EAGAIN') throw explained(error, false);
  }
  return left;
}
