/** What a run writes while it works: the finished changes, and the people it creates. */
import { appendFileSync, createReadStream, existsSync, readFileSync, truncateSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { AppendLog, readLog } from '../lib/append-log.ts';
import { unreadable, unwritableHere } from '../lib/files/file-errors.ts';
import type { PersonValues } from './change.ts';

/** What became of a change, by its number in the change set; `stored`: values other than those that were sent. */
type Line =
  | { readonly begun: number }
  | { readonly done: number }
  | { readonly refused: number }
  | ({ readonly stored: number } & PersonValues);

/** `begun` is written before the request: whether such a change without another line was made is not known. */
export type ChangeJournal = AppendLog<Line>;

/** @throws Failure write_failed, as its `append` does */
export const openJournal = (path: string): ChangeJournal =>
  new AppendLog(path, error => unwritableHere(path, error));

/** What became of the changes, by their numbers in the change set. @throws Failure unreadable_file */
export function readJournal(path: string) {
  const [done, refused, unknown] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const stored = new Map<number, PersonValues>();
  for (const line of linesOf(path)) {
    if ('begun' in line) unknown.add(line.begun);
    else if ('done' in line) done.add(line.done);
    else if ('refused' in line) refused.add(line.refused);
    else {
      const { stored: place, ...values } = line;
      stored.set(place, values);
    }
  }
  for (const place of [...done, ...refused]) unknown.delete(place);
  return { done, refused, unknown, stored } as const;
}

function linesOf(path: string): Line[] {
  try {
    return readLog<Line>(path);
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
      throw unwritableHere(this.#path, error);
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
