/** Who holds a lock, and whether it is stale. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemCode } from './failure.ts';
import { isObject } from './json/is-object.ts';

/** A process that holds a lock. Fields that the system does not provide are missing. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** Id of the boot (Linux). */
  readonly boot?: string | undefined;
  /** The namespace that the pid counts in: each container has its own (Linux). */
  readonly namespace?: string | undefined;
  /** When the process started, in ticks since the boot (Linux). */
  readonly start?: string | undefined;
}

/** The process with a pid; `start` if the system provides it. A zombie counts as gone. */
export type RunningProcess = 'gone' | { readonly start?: string | undefined };

export interface LockState {
  /** Undefined if it cannot be read, or if the lock is of version 0.1.0. */
  readonly owner: LockOwner | undefined;
  /** Milliseconds since it was renewed. */
  readonly age: number;
  readonly staleAfter: number;
}

/**
 * Judges the lock of another process: `stale` locks are taken over. Of an `unclear` one only its age tells, so whoever
 * wants it waits until it must have been renewed.
 *
 * @param self this process
 * @param processAt what runs under a pid of this machine
 */
export function judgeLock(
  { owner, age, staleAfter }: LockState,
  self: LockOwner,
  processAt: (pid: number) => RunningProcess,
): 'held' | 'stale' | 'unclear' {
  const byAge = age > staleAfter ? 'stale' : 'unclear';
  // Machines may share a name, and so may containers, which also number their processes alike.
  const isHere =
    owner !== undefined && (['host', 'boot', 'namespace'] as const).every(each => owner[each] === self[each]);
  if (!isHere) return byAge;
  if (owner.pid === self.pid) return owner.start === self.start ? 'held' : 'stale';
  const running = processAt(owner.pid);
  if (running === 'gone') return 'stale';
  // Not by age: a process that was suspended goes on with what it did under its lock.
  if (owner.start !== undefined && running.start !== undefined) {
    return owner.start === running.start ? 'held' : 'stale';
  }
  return age > staleAfter ? 'stale' : 'held';
}

/** @param text content of a lock */
export function ownerIn(text: string | undefined): LockOwner | undefined {
  try {
    const owner: unknown = JSON.parse(text ?? '');
    const isOwner = isObject(owner) && Number.isInteger(owner.pid) && Number(owner.pid) > 0;
    return isOwner ? (owner as unknown as LockOwner) : undefined;
  } catch {
    return undefined;
  }
}

/** This process. @param proc where the system tells of processes */
export function self(proc = '/proc'): LockOwner {
  return {
    pid: process.pid,
    host: hostname(),
    boot: textOf(`${proc}/sys/kernel/random/boot_id`)?.trim(),
    namespace: ignoringErrors(() => readlinkSync(`${proc}/self/ns/pid`)),
    start: statusIn(textOf(`${proc}/self/stat`)).start ?? String(performance.timeOrigin),
  };
}

export function processAt(pid: number, proc = '/proc'): RunningProcess {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) === 'ESRCH') return 'gone';
  }
  // In a namespace of its own, a process may still see the /proc of another one.
  const isOurs = ignoringErrors(() => readlinkSync(`${proc}/self`)) === String(process.pid);
  const { state = '', start } = isOurs ? statusIn(textOf(`${proc}/${pid}/stat`)) : {};
  // Only its parent has not asked how it ended; in a container perhaps it never will.
  return ['Z', 'X'].includes(state) ? 'gone' : { start };
}

/** State and start of a process, by proc_pid_stat(5); neither where the system does not tell. */
function statusIn(stat = ''): { readonly state?: string | undefined; readonly start?: string | undefined } {
  // Fields 3 and 22, counted behind the name, which stands in parentheses and may hold some itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], start: fields[19] };
}

/** Undefined when it cannot be read. */
export function textOf(path: string): string | undefined {
  return ignoringErrors(() => readFileSync(path, 'utf8'));
}

export function ignoringErrors<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
