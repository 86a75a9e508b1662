/** What goes into a run of the program, in this process or in one of its own, and what comes out. */
import { onTestFinished } from 'vitest';
import type { Cleanup } from './home.ts';
import { limit } from './load.ts';

export interface RunOptions {
  /** On top of `homeEnv`. Nothing of the caller's own environment reaches the program but PATH. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A folder of its own unless said. */
  readonly home?: string;
  /** Nothing unless said; 'open' for a stdin that nothing comes from until the test writes to it. */
  readonly stdin?: string | Buffer | 'open';
  /** The working folder; an empty one unless said. */
  readonly cwd?: string;
  /** What ends it when the test has ended before it; `onTestFinished` unless said. */
  readonly cleanup?: Cleanup;
}

export interface Ended {
  /** Null when a signal ended it, as the time limit does. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly ended: Promise<Ended>;
  /** What it has written so far. */
  stdout(): string;
  stderr(): string;
  /** Both together, as a terminal shows them. */
  screen(): string;
  /** Resolves once what it wrote from a place on matches; rejects when the program ends before. */
  said(pattern: RegExp, from?: number): Promise<RegExpExecArray>;
  /** Writes to its stdin. */
  type(text: string): void;
  /** Sends it a signal. */
  signal(name: NodeJS.Signals): void;
}

/** Milliseconds; far more than any run takes. */
export const timeLimit = () => limit(120);

/** Ends a run with the test. @param end makes it end */
export function endWithTest(
  ended: Promise<unknown>,
  end: () => void,
  cleanup: Cleanup = onTestFinished,
): void {
  let isOver = false;
  const over = ended.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  cleanup(async () => {
    if (!isOver) end();
    await over;
  });
}

/** Collects what is written to both streams, and tells who waits for it. */
export class Written {
  stdout = '';
  stderr = '';
  screen = '';
  readonly #waiting = new Set<() => void>();

  add(stream: 'stdout' | 'stderr', text: string): void {
    this[stream] += text;
    this.screen += text;
    for (const look of this.#waiting) look();
  }

  /** @param ended rejects the wait when the program ends without a match */
  match(pattern: RegExp, ended: Promise<Ended>, from = 0): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(this.screen.slice(from));
        if (match === null) return;
        this.#waiting.delete(look);
        resolve(match);
      };
      this.#waiting.add(look);
      look();
      ended.then(({ status }) => reject(new Error(`ended with ${status}: ${this.screen}`)), reject);
    });
  }
}

/** Resolves once something holds; the test's own time limit ends the wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 5));
}
