/** Looking at the service's state; what creations and sends make of it: test/cli/created-once.test.ts. */
import { expect, it } from 'vitest';
import { lookForOutcome } from '../../src/http/once.ts';
import { Failure, type FailureCode } from '../../src/lib/failure.ts';
import { testClock } from '../support/clock.ts';

const limits = () => ({ clock: testClock(), signal: new AbortController().signal });

it('looks that show nothing have growing pauses, and the last is at the end', async () => {
  const here = limits();
  const looks: number[] = [];
  const look = async () => void looks.push(here.clock.now());
  expect(await lookForOutcome({ look, patience: 30, limits: here })).toBeUndefined();
  expect(looks).toEqual([0, 400, 1400, 3400, 6400, 11_400, 16_400, 21_400, 26_400, 30_000]);
});

it('without patience there is one look, at once', async () => {
  const here = limits();
  let looks = 0;
  expect(await lookForOutcome({ look: async () => void looks++, patience: 0, limits: here })).toBeUndefined();
  expect({ looks, now: here.clock.now() }).toEqual({ looks: 1, now: 0 });
});

it('a look that hangs is given up ten seconds after the end', async () => {
  const here = limits();
  const hanging = new Promise<never>(() => {});
  const looking = lookForOutcome({ look: () => hanging, patience: 5, limits: here });
  const ended = looking.then(String, (error: unknown) => error);
  await new Promise(setImmediate);
  here.clock.move(14_999);
  expect(await Promise.race([ended, new Promise(resolve => setImmediate(resolve, 'still looking'))])).toBe(
    'still looking',
  );
  here.clock.move(1);
  expect(await ended).toMatchObject({ code: 'timeout' });
});

it('a look that failed is followed by another, unless that needs credentials or settings', async () => {
  const here = limits();
  const failing = (code: FailureCode) => {
    let looks = 0;
    return async () => {
      if (looks++ === 0) throw new Failure(code, 'first');
      return 'there';
    };
  };
  expect(await lookForOutcome({ look: failing('timeout'), patience: 5, limits: here })).toBe('there');
  for (const code of ['credentials_refused', 'not_signed_in', 'invalid_value'] as const) {
    const refused = lookForOutcome({ look: failing(code), patience: 5, limits: here });
    await expect(refused).rejects.toMatchObject({ code });
  }
});

it('Ctrl-C ends the looking', async () => {
  const ending = new AbortController();
  const look = async () => void ending.abort(new Error('Ctrl-C'));
  const looking = lookForOutcome({
    look,
    patience: 30,
    limits: { clock: testClock(), signal: ending.signal },
  });
  await expect(looking).rejects.toThrow('Ctrl-C');
});

it('a fault of the program in a look is thrown', async () => {
  const look = async () => {
    throw new TypeError('a fault');
  };
  await expect(lookForOutcome({ look, patience: 30, limits: limits() })).rejects.toThrow(TypeError);
});
