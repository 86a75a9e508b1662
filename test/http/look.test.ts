import { expect, it } from 'vitest';
import { lookForOutcome } from '../../src/http/look.ts';
import { Failure } from '../../src/lib/failure.ts';
import { testClock } from '../support/clock.ts';

const limits = () => ({ clock: testClock(), signal: new AbortController().signal });

it('when nothing shows, then the pauses grow, and the last look is at the end', async () => {
  const here = limits();
  const looks: number[] = [];
  const look = async () => void looks.push(here.clock.now());
  expect(await lookForOutcome({ look, patience: 30, limits: here })).toBeUndefined();
  expect(looks).toEqual([0, 400, 1400, 3400, 6400, 11_400, 16_400, 21_400, 26_400, 30_000]);
});

it('when there is no patience, then there is one look, at once', async () => {
  const here = limits();
  let looks = 0;
  expect(await lookForOutcome({ look: async () => void looks++, patience: 0, limits: here })).toBeUndefined();
  expect({ looks, now: here.clock.now() }).toEqual({ looks: 1, now: 0 });
});

it('when a look hangs, then it is given up ten seconds after the end', async () => {
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

it('when a look fails, then the next may succeed, unless that needs credentials', async () => {
  const here = limits();
  const failing = (code: 'timeout' | 'credentials_refused') => {
    let looks = 0;
    return async () => {
      if (looks++ === 0) throw new Failure(code, 'first');
      return 'there';
    };
  };
  expect(await lookForOutcome({ look: failing('timeout'), patience: 5, limits: here })).toBe('there');
  const refused = lookForOutcome({ look: failing('credentials_refused'), patience: 5, limits: here });
  await expect(refused).rejects.toMatchObject({ code: 'credentials_refused' });
});

it('when it is interrupted, then the looking ends', async () => {
  const ending = new AbortController();
  const look = async () => void ending.abort(new Error('Ctrl-C'));
  const looking = lookForOutcome({
    look,
    patience: 30,
    limits: { clock: testClock(), signal: ending.signal },
  });
  await expect(looking).rejects.toThrow('Ctrl-C');
});
