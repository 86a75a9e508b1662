/** Append-only logs: private files with a JSON object per line. A line that a crash cut off is ignored. */
import {
  closeSync,
  fdatasync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { type Failure, systemCode } from './failure.ts';
import { parseObject } from './json/is-object.ts';

const saveToDisk = promisify(fdatasync);

/** A log, open for writing. */
export class AppendLog<Line extends object> {
  readonly path: string;
  readonly #file: number;
  #isClosed = false;
  readonly #failure: (error: unknown) => Failure;

  /**
   * Begins a log, or continues the one that is there.
   *
   * @param failure makes the failure if the file cannot be written
   * @param isNew whether to overwrite an existing log
   */
  constructor(path: string, failure: (error: unknown) => Failure, isNew = false) {
    this.path = path;
    this.#failure = failure;
    this.#file = this.#orFail(() => {
      // Overwriting it would keep its mode, which others may be able to read.
      if (isNew) rmSync(path, { force: true });
      return openSync(path, 'a+', 0o600);
    });
  }

  /** Adds a line, which then survives the end of this process. */
  append(line: Line): void {
    this.#orFail(() => {
      const text = `${isTorn(this.#file) ? '\n' : ''}${JSON.stringify(line)}\n`;
      for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(this.#file, rest));
    });
  }

  /** Saves the lines to the disk, where they survive a power cut. */
  async save(): Promise<void> {
    try {
      await saveToDisk(this.#file);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#file);
    this.#isClosed = true;
  }

  /** Closes and deletes it. */
  remove(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  #orFail<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#failure(error);
    }
  }
}

/** The lines of a log in their order; none if there is no such file. @throws Node's system error */
export function readLog<Line extends object>(path: string): Line[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap(line => (parseObject(line) as Line | undefined) ?? []);
}

/** Whether the last line is cut off, so that the next one must begin on a new line. */
function isTorn(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() !== '\n';
}
