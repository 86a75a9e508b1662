import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { unwritable } from '../lib/file-errors.ts';

/** Characters that are collected before they are written. */
const pieceSize = 64 * 1024;

/**
 * The addresses of the people whom an import creates, so that they can be named when it is undone: a private file with
 * one a line. A run that continues an earlier one gets the same people in the same order: those that are in the file
 * already are not added again.
 */
export class CreatedPeople {
  readonly #path: string;
  readonly #handle: number;
  /** People who are in the file already. */
  #known: number;
  #waiting = '';

  /** @throws Failure write_failed */
  constructor(path: string) {
    this.#path = path;
    this.#known = this.#guard(() => wholeLines(path));
    this.#handle = this.#guard(() => openSync(path, 'a', 0o600));
  }

  add(email: string): void {
    if (this.#known > 0) {
      this.#known--;
      return;
    }
    this.#waiting += `${email}\n`;
    if (this.#waiting.length > pieceSize) this.flush();
  }

  /** @throws Failure write_failed */
  flush(): void {
    if (this.#waiting === '') return;
    const text = this.#waiting;
    this.#waiting = '';
    this.#guard(() => writeSync(this.#handle, text));
  }

  close(): void {
    closeSync(this.#handle);
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw unwritable(this.#path, error, 'NEWSLETTER_CONFIG_DIR names another folder');
    }
  }
}

/** Counts the lines, without one that was cut off, which is removed. */
function wholeLines(path: string): number {
  if (!existsSync(path)) return 0;
  const bytes = readFileSync(path);
  truncateSync(path, bytes.lastIndexOf('\n') + 1);
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

export async function* readCreatedPeople(path: string): AsyncGenerator<string> {
  if (existsSync(path)) yield* createInterface({ input: createReadStream(path) });
}
