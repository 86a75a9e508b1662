/** What a send concludes from each answer and each later look, on a clock that is moved in place of waiting. */
import { describe, expect, it } from 'vitest';
import type { Email } from '../../src/contract/index.ts';
import { sendOnce } from '../../src/emails/send/send.ts';
import { interruption, RequestFailure } from '../../src/http/errors/request-failure.ts';
import { outcomeOf, type Reply } from '../../src/http/outcome.ts';
import { Failure } from '../../src/lib/failure.ts';
import { testClock } from '../support/clock.ts';

const id = '5282b819-65d9-45d2-922e-58c22022e531';
const email = (status: string | null) => ({ id, status }) as Email;
const never = Number.POSITIVE_INFINITY;

const request = { method: 'POST', path: `/v1/emails/${id}/send`, repeat: 'once', bytes: 0 } as const;

/** The failure of the request for what came back. */
function failureFor(reply: Reply): Failure {
  const end = { request, reply, outcome: outcomeOf('once', reply), reason: 'as it was answered' };
  const refusal = new RequestFailure('refused', end, {});
  return end.outcome === 'unknown' ? new RequestFailure('outcome_unknown', { ...end, refusal }, {}) : refusal;
}

interface Story {
  /** The answer: a status that it shows, or what came instead. */
  readonly answer: string | null | Reply | Failure;
  /** Seconds after which the email is shown to be sending (default: never). */
  readonly sentAfter?: number;
  /** What reading the email throws. */
  readonly readFails?: Failure;
  readonly maxWait?: number;
}

type Once = Parameters<typeof sendOnce>[0];

/** What `sendOnce` needs. */
const once = (
  send: () => Promise<string | null>,
  limits: object,
  more: Pick<Once, 'read' | 'terminal' | 'patience'>,
): Once => ({
  ...more,
  id,
  api: { call: async () => email(await send()), limits } as never,
});

/** @returns how it ended, how often the request left, and for how many seconds the email was looked at */
async function sent({ answer, sentAfter = never, readFails, maxWait = 300 }: Story) {
  const clock = testClock();
  let requests = 0;
  let looks = 0;
  let last = 0;
  const send = async () => {
    requests++;
    if (answer === null || typeof answer === 'string') return answer;
    throw answer instanceof Failure ? answer : failureFor(answer);
  };
  const limits = { clock, maxWait, signal: new AbortController().signal };
  const end = await sendOnce(
    once(send, limits, {
      async read() {
        looks++;
        last = clock.now() / 1000;
        if (readFails !== undefined) throw readFails;
        return email(last >= sentAfter ? 'sending' : 'draft');
      },
      terminal: { note: () => {}, warn: () => {} },
    }),
  );
  const ended = 'failure' in end ? end.outcome : 'sent';
  return { ended, requests, looks, seconds: last };
}

const status = (number: number): Reply => ({ status: number });
const lost: Reply = { code: 'cut_off', sent: true };

// Which outcome each answer has: test/http/outcome.test.ts.
describe('an email that stays a draft', () => {
  it.each<[what: string, Reply | string | null, ended: string, seconds: number]>([
    ['the connection was lost', lost, 'unknown', 30],
    ['500', status(500), 'unknown', 30],
    ['accepted, but a draft', 'draft', 'unknown', 30],
    ['accepted, with a blank status', '', 'unknown', 30],
    ['accepted, without a status', null, 'unknown', 30],
    ['409: it may be about a twin', status(409), 'not_sent', 10],
    ['429: so may it', status(429), 'not_sent', 10],
    ['422', status(422), 'not_sent', 0],
  ])('when it was answered by: %s', async (_, answer, ended, seconds) => {
    expect(await sent({ answer })).toMatchObject({ ended, seconds, requests: 1 });
  });

  it('when nothing left, or another request failed before, then it certainly is not sent, without a look', async () => {
    const refused: Reply = { code: 'connection_refused', sent: false };
    for (const answer of [refused, new Failure('wrong_account', 'another account')]) {
      expect(await sent({ answer })).toEqual({ ended: 'not_sent', looks: 0, requests: 1, seconds: 0 });
    }
  });

  it('when the user waits for less, then it is looked at for less', async () => {
    for (const answer of [lost, status(429), 'draft']) {
      expect(await sent({ answer, maxWait: 4 })).toMatchObject({ seconds: 4 });
    }
  });
});

describe('an email that is shown to go out', () => {
  it.each<[what: string, Reply | string, sentAfter: number, ended: string]>([
    ['lost, shown at once', lost, 0, 'sent'],
    ['lost, shown in time', lost, 29, 'sent'],
    ['lost, shown too late', lost, 31, 'unknown'],
    ['409, shown in time', status(409), 9, 'sent'],
    ['422, shown at once', status(422), 0, 'sent'],
    ['accepted, shown in time', 'draft', 29, 'sent'],
    ['accepted, shown at once', 'sending', never, 'sent'],
    ['accepted, to be reviewed', 'reviewing', never, 'sent'],
  ])('when it is: %s', async (_, answer, sentAfter, ended) => {
    expect(await sent({ answer, sentAfter })).toMatchObject({ ended, requests: 1 });
  });
});

describe('an email that cannot be read again', () => {
  const readFails = new Failure('connection_refused', 'nobody listens');

  it.each<[what: string, Reply | string]>([
    ['lost', lost],
    ['422', status(422)],
    ['accepted, but a draft', 'draft'],
  ])('when it was answered by: %s, then nobody knows', async (_, answer) => {
    expect(await sent({ answer, readFails })).toMatchObject({ ended: 'unknown', requests: 1 });
  });

  it('when the credentials are refused, then no further look is made', async () => {
    const refused = new Failure('credentials_refused', 'no');
    expect(await sent({ answer: lost, readFails: refused })).toMatchObject({ ended: 'unknown', looks: 1 });
  });
});

describe('what is said of an email that may have gone out', () => {
  const base = () => {
    const said: string[] = [];
    return {
      send: async () => 'draft',
      read: async () => email('draft'),
      limits: { clock: testClock(), maxWait: 300, signal: new AbortController().signal },
      terminal: {
        note: (text: string) => void said.push(text),
        warn: (text: string) => void said.push(`warning: ${text}`),
      },
      said,
    };
  };
  type Base = ReturnType<typeof base> & Pick<Once, 'patience'>;
  const ended = ({ send, limits, ...more }: Base) => sendOnce(once(send, limits, more));
  const thrown = (failure: Failure) => ({
    send: async () => {
      throw failure;
    },
  });
  const unread = { read: async () => Promise.reject(new Failure('timeout', 'no answer')) };
  const check = `check its status before you send it again: newsletter emails get ${id} --json=status`;

  it.each<[what: string, more: Partial<Base>, details: readonly string[]]>([
    ['it stays a draft', {}, ['the service accepted it', 'it is still a draft']],
    ['it cannot be read', unread, ['the service accepted it', 'cannot read its status: no answer']],
    ['the response was lost', thrown(failureFor(lost)), ['as it was answered', 'it is still a draft']],
    [
      'the response was lost, and it cannot be read',
      { ...thrown(failureFor(lost)), ...unread },
      ['as it was answered', 'cannot read its status: no answer'],
    ],
  ])('when %s, then it says so, and what to check', async (_, more, details) => {
    expect(await ended({ ...base(), ...more })).toMatchObject({
      outcome: 'unknown',
      failure: {
        code: 'outcome_unknown',
        exit: 9,
        message: `unknown whether email ${id} is being sent`,
        details,
        hint: check,
      },
    });
  });

  it('when it is accepted as a draft, then it says for how long it looks', async () => {
    for (const [given, patience] of [
      [{}, 30],
      [{ patience: 1200 }, 1200],
      [{ limits: { ...base().limits, maxWait: 4 } }, 4],
    ] as const) {
      const request = { ...base(), ...given };
      await ended(request);
      const shown = patience.toLocaleString('en');
      const said = `the service accepted it, but it is still a draft; checking again for up to ${shown} s`;
      expect(request.said).toEqual([said]);
      expect(request.limits.clock.now()).toBe(patience * 1000);
    }
  });

  it('when the response was lost and the email is being sent, then that is a warning', async () => {
    const request = { ...base(), ...thrown(failureFor(lost)), read: async () => email('sending') };
    expect(await ended(request)).toEqual({ email: email('sending') });
    expect(request.said).toEqual([
      expect.stringMatching(/^warning: .*but the email has the status sending$/),
    ]);
  });

  it('when it certainly was not sent, then that comes first', async () => {
    const request = { ...base(), ...thrown(new Failure('wrong_account', 'another account')) };
    expect(await ended(request)).toMatchObject({
      outcome: 'not_sent',
      failure: { message: 'nothing was sent: another account' },
    });
  });

  it.each([
    ['the request', thrown(interruption(request, undefined, 'unknown'))],
    ['looking for what became of a lost one', thrown(failureFor(lost))],
    ['looking again', {}],
  ])('when Ctrl-C ends %s, then nobody knows, and it is not noted as ended', async (_, more) => {
    const request = base();
    const stop = new AbortController();
    const clock = testClock();
    const wait = async () => stop.abort();
    const limits = { ...request.limits, clock: { ...clock, wait }, signal: stop.signal };
    expect(await ended({ ...request, limits, ...more })).toMatchObject({
      outcome: undefined,
      failure: {
        code: 'interrupted',
        exit: 130,
        details: [`email ${id} may or may not have been sent`],
        hint: `newsletter emails watch ${id}`,
      },
    });
  });
});
