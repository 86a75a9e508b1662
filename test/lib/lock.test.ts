import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '../../src/lib/failure.ts';
import { isLeftOver, ObservedLock, takeLock, withLock } from '../../src/lib/lock.ts';
import { judgeLock, type LockOwner, processAt, type RunningProcess, self } from '../../src/lib/lock-owner.ts';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';

/** A lock as another process has made it. @param age milliseconds since it was renewed */
function lockOf(owner: Partial<LockOwner>, age = 0): string {
  const path = join(temporaryFolder(), 'journal.lock');
  writeFileSync(path, JSON.stringify({ ...self(), ...owner }));
  renewed(path, age);
  return path;
}

function renewed(path: string, age: number): void {
  const time = new Date(Date.now() - age);
  utimesSync(path, time, time);
}

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
    expect(processAt(process.pid)).toEqual({ start: self().start });
  });
});

describe('a lock', () => {
  it('when it is held, then nobody else gets it until it is released; it is for this user alone', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'lock');
    const release = await takeLock(path);
    expect(await takeLock(path)).toBeUndefined();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(self());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    release?.();
    (await takeLock(path))?.();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('when its owner is alive, then it is waited for as long as the patience says, and that is told once', async () => {
    const clock = testClock();
    let told = 0;
    const onWait = () => told++;
    expect(await takeLock(lockOf({}), { clock, patience: 60_000, onWait })).toBeUndefined();
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(clock.now()).toBeLessThan(60_200);
    expect(told).toBe(1);
  });

  it.each<[string, () => string]>([
    ['of another host', () => lockOf({ host: 'elsewhere' })],
    ['of another host, whose clock is ahead', () => lockOf({ host: 'elsewhere' }, -86_400_000)],
    ['that was just made, and is empty', () => emptied(lockOf({}))],
    ['of version 0.1.0', oldLock],
  ])('when it is one %s and is not renewed, then it is taken over after four seconds', async (_, made) => {
    const path = made();
    const clock = testClock();
    const release = await takeLock(path, { clock });
    expect(release).toBeDefined();
    expect(clock.now()).toBeGreaterThan(3900);
    expect(clock.now()).toBeLessThan(4300);
    release?.();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('when another host renews its lock, then nobody takes it over', async () => {
    const path = lockOf({ host: 'elsewhere' });
    const clock = testClock();
    const wait = async (ms: number) => {
      await clock.wait(ms);
      renewed(path, -clock.now());
    };
    expect(await takeLock(path, { clock: { ...clock, wait } })).toBeUndefined();
    expect(clock.now()).toBeGreaterThan(5900);
  });

  it('when many find the lock of a killed process at the same time, then one of them gets it, and none fails', async () => {
    const folder = temporaryFolder();
    for (let round = 0; round < 50; round++) {
      const path = join(folder, `${round}.lock`);
      mkdirSync(path);
      renewed(path, 60_000);
      const taken = await Promise.all(Array.from({ length: 8 }, () => takeLock(path)));
      const releases = taken.filter(release => release !== undefined);
      expect(releases).toHaveLength(1);
      for (const release of releases) release();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('when a process was killed while it took one over, then the next one does', async () => {
    const path = lockOf({ start: '1' });
    mkdirSync(`${path}.takeover`);
    renewed(`${path}.takeover`, 60_000);
    expect(isLeftOver(path)).toBe(true);
    const release = await takeLock(path, { clock: testClock() });
    expect(isLeftOver(path)).toBe(false);
    release?.();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('when another process has taken a stale one over meanwhile, then it stays', () => {
    const path = lockOf({ start: '1' });
    const observed = new ObservedLock(path, 4000, testClock());
    expect(observed.judge()).toBe('stale');
    writeFileSync(path, JSON.stringify(self()));
    expect(observed.isTakenAway()).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['journal.lock']);
    expect(observed.judge()).toBe('held');
  });

  it('when it is held for long, then it is renewed, but not any more when another has taken it over', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const path = join(temporaryFolder(), 'lock');
    const release = await takeLock(path);
    const ageAfterSecond = () => {
      renewed(path, 60_000);
      vi.advanceTimersByTime(1000);
      return Date.now() - statSync(path).mtimeMs;
    };
    expect([ageAfterSecond(), ageAfterSecond()].every(age => age < 30_000)).toBe(true);
    writeFileSync(path, 'of the next one');
    expect(ageAfterSecond()).toBeGreaterThan(30_000);
    release?.();
  });

  it('when it was taken over from a process that was suspended, then that one does not release it', async () => {
    const path = join(temporaryFolder(), 'lock');
    const release = await takeLock(path);
    writeFileSync(path, 'of the next one');
    release?.();
    expect(readFileSync(path, 'utf8')).toBe('of the next one');
  });

  it('when it cannot be made, then the caller says why', async () => {
    const path = join(temporaryFolder(), 'none', 'lock');
    await expect(takeLock(path)).rejects.toMatchObject({ code: 'ENOENT' });
    const cannotMake = (error: unknown) => new Failure('write_failed', String(error));
    await expect(takeLock(path, { cannotMake })).rejects.toThrow(/^Error: ENOENT/);
  });

  it('when it is interrupted while it waits, then it stops with the reason', async () => {
    const controller = new AbortController();
    const onWait = () => controller.abort(new Error('Ctrl-C'));
    const waiting = takeLock(lockOf({}), { patience: 60_000, onWait, signal: controller.signal });
    await expect(waiting).rejects.toThrow('Ctrl-C');
  });
});

describe('work under a lock', () => {
  const busy = () => new Failure('import_running', 'busy');

  it('when it fails, then the lock is released; when the lock is held, then the work is not done', async () => {
    const path = join(temporaryFolder(), 'lock');
    const work = () => withLock(path, { busy }, async () => 'done');
    const failing = withLock(path, { busy }, async () => {
      await expect(work()).rejects.toThrow('busy');
      throw new Error('it failed');
    });
    await expect(failing).rejects.toThrow('it failed');
    expect(await work()).toBe('done');
  });
});

function emptied(path: string): string {
  writeFileSync(path, '');
  return path;
}

function oldLock(): string {
  const path = join(temporaryFolder(), 'journal.lock');
  mkdirSync(path);
  writeFileSync(path.replace(/lock$/, 'owner'), JSON.stringify({ pid: process.pid, host: self().host }));
  return path;
}
