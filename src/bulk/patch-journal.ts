import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { Failure, systemCode } from '../lib/failure.ts';
import { unreadable, whyUnwritable } from '../lib/file-errors.ts';
import { LineSet } from '../lib/line-set.ts';

/**
 * Which of many changes are done: a line for each, written as soon as the service has answered. A change that was
 * carried out and is not noted, since the process was killed in between, is made again, which leaves the same state.
 */
export class PatchJournal {
  readonly #path: string;
  readonly #handle: number;
  readonly #done: LineSet;
  /** Number of changes that earlier runs have made. */
  readonly doneBefore: number;

  /**
   * Begins a journal, or continues the one that is there.
   *
   * @throws Failure write_failed, unreadable_file
   */
  constructor(path: string) {
    this.#path = path;
    const places = donePlaces(path);
    this.#done = new LineSet(places.length);
    for (const place of places) this.#done.add(place);
    this.doneBefore = new Set(places).size;
    this.#handle = this.#guard(() => openSync(path, 'a', 0o600));
    // What a killed process has left of a line is ended.
    this.#guard(() => writeSync(this.#handle, '\n'));
  }

  has(place: number): boolean {
    return this.#done.has(place);
  }

  /** @throws Failure write_failed */
  done(place: number): void {
    this.#done.add(place);
    this.#guard(() => writeSync(this.#handle, `${place};\n`));
  }

  close(): void {
    closeSync(this.#handle);
  }

  /** Removes the file: nothing is left to continue. */
  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const what = `cannot write the journal ${this.#path}: ${whyUnwritable(error)}`;
      throw new Failure('write_failed', what, {
        hint: 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to',
        cause: error,
      });
    }
  }
}

/** How many changes a journal says are done; undefined where there is none. @throws Failure unreadable_file */
export function changesDone(path: string): number | undefined {
  const text = textOf(path);
  return text === undefined ? undefined : new Set(placesIn(text)).size;
}

function donePlaces(path: string): number[] {
  return placesIn(textOf(path) ?? '');
}

/** A line that was cut off has no semicolon. */
function placesIn(text: string): number[] {
  return [...text.matchAll(/^(\d+);$/gm)].map(([, place]) => Number(place));
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}
