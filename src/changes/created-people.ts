import { appendFileSync, createReadStream, existsSync, readFileSync, truncateSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { unwritable } from '../lib/files/file-errors.ts';

/**
 * The addresses of people created by an import, for its undo: a private file, one per line. A resumed run gets the
 * same people in the same order, so people already in the file are skipped.
 */
export class CreatedPeople {
  readonly #path: string;
  #known: number;
  #waiting: string[] = [];

  /** @throws Failure write_failed */
  constructor(path: string) {
    this.#path = path;
    this.#known = this.#guard(() => wholeLines(path));
    this.#guard(() => appendFileSync(path, '', { mode: 0o600 }));
  }

  add(email: string): void {
    if (this.#known > 0) this.#known--;
    else this.#waiting.push(`${email}\n`);
    if (this.#waiting.length > 2000) this.flush();
  }

  /** @throws Failure write_failed */
  flush(): void {
    const text = this.#waiting.join('');
    this.#waiting = [];
    if (text !== '') this.#guard(() => appendFileSync(this.#path, text));
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw unwritable(this.#path, error, 'NEWSLETTER_CONFIG_DIR names another folder');
    }
  }
}

/** Counts the lines, and removes a line that was cut off. */
function wholeLines(path: string): number {
  if (!existsSync(path)) return 0;
  const bytes = readFileSync(path);
  truncateSync(path, bytes.lastIndexOf('\n') + 1);
  return bytes.reduce((count, byte) => (byte === 10 ? count + 1 : count), 0);
}

export async function* readCreatedPeople(path: string): AsyncGenerator<string> {
  if (existsSync(path)) yield* createInterface({ input: createReadStream(path) });
}
