import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '../../src/lib/failure.ts';
import { awaitFree, lockOwner, startIn, stateOf, takeLock, withLock } from '../../src/lib/lock.ts';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';

/** A lock as another process has made it. @param age milliseconds since it was renewed */
function lockOf(owner: Partial<ReturnType<typeof lockOwner>>, age = 0): string {
  const path = join(temporaryFolder(), 'journal.lock');
  writeFileSync(path, JSON.stringify({ ...lockOwner(), ...owner }));
  renewed(path, age);
  return path;
}

function renewed(path: string, age: number): void {
  const time = new Date(Date.now() - age);
  utimesSync(path, time, time);
}

describe('a lock', () => {
  it('has one owner until it is released', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'lock');
    const release = await takeLock(path);
    expect(await takeLock(path)).toBeUndefined();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(lockOwner());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    release?.();
    (await takeLock(path))?.();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a process that is alive is waited for with patience', async () => {
    const clock = testClock();
    let told = 0;
    const onWait = () => told++;
    expect(await takeLock(lockOf({}), { clock, patience: 10_000, onWait })).toBeUndefined();
    expect(clock.now()).toBeGreaterThanOrEqual(10_000);
    expect(clock.now()).toBeLessThan(10_200);
    expect(told).toBe(1);
    // At first it may be free at any moment; later, looking often only costs.
    expect(clock.waits[0]).toBeLessThanOrEqual(15);
    for (const wait of clock.waits) expect(wait).toBeGreaterThanOrEqual(5);
    for (const wait of clock.waits.slice(20)) expect(wait).toBeGreaterThanOrEqual(50);
    for (const wait of clock.waits) expect(wait).toBeLessThanOrEqual(150);
  });

  it('is not waited for without patience', async () => {
    const clock = testClock();
    expect(await takeLock(lockOf({}), { clock, onWait: () => expect.unreachable() })).toBeUndefined();
    expect(clock.waits).toEqual([]);
  });

  it.each<[string, () => string]>([
    ['of another host', () => lockOf({ where: 'elsewhere' })],
    ['of another host, whose clock is ahead', () => lockOf({ where: 'elsewhere' }, -86_400_000)],
    ['that was just made, and is empty', () => emptied(lockOf({}))],
  ])('%s that is not renewed is taken over after four seconds', async (_, made) => {
    const path = made();
    const clock = testClock();
    const release = await takeLock(path, { clock });
    expect(release).toBeDefined();
    expect(clock.now()).toBeGreaterThan(3900);
    expect(clock.now()).toBeLessThan(4300);
    release?.();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('that another host renews is not taken over', async () => {
    const path = lockOf({ where: 'elsewhere' });
    const clock = testClock();
    const wait = async (ms: number) => {
      await clock.wait(ms);
      renewed(path, -clock.now());
    };
    expect(await takeLock(path, { clock: { ...clock, wait } })).toBeUndefined();
    expect(clock.now()).toBeGreaterThan(5900);
  });

  it('of a killed process is taken over by one of many', async () => {
    const folder = temporaryFolder();
    for (let round = 0; round < 10; round++) {
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

  it('whose takeover was killed is taken over by the next', async () => {
    const path = lockOf({ start: '1' });
    mkdirSync(`${path}.takeover`);
    renewed(`${path}.takeover`, 60_000);
    const release = await takeLock(path, { clock: testClock() });
    expect(release).toBeDefined();
    release?.();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('that another process takes over is waited for', async () => {
    const path = lockOf({ start: '1' });
    mkdirSync(`${path}.takeover`);
    const clock = testClock();
    expect(await takeLock(path, { clock })).toBeUndefined();
    expect(clock.now()).toBeGreaterThanOrEqual(6000);
  });

  it('that another process has taken over meanwhile is left to it', async () => {
    const path = lockOf({ start: '1' });
    const clock = testClock();
    const next = JSON.stringify(lockOwner());
    const now = () => {
      if (existsSync(`${path}.takeover`)) writeFileSync(path, next);
      return clock.now();
    };
    expect(await takeLock(path, { clock: { ...clock, now } })).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toBe(next);
  });

  it('is renewed while it is held, and not after a takeover', async () => {
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
    expect(vi.getTimerCount()).toBe(0);
    release?.();
  });

  it('that was taken over is not released by its former owner', async () => {
    const path = join(temporaryFolder(), 'lock');
    const release = await takeLock(path);
    writeFileSync(path, 'of the next one');
    release?.();
    expect(readFileSync(path, 'utf8')).toBe('of the next one');
  });

  it('that cannot be made is a failure that names the folder', async () => {
    const folder = join(temporaryFolder(), 'made');
    (await takeLock(join(folder, 'lock')))?.();
    writeFileSync(join(folder, 'file'), '');
    for (const path of [join(folder, 'file', 'lock'), join(folder, 'long'.repeat(100))])
      await expect(takeLock(path)).rejects.toThrow(/^cannot write to .*made/);
  });

  it('is not waited for after Ctrl-C', async () => {
    const controller = new AbortController();
    const onWait = () => controller.abort(new Error('Ctrl-C'));
    const waiting = takeLock(lockOf({}), { patience: 60_000, onWait, signal: controller.signal });
    await expect(waiting).rejects.toThrow('Ctrl-C');
  });
});

describe('a lock that is only awaited', () => {
  it.each<[string, () => string, boolean]>([
    ['there is none', () => join(temporaryFolder(), 'lock'), true],
    ['its owner has ended', () => lockOf({ start: '1' }), true],
    ['its owner is on another host, and does not renew it', () => lockOf({ where: 'elsewhere' }), true],
    ['its owner is alive', () => lockOf({}), false],
  ])('where %s, becomes free: %s', async (_, made, isFree) => {
    const path = made();
    const before = readdirSync(join(path, '..'));
    expect(await awaitFree(path, { clock: testClock(), patience: 5000 })).toBe(isFree);
    expect(readdirSync(join(path, '..'))).toEqual(before);
  });

  it('that cannot be looked at is a failure that names the folder', async () => {
    const path = join(temporaryFolder(), 'long'.repeat(100));
    await expect(awaitFree(path)).rejects.toThrow(/^cannot write to /);
  });
});

describe('work under a lock', () => {
  const busy = () => new Failure('already_running', 'busy');

  it('is released after work that failed', async () => {
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

describe('the process that a lock names', () => {
  const self = lockOwner();
  const isLinux = process.platform === 'linux';

  it.each([
    ['is this one', self, isLinux ? 'alive' : 'perhaps'],
    ['has ended, and another has its pid', { ...self, start: '1' }, isLinux ? 'ended' : 'perhaps'],
    ['has ended', { ...self, pid: 2 ** 22 + 1 }, 'ended'],
    ['runs on another host, boot or container', { ...self, where: 'elsewhere' }, 'elsewhere'],
    ['is not named', {}, 'elsewhere'],
    ['is not readable', undefined, 'elsewhere'],
  ])('%s', (_, owner, state) => {
    expect(stateOf(owner)).toBe(state);
  });

  it.each([
    ['node', 'S', '22'],
    ['node', 'R', '22'],
    ['a) Z (b', 'S', '22'],
    ['a) S\n(b', 'Z', 'ended'],
    ['node', 'X', 'ended'],
  ])('is called %j, and Linux says %s: %s', (name, state, start) => {
    const rest = Array.from({ length: 30 }, (_, at) => at + 4).join(' ');
    expect(startIn(`1 (${name}) ${state} ${rest}\n`)).toBe(start);
  });

  it('is not told of where there is no /proc', () => {
    expect(startIn('')).toBeUndefined();
  });
});

function emptied(path: string): string {
  writeFileSync(path, '');
  return path;
}
