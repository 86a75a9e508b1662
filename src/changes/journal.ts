import { existsSync } from 'node:fs';
import { AppendLog, readLog } from '../lib/append-log.ts';
import { Failure } from '../lib/failure.ts';
import { unreadable, whyUnwritable } from '../lib/file-errors.ts';
import { LineSet } from '../lib/line-set.ts';

/** A change that is done, by its place in the change set. */
interface Line {
  readonly done: number;
}

/**
 * Which of many changes are done: a line for each, written as soon as the service has answered. A change that was
 * carried out and is not noted, since the process was killed in between, is made again, which leaves the same state.
 */
export class ChangeJournal {
  readonly #log: AppendLog<Line>;
  readonly #done: LineSet;
  /** Number of changes that earlier runs have made. */
  readonly doneBefore: number;

  /**
   * Begins a journal, or continues the one that is there.
   *
   * @throws Failure write_failed, unreadable_file
   */
  constructor(path: string) {
    const lines = linesOf(path);
    this.#done = new LineSet(lines.length);
    for (const { done } of lines) this.#done.add(done);
    this.doneBefore = new Set(lines.map(({ done }) => done)).size;
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

  /** Removes the file: nothing is left to continue. */
  remove(): void {
    this.#log.remove();
  }
}

/** How many changes a journal says are done; undefined where there is none. @throws Failure unreadable_file */
export function changesDone(path: string): number | undefined {
  return existsSync(path) ? new Set(linesOf(path).map(({ done }) => done)).size : undefined;
}

/** Version 0.1.0 wrote `7;`. */
function linesOf(path: string): Line[] {
  try {
    return readLog<Line>(path, text => {
      const [, place, old = place] = /^(?:\{"done":(\d+)\}|(\d+);)$/.exec(text) ?? [];
      return old === undefined ? undefined : { done: Number(old) };
    });
  } catch (error) {
    throw unreadable(path, error);
  }
}
