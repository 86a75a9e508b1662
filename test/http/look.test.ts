import { describe, expect, it } from 'vitest';
import { RequestFailure } from '../../src/http/errors/request-failure.ts';
import { lookForOutcome, type OnceRequest, settle } from '../../src/http/look.ts';
import type { Came, Outcome } from '../../src/http/outcome.ts';
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

it('when patience is shorter than the pauses, then the second look comes after its pause all the same', async () => {
  const here = limits();
  const looks: number[] = [];
  const look = async () => void looks.push(here.clock.now());
  await lookForOutcome({ look, patience: 0.3, limits: here });
  expect(looks).toEqual([0, 400]);
});

it('when a look shows nothing, then what it showed is not taken for proof; what shows later is', async () => {
  let looks = 0;
  const look = async () => (looks++ < 3 ? undefined : 'there');
  expect(await lookForOutcome({ look, patience: 30, limits: limits() })).toBe('there');
  expect(looks).toBe(4);
});

it.each([
  ['settings are wrong', 'invalid_value'],
  ['nobody is signed in', 'not_signed_in'],
] as const)('when %s, then no further look is made', async (_, code) => {
  let looks = 0;
  const look = async () => {
    looks++;
    throw new Failure(code, 'no');
  };
  await expect(lookForOutcome({ look, patience: 30, limits: limits() })).rejects.toMatchObject({ code });
  expect(looks).toBe(1);
});

it('when a look finds a fault of the program, then that is not passed over', async () => {
  const look = async () => {
    throw new TypeError('a fault');
  };
  await expect(lookForOutcome({ look, patience: 30, limits: limits() })).rejects.toThrow(TypeError);
});

describe('what must leave once', () => {
  const request = { method: 'POST', path: '/v1/x', repeat: 'once', bytes: 2 } as const;
  const failed = (came: Came, outcome: Outcome) =>
    new RequestFailure('outcome_unknown', { request, came, outcome, reason: 'lost' }, {});
  const refusal = new RequestFailure(
    'refused',
    { request, came: { status: 422 }, outcome: 'not done', reason: 'no' },
    {},
  );
  const settled = (failure: Error, more: Partial<OnceRequest<string, string>> = {}) =>
    settle<string, string>({
      send: async () => {
        throw failure;
      },
      look: async () => undefined,
      patience: () => 0,
      limits: limits(),
      ...more,
    });
  const lost: Came = { code: 'cut_off', sent: true };

  it('when it is answered, then nothing is looked for', async () => {
    const look = async () => Promise.reject(new Error('looked'));
    expect(await settled(new Error('not thrown'), { send: async () => 'the answer', look })).toEqual({
      answer: 'the answer',
    });
  });

  it('when the program fails, then that is no outcome', async () => {
    await expect(settled(new TypeError('a fault'))).rejects.toThrow(TypeError);
  });

  it.each<[what: string, Failure, Outcome]>([
    ['nothing left', failed({ code: 'connection_refused', sent: false }, 'not done'), 'not done'],
    ['the settings were wrong', new Failure('invalid_value', 'no'), 'not done'],
  ])('when %s, then nothing is looked for', async (_, failure, outcome) => {
    const look = async () => Promise.reject(new Error('looked'));
    expect(await settled(failure, { look })).toEqual({ outcome, failure });
  });

  it('when it is interrupted after it left, then nothing is looked for, and nothing is claimed', async () => {
    const failure = new RequestFailure(
      'interrupted',
      { request, came: { code: 'interrupted', sent: true }, outcome: 'unknown', reason: 'interrupted' },
      {},
    );
    const look = async () => Promise.reject(new Error('looked'));
    expect(await settled(failure, { look })).toEqual({ outcome: 'unknown', failure });
  });

  it.each<[Outcome]>([['unknown'], ['not done']])(
    'when the service shows no state, then it stays %s',
    async outcome => {
      const failure = failed(lost, outcome);
      expect(await settled(failure, { look: undefined })).toEqual({ outcome, failure });
    },
  );

  it('when its response is lost, then the state is looked at for as long as its answer allows', async () => {
    const here = limits();
    const failure = failed(lost, 'unknown');
    const patience = (came: Came) => (came === lost ? 3 : 0);
    expect(await settled(failure, { patience, limits: here })).toEqual({ outcome: 'unknown', failure });
    expect(here.clock.now()).toBe(3000);
    expect(await settled(failure, { look: async () => 'there' })).toEqual({ seen: 'there', failure });
  });

  it('when a refusal is confirmed by the state, then the refusal is the failure', async () => {
    const end = { request, came: { status: 422 }, outcome: 'unknown', reason: 'lost', refusal } as const;
    const failure = new RequestFailure('outcome_unknown', end, {});
    expect(await settled(failure)).toEqual({ outcome: 'not done', failure: refusal });
    const lostThen = new RequestFailure('outcome_unknown', { ...end, came: lost }, {});
    expect(await settled(lostThen)).toEqual({ outcome: 'unknown', failure: lostThen });
    const plain = failed({ status: 422 }, 'unknown');
    expect(await settled(plain)).toEqual({ outcome: 'not done', failure: plain });
  });

  it('when the state cannot be read, then that is said beside the first failure', async () => {
    const failure = failed(lost, 'unknown');
    const look = async () => Promise.reject(new Failure('timeout', 'too busy'));
    expect(await settled(failure, { look })).toEqual({ outcome: 'unknown', failure, problem: 'too busy' });
  });

  it('when Ctrl-C comes while the state is looked at, then the outcome is unknown, and interrupted', async () => {
    const ending = new AbortController();
    const look = async () => void ending.abort(new Error('Ctrl-C'));
    const ended = await settled(failed(lost, 'unknown'), {
      look,
      patience: () => 30,
      limits: { clock: testClock(), signal: ending.signal },
    });
    expect(ended).toMatchObject({ outcome: 'unknown', failure: { code: 'interrupted' } });
  });
});
