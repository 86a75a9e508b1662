/** Who holds a lock, and whether it is stale. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  judgeLock,
  type LockOwner,
  ownerIn,
  processAt,
  type RunningProcess,
  self,
} from '../../src/lib/lock-owner.ts';
import { temporaryFolder } from '../support/home.ts';

/** A process that has ended, and whose parent never asks how. @returns its id */
async function zombie(): Promise<number> {
  // The shell becomes a `sleep`, which does not know that it has a child.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [pid] = await once(parent.stdout, 'data');
  return Number(String(pid));
}

describe('when a lock is stale', () => {
  const me = { pid: 7, host: 'here', boot: 'b1', namespace: 'n1', start: '100' };
  const other = { ...me, pid: 8, start: '90' };
  const sameStart: RunningProcess = { start: '90' };

  it.each<[string, LockOwner | undefined, RunningProcess, string, string]>([
    // Another process of this machine.
    ['a process that runs', other, sameStart, 'held', 'held'],
    ['a process that has ended, or a zombie', other, 'gone', 'stale', 'stale'],
    ['a process that has ended, its pid now another one', other, { start: '95' }, 'stale', 'stale'],
    ['a process that runs, on a system that does not tell since when', other, {}, 'held', 'stale'],
    [
      'a process that runs, and did not say since when',
      { ...other, start: undefined },
      sameStart,
      'held',
      'stale',
    ],
    // A container that was killed, and whose next process has the same pid.
    ['my own pid, started before', { ...me, start: '90' }, sameStart, 'stale', 'stale'],
    ['this process itself', me, sameStart, 'held', 'held'],
    // Whether those run cannot be seen from here.
    ['my own pid in another container', { ...me, namespace: 'n2', start: '90' }, 'gone', 'unclear', 'stale'],
    ['my own pid before a reboot', { ...me, boot: 'b0' }, 'gone', 'unclear', 'stale'],
    ['another host', { ...other, host: 'there' }, 'gone', 'unclear', 'stale'],
    ['a system that tells less', { pid: 8, host: 'here' }, 'gone', 'unclear', 'stale'],
    ['nobody, as in a lock of version 0.1.0', undefined, 'gone', 'unclear', 'stale'],
  ])('when it is of %s', (_, owner, running, whenRenewed, whenNot) => {
    const judge = (age: number) => judgeLock({ owner, age, staleAfter: 4000 }, me, () => running);
    expect([judge(0), judge(4000), judge(4001)]).toEqual([whenRenewed, whenRenewed, whenNot]);
  });

  it.skipIf(process.platform !== 'linux')('when a process is a zombie, then it counts as gone', async () => {
    const pid = await zombie();
    await expect.poll(() => processAt(pid)).toBe('gone');
  });
});

describe('whom the text of a lock names', () => {
  const owner = { pid: 8, host: 'here', start: '90' };

  it.each<[string | undefined, LockOwner | undefined]>([
    [JSON.stringify(owner), owner],
    // It is being written, or the disk was full.
    [JSON.stringify(owner).slice(0, -1), undefined],
    ['', undefined],
    [undefined, undefined],
    // Signals to 0 and to negative numbers go to groups of processes, which always run.
    ['{"pid":0}', undefined],
    ['{"pid":-8}', undefined],
    ['{"pid":8.5}', undefined],
    ['{"pid":"8"}', undefined],
    ['{}', undefined],
    ['null', undefined],
    ['8', undefined],
  ])('when it is %j, then %j', (text, expected) => {
    expect(ownerIn(text)).toEqual(expected);
  });
});

/** A /proc of our own. @param stat what it tells of this process */
function procWith(stat: string, pid = process.pid): string {
  const proc = temporaryFolder();
  const files = { [`${pid}/stat`]: stat, 'sys/kernel/random/boot_id': 'b-1\n' };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(proc, dirname(name)), { recursive: true });
    writeFileSync(join(proc, name), text);
  }
  mkdirSync(join(proc, `${pid}/ns`));
  symlinkSync('pid:[4026531836]', join(proc, `${pid}/ns/pid`));
  symlinkSync(String(pid), join(proc, 'self'));
  return proc;
}

/** Of proc_pid_stat(5): the state is field 3, the start field 22. */
const stat = (name: string, state: string) =>
  `${process.pid} (${name}) ${state} ${Array.from({ length: 30 }, (_, at) => at + 4).join(' ')}\n`;

describe('what the system tells of processes', () => {
  it.each<[string, string, RunningProcess]>([
    ['node', 'S', { start: '22' }],
    ['node', 'R', { start: '22' }],
    ['a) Z (b', 'S', { start: '22' }],
    ['a) S\n(b', 'Z', 'gone'],
    ['node', 'Z', 'gone'],
    ['node', 'X', 'gone'],
  ])('when a process is called %j and its state is %s, then it is %j', (name, state, expected) => {
    const proc = procWith(stat(name, state));
    expect(processAt(process.pid, proc)).toEqual(expected);
    expect(self(proc)).toEqual({
      pid: process.pid,
      host: hostname(),
      boot: 'b-1',
      namespace: 'pid:[4026531836]',
      start: '22',
    });
  });

  it('when it tells nothing, or of processes that are numbered otherwise, then only that they run is known', () => {
    const others = procWith(stat('node', 'Z'), 1);
    mkdirSync(join(others, String(process.pid)));
    writeFileSync(join(others, String(process.pid), 'stat'), stat('node', 'Z'));
    for (const proc of [temporaryFolder(), others])
      expect(processAt(process.pid, proc)).toEqual({ start: undefined });
    const { boot, namespace, start } = self(temporaryFolder());
    expect([boot, namespace]).toEqual([undefined, undefined]);
    expect(Number(start)).toBeCloseTo(performance.timeOrigin);
  });

  it('when there is no such process, then it is gone; this one, and that of the system, are not', () => {
    expect(processAt(2 ** 31 - 1)).toBe('gone');
    expect(processAt(process.pid)).toEqual({
      start: process.platform === 'linux' ? self().start : undefined,
    });
    // Without the right to send it signals.
    if (process.platform !== 'win32') expect(processAt(1)).not.toBe('gone');
  });
});
