import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { testClock } from '../support/clock.ts';

const never = new Promise<never>(() => {});
const late = () => new Error('late');

describe.each([
  ['of the system', systemClock],
  ['of tests', testClock()],
])('the clock %s', (_, clock) => {
  it('a wait takes its time', async () => {
    const before = clock.now();
    await clock.wait(20);
    // Timers count whole milliseconds.
    expect(clock.now() - before).toBeGreaterThanOrEqual(19);
  });

  it('an aborted signal ends a wait at once', async () => {
    const ending = new AbortController();
    const before = clock.now();
    const wait = clock.wait(3_600_000, ending.signal);
    ending.abort();
    await wait;
    await clock.wait(3_600_000, ending.signal);
    expect(clock.now() - before).toBeLessThan(3_600_000);
  });

  it('a promise that is late is a failure', async () => {
    expect(await clock.within(60_000, Promise.resolve(7), late)).toBe(7);
    await expect(clock.within(0, never, late)).rejects.toThrow('late');
  });
});
