/** Locks between processes: a file that only one of them can make. It names its owner, and is renewed while it is held. */
import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type Clock, systemClock } from './clock.ts';
import { type Failure, systemCode } from './failure.ts';
import { ignoringErrors, judgeLock, ownerIn, processAt, self, textOf } from './lock-owner.ts';

/** Milliseconds after which a lock that is not renewed is stale, unless its owner is known to be alive. */
const defaultStaleAfter = 4000;
/** Milliseconds between renewals. */
const renewEvery = 1000;

export interface LockOptions {
  /** Milliseconds after which a lock that is not renewed is stale (default 4000). */
  readonly staleAfter?: number;
  /** Milliseconds to wait for an owner that is alive (default 0). */
  readonly patience?: number;
  /** Called when such a wait begins. */
  readonly onWait?: () => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** The failure when the lock cannot be made (default: Node's system error). */
  readonly cannotMake?: (error: unknown) => Failure;
  readonly clock?: Clock;
}

export type Release = () => void;

/**
 * Takes a lock.
 *
 * @param path of its file; the folder must exist
 * @returns undefined when a process that is alive holds it for longer than the patience
 * @throws what `cannotMake` says; the reason of the signal
 */
export async function takeLock(path: string, options: LockOptions = {}): Promise<Release | undefined> {
  const text = JSON.stringify({ ...self(), key: randomUUID() });
  const look = (observed: ObservedLock) => {
    for (;;) {
      if (isMade(path, text)) return 'free';
      const state = observed.judge();
      if (state === 'held' || state === 'unclear') return state;
      if (state === 'stale' && !observed.isTakenAway()) return state;
    }
  };
  return (await isFreeInTime(path, options, look)) ? holding(path, text) : undefined;
}

/**
 * Waits while a process that is alive holds a lock, without taking it.
 *
 * @returns false if it still does after the patience
 * @throws as `takeLock`
 */
export async function awaitFree(path: string, options: LockOptions = {}): Promise<boolean> {
  return await isFreeInTime(path, options, observed => {
    const state = observed.judge();
    return state === 'stale' ? 'free' : state;
  });
}

/** Looks at a lock until it is free, or is held for longer than the patience. */
async function isFreeInTime(
  path: string,
  options: LockOptions,
  look: (observed: ObservedLock) => LockJudgement,
): Promise<boolean> {
  const { staleAfter = defaultStaleAfter, patience = 0, signal, clock = systemClock } = options;
  const observed = new ObservedLock(path, staleAfter, clock);
  const start = clock.now();
  for (let waits = 0; ; waits++) {
    let state: LockJudgement;
    try {
      state = look(observed);
    } catch (error) {
      throw options.cannotMake?.(error) ?? error;
    }
    if (state === 'free') return true;
    const most = state === 'held' ? patience : Math.max(patience, staleAfter * 1.5);
    if (clock.now() - start >= most) return false;
    if (waits === 0) options.onWait?.();
    await clock.wait(pauseAfter(waits), signal);
    signal?.throwIfAborted();
  }
}

type LockJudgement = ReturnType<typeof judgeLock> | 'free';

/** Milliseconds before the next look at a lock. */
const pauseAfter = (waits: number) => Math.min(10 + 5 * waits, 100) * (0.5 + Math.random());

/**
 * Does work under a lock, as `takeLock`.
 *
 * @param busy the failure when another process holds it for longer than the patience
 */
export async function withLock<T>(
  path: string,
  { busy, ...options }: LockOptions & { readonly busy: () => Failure },
  work: () => Promise<T>,
): Promise<T> {
  const release = await takeLock(path, options);
  if (release === undefined) throw busy();
  try {
    return await work();
  } finally {
    release();
  }
}

/** Whether a lock was left over by a process that has ended: the next one takes it over. */
export function isLeftOver(path: string): boolean {
  return new ObservedLock(path, defaultStaleAfter, systemClock).judge() === 'stale';
}

/** A lock that another process has made. */
export class ObservedLock {
  readonly #path: string;
  readonly #staleAfter: number;
  readonly #clock: Clock;
  /** When it was renewed, by the clock of its file system, and since when that is known, by that of this process. */
  #renewed = Number.NaN;
  #since = 0;
  readonly #self = self();

  constructor(path: string, staleAfter: number, clock: Clock) {
    this.#path = path;
    this.#staleAfter = staleAfter;
    this.#clock = clock;
  }

  judge(): LockJudgement {
    const renewed = renewedAt(this.#path);
    if (renewed === undefined) return 'free';
    const now = this.#clock.now();
    if (renewed !== this.#renewed) [this.#renewed, this.#since] = [renewed, now];
    // Clocks differ: a lock of the future must not last for ever.
    const age = Math.max(Date.now() - renewed, now - this.#since);
    const state = { owner: ownerIn(textOf(this.#path)), age, staleAfter: this.#staleAfter };
    return judgeLock(state, this.#self, processAt);
  }

  /** Removes it if it is stale. Returns false while another process does: one at a time, or it would remove the next one's. */
  isTakenAway(): boolean {
    const claim = `${this.#path}.takeover`;
    // Left by a process that was killed just here.
    if (Date.now() - (renewedAt(claim) ?? Number.NaN) > this.#staleAfter) removeLock(claim);
    if (!isExclusive(() => mkdirSync(claim))) return false;
    try {
      if (this.judge() === 'stale') removeLock(this.#path);
    } finally {
      removeLock(claim);
    }
    return true;
  }
}

/** A full disk may leave an empty lock: nobody's, so that the next process takes it over after a while. */
const isMade = (path: string, text: string) =>
  isExclusive(() => writeFileSync(path, text, { flag: 'wx', mode: 0o600 }));

/** Whether a file or folder could be made, rather than being there already. @throws Node's system error */
function isExclusive(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Renews a lock that this process has made, until it releases it or another has taken it over. */
function holding(path: string, text: string): Release {
  const isMine = () => textOf(path) === text;
  const renewal = setInterval(() => {
    const now = new Date();
    if (isMine()) ignoringErrors(() => utimesSync(path, now, now));
    else clearInterval(renewal);
  }, renewEvery).unref();
  return () => {
    if (isMine()) ignoringErrors(() => removeLock(path));
  };
}

function removeLock(path: string): void {
  for (const each of lockFiles(path)) rmSync(each, { recursive: true, force: true });
}

/**
 * What is deleted when a lock is: itself last and once, since from then on another process may make it. Version 0.1.0 made a
 * folder, with a file beside it that named the owner.
 */
export function lockFiles(path: string): readonly string[] {
  return path.endsWith('.lock') ? [path.replace(/\.lock$/, '.owner'), path] : [path];
}

function renewedAt(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
