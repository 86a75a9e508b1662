/** The locks of this program: how long each waits for other processes, and what is said then. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withAccountLock } from '../../src/changes/carry-out.ts';
import { runsFolder } from '../../src/changes/runs.ts';
import { lockImport } from '../../src/import/jobs/imports-folder.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { takeLock } from '../../src/lib/lock.ts';
import { fileNameOf } from '../../src/people/local-account.ts';
import { changeConfig, withCredentialLock } from '../../src/settings/config-lock.ts';
import { readConfig, withProfile } from '../../src/settings/profiles.ts';
import { api } from '../http/api.ts';
import { testClock } from '../support/clock.ts';
import { failureOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/home.ts';

type Work = (configDir: string, clock: Clock, signal?: AbortSignal) => Promise<unknown>;

const account = { id: 'a', baseUrl: 'https://api.example.com' };
const done = async () => 'done';
const place = (configDir: string, clock: Clock) => ({ configDir, clock, warn: () => {} });

const locks: readonly [name: string, path: string, work: Work, patience: number, failure: object][] = [
  [
    'the files of the config dir',
    'lock',
    (folder, clock) => changeConfig(place(folder, clock), config => config),
    20_000,
    { code: 'write_failed', message: expect.stringContaining('is locked by another newsletter process') },
  ],
  [
    // A refresh may take as long as the service needs.
    'the sign-in of a profile',
    'sign-in-work.lock',
    (folder, clock, signal = new AbortController().signal) =>
      withCredentialLock(place(folder, clock), 'work', signal, done),
    180_000,
    { code: 'write_failed', message: expect.stringContaining('is locked by another newsletter process') },
  ],
  [
    'an import',
    'imports/1.journal.lock',
    async (folder, clock) => {
      (await lockImport(join(folder, 'imports/1.journal'), clock))();
      return 'done';
    },
    0,
    { code: 'already_running' },
  ],
  [
    'the people of an account',
    join(runsFolder(''), `${fileNameOf(account)}.lock`),
    (configDir, clock) => withAccountLock({ configDir, account, api: api(account.baseUrl, { clock }) }, done),
    0,
    { code: 'already_running' },
  ],
];

describe.each(locks)('the lock of %s', (_, name, work, patience, failure) => {
  it('is waited for as long as the work of others may take, and then named', async () => {
    const clock = testClock();
    const folder = temporaryFolder();
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    onTestFinished((await takeLock(path)) ?? expect.unreachable());
    expect(await failureOf(work(folder, clock))).toMatchObject(failure);
    expect(clock.now()).toBeGreaterThanOrEqual(patience);
    expect(clock.now()).toBeLessThan(patience + 200);
  });
});

it('of two changes of config.json at once, none is lost', async () => {
  const folder = temporaryFolder();
  const names = ['one', 'two', 'three'];
  await Promise.all(
    names.map(name => changeConfig(place(folder, testClock()), config => withProfile(config, name, {}))),
  );
  expect(Object.keys(readConfig(folder).profiles).sort()).toEqual(names.toSorted());
});

it('the wait for the lock of a sign-in ends with Ctrl-C', async () => {
  const [, name, work] = locks[1] ?? expect.unreachable();
  const folder = temporaryFolder();
  onTestFinished((await takeLock(join(folder, name))) ?? expect.unreachable());
  const stop = new AbortController();
  const waiting = work(folder, testClock(), stop.signal);
  stop.abort(new Error('Ctrl-C'));
  await expect(waiting).rejects.toThrow('Ctrl-C');
});
