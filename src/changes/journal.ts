import { existsSync } from 'node:fs';
import { AppendLog, readLog } from '../lib/append-log.ts';
import { Failure } from '../lib/failure.ts';
import { unreadable, whyUnwritable } from '../lib/files/file-errors.ts';
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
