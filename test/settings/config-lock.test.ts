import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withLock } from '../../src/lib/lock.ts';
import { withCredentialLock } from '../../src/settings/config-lock.ts';
import { testClock } from '../support/clock.ts';
import { failureOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/home.ts';

/** The lock of the profile `work`, while another run holds it. */
async function held(work: (wait: (signal?: AbortSignal) => Promise<unknown>) => Promise<void>) {
  const configDir = temporaryFolder();
  const clock = testClock();
  const lock = (signal = new AbortController().signal) =>
    withCredentialLock({ configDir, warn: () => {} }, 'work', { signal, clock }, async () => 'done');
  const busy = () => {
    throw new Error('the lock is not free');
  };
  await withLock(join(configDir, 'sign-in-work.lock'), { busy }, () => work(lock));
  return { clock, lock };
}

it('when another process keeps signing a profile in, then it is waited for three minutes, and named', async () => {
  const { clock, lock } = await held(async lock => {
    expect(await failureOf(lock())).toMatchObject({
      code: 'write_failed',
      message: expect.stringContaining('is locked by another newsletter process'),
    });
  });
  expect(clock.now()).toBeGreaterThanOrEqual(180_000);
  expect(clock.now()).toBeLessThan(181_000);
  expect(await lock()).toBe('done');
});

it('when Ctrl-C comes meanwhile, then the wait ends with its reason', async () => {
  await held(async lock => {
    const stop = new AbortController();
    const waiting = lock(stop.signal);
    stop.abort(new Error('Ctrl-C'));
    await expect(waiting).rejects.toThrow('Ctrl-C');
  });
});
