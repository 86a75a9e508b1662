/** What a run writes while it works: the finished changes, and the people it creates. */

import { appendFileSync, createReadStream, existsSync, readFileSync, truncateSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { AppendLog, readLog } from '../lib/append-log.ts';
import { Failure } from '../lib/failure.ts';
import { unreadable, unwritable, whyUnwritable } from '../lib/files/file-errors.ts';
import { LineSet } from '../lib/line-set.ts';

/** A finished change, by its number in the change set. */
interface Line {
  readonly done: number;
}

/**
 * The finished changes, one line for each, written after the response. If the process is killed before that line
 * is
 * written, the change is repeated, which leaves the same state.
 */
export class ChangeJournal {
  readonly #log: AppendLog<Line>;
  readonly #done: LineSet;

  /**
   * Starts a journal, or continues the existing one.
   *
   * @throws Failure write_failed, unreadable_file
   */
  constructor(path: string) {
    const lines = linesOf(path);
    this.#done = new LineSet(lines.length);
    for (const { done } of lines) this.#done.add(done);
    this.#log = new AppendLog<Line>(
      path,
      error =>
        new Failure('write_failed', `cannot write the journal ${path}: ${whyUnwritable(error)}`, {
          hint: 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to',
          cause: error,
        }),
    );
  }

  has(place: number): boolean {
    return this.#done.has(place);
  }

  /** @throws Failure write_failed */
  done(place: number): void {
    this.#done.add(place);
    this.#log.append({ done: place });
  }

  close(): void {
    this.#log.close();
  }

  /** Removes the file: there is nothing to resume. */
  remove(): void {
    this.#log.remove();
  }
}

/** Number of finished changes in a journal; undefined if there is none. @throws Failure unreadable_file */
export function changesDone(path: string): number | undefined {
  return existsSync(path) ? new Set(linesOf(path).map(({ done }) => done)).size : undefined;
}

function linesOf(path: string): Line[] {
  try {
    // A line that was cut would name another change.
    return readLog<Line>(path, text => {
      const [, place] = /^\{"done":(\d+)\}$/.exec(text) ?? [];
      return place === undefined ? undefined : { done: Number(place) };
    });
  } catch (error) {
    throw unreadable(path, error);
  }
}

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
