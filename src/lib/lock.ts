/** Locks between processes: a file that only one of them can make. It names its owner, who renews it. */
import { lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { type Clock, systemClock } from './clock.ts';
import { type Failure, ignoringErrors, systemCode } from './failure.ts';
import { unwritableHere } from './files/file-errors.ts';
import { makeOwnFolder } from './files/folder.ts';
import { isObject } from './json/is-object.ts';

/** Milliseconds after which a lock that is not renewed is stale, unless its owner is known to be alive. */
const staleAfter = 4000;
/** Milliseconds between renewals. */
const renewEvery = 1000;

export interface LockOptions {
  /** Milliseconds to wait for an owner that is alive (default 0). */
  readonly patience?: number;
  /** Called when such a wait begins. */
  readonly onWait?: () => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

export type Release = () => void;
type LockState = 'free' | 'held' | 'stale' | 'unclear';

/**
 * Takes a lock.
 *
 * @param path of its file, whose folder is made
 * @returns undefined when a process that is alive holds it for longer than the patience
 * @throws Failure write_failed; the reason of the signal
 */
export async function takeLock(path: string, options: LockOptions = {}): Promise<Release | undefined> {
  makeOwnFolder(dirname(path));
  // The global one: loading `node:crypto` takes every start 3 ms.
  const text = JSON.stringify({ ...lockOwner(), key: crypto.randomUUID() });
  // A full disk may leave an empty lock, which names no owner: the next process takes it over after a while.
  const make = () => writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  const isFree = await isFreeInTime(path, options, judge => {
    for (;;) {
      if (isExclusive(make)) return 'free';
      const state = judge();
      if (state === 'stale' ? !isRemoved(path, judge) : state !== 'free') return state;
    }
  });
  return isFree ? holding(path, text) : undefined;
}

/**
 * Waits while a process that is alive holds a lock, without taking it.
 *
 * @returns false if it still does after the patience
 * @throws as `takeLock`
 */
export async function awaitFree(path: string, options: LockOptions = {}): Promise<boolean> {
  return await isFreeInTime(path, options, judge => (judge() === 'stale' ? 'free' : judge()));
}

/** Looks at a lock until it is free, or is held for longer than the patience. */
async function isFreeInTime(
  path: string,
  { patience = 0, signal, clock = systemClock, onWait }: LockOptions,
  look: (judge: () => LockState) => LockState,
): Promise<boolean> {
  const start = clock.now();
  // `renewed` by the clock of the file system; `since` is when this process saw it, by its own clock.
  let [renewed, since] = [Number.NaN, start];
  const judge = () => {
    const latest = renewedAt(path) ?? Number.NaN;
    if (latest !== renewed) [renewed, since] = [latest, clock.now()];
    return judgeLock(path, clock.now() - since);
  };
  for (let waits = 0; ; waits++) {
    let state: LockState;
    try {
      state = look(judge);
    } catch (error) {
      throw unwritableHere(`to ${dirname(path)}`, error);
    }
    if (state === 'free') return true;
    const most = state === 'held' ? patience : Math.max(patience, staleAfter * 1.5);
    if (clock.now() - start >= most) return false;
    if (waits === 0) onWait?.();
    await clock.wait(Math.min(10 + 5 * waits, 100) * (0.5 + Math.random()), signal);
    signal?.throwIfAborted();
  }
}

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

/** @param seen milliseconds, by the clock of this process, since it saw the lock renewed */
function judgeLock(path: string, seen: number): LockState {
  const renewed = renewedAt(path);
  if (renewed === undefined) return 'free';
  const isOld = Math.max(Date.now() - renewed, seen) > staleAfter;
  switch (stateOf(ignoringErrors(() => JSON.parse(readFileSync(path, 'utf8'))))) {
    case 'elsewhere':
      return isOld ? 'stale' : 'unclear';
    // A process that was suspended goes on with what it did under its lock, however old that is.
    case 'alive':
      return 'held';
    case 'perhaps':
      return isOld ? 'stale' : 'held';
    case 'ended':
      return 'stale';
  }
}

/** This process: `where` its pid counts (a boot, a container), and its start where Linux tells. */
export function lockOwner() {
  const boot = ignoringErrors(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = ignoringErrors(() => readlinkSync('/proc/self/ns/pid'));
  const where = [hostname(), boot, namespace].filter(Boolean).join(' ');
  return { pid: process.pid, where, start: startOf(process.pid) };
}

/** What became of a process, by what `lockOwner` said of it; `perhaps` if another one may have its pid now. */
export function stateOf(owner: unknown): 'alive' | 'perhaps' | 'ended' | 'elsewhere' {
  if (!isObject(owner) || owner.where !== lockOwner().where) return 'elsewhere';
  const start = startOf(Number(owner.pid));
  if (start !== undefined) return start === owner.start ? 'alive' : 'ended';
  return isRunning(Number(owner.pid)) ? 'perhaps' : 'ended';
}

function startOf(pid: number): string | undefined {
  // `unshare --pid` leaves the /proc of another namespace, where the pid is that of another process.
  if (ignoringErrors(() => readlinkSync('/proc/self')) !== String(process.pid)) return undefined;
  return startIn(ignoringErrors(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '');
}

/** Fields 3 and 22 of proc_pid_stat(5), behind the name in parentheses. A zombie has ended. */
export function startIn(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ['Z', 'X'].includes(fields[0] ?? '') ? 'ended' : fields[19];
}

/** Whether a process of this machine runs. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

/** Removes a stale lock. Returns false while another process does: one at a time, or it would remove the next one's. */
function isRemoved(path: string, judge: () => LockState): boolean {
  const claim = `${path}.takeover`;
  // Left by a process that was killed just here.
  if (Date.now() - (renewedAt(claim) ?? Number.NaN) > staleAfter) removeLock(claim);
  if (!isExclusive(() => mkdirSync(claim))) return false;
  try {
    if (judge() === 'stale') removeLock(path);
  } finally {
    removeLock(claim);
  }
  return true;
}

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
  const isMine = () => ignoringErrors(() => readFileSync(path, 'utf8')) === text;
  const renewal = setInterval(() => {
    const now = new Date();
    if (isMine()) ignoringErrors(() => utimesSync(path, now, now));
    else clearInterval(renewal);
  }, renewEvery).unref();
  return () => {
    if (isMine()) ignoringErrors(() => removeLock(path));
  };
}

const removeLock = (path: string) => rmSync(path, { recursive: true, force: true });

const renewedAt = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
