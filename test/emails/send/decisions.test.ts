/** Whether an email can be sent, what its status means while it is watched, and what is said of earlier sends. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Email, Group } from '../../../src/contract/index.ts';
import {
  describeEarlier,
  type SendAttempt,
  SendJournal,
  unresolvedSend,
  unresolvedSends,
} from '../../../src/emails/send/journal.ts';
import { notSent, pollStatus, type StatusPoll } from '../../../src/emails/send/poll-status.ts';
import { checkSendable, describeSend } from '../../../src/emails/send/sendable.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { testClock } from '../../support/clock.ts';
import { failureOf } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/home.ts';

const email = (more: object = {}): Email =>
  ({
    id: 'e1',
    status: 'draft',
    subject: 'News',
    preview: '',
    body_html: '<p>Hello',
    body_text: '',
    group_id: 'g1',
    scheduled_at: null,
    updated_at: '2026-01-01T00:00:00Z',
    ...more,
  }) as unknown as Email;
const group = (more: object = {}): Group =>
  ({ id: 'g1', name: 'Everyone', subscribers_count: 12, ...more }) as unknown as Group;
const api = (of: Group = group()) => ({ call: async () => of, limits: {} }) as never;
const rules = { most: undefined, expected: undefined };

const update = (name: string) =>
  `emails update e1 --${name} <${name}>; or write "${name}: …" into its file and push it`;

describe('an email that is to be sent', () => {
  const sent = '"News" (e1) is already';
  it.each<[what: string, of: object, size: number, reasons?: string, hint?: string]>([
    ['is whole', {}, 12],
    ['has plain text only', { body_html: null, body_text: 'Hello' }, 12],
    ['is sent already', { status: 'sent' }, 12, `${sent} sent; only`, 'emails stats e1'],
    ['is being sent', { status: 'sending' }, 12, `${sent} being sent; only`, 'emails watch e1'],
    ['has no subject', { subject: null }, 12, 'it has no subject', update('subject')],
    ['has blank text', { body_html: null, body_text: ' ' }, 12, 'it has no body', 'emails push <file>'],
    ['has no group', { group_id: null }, 12, 'it has no group', update('group')],
    ['lacks two', { subject: '', group_id: null }, 12, 'no subject; it has no group', update('subject')],
    ['goes to nobody', {}, 0, 'its group "Everyone" has no subscribers', 'groups get g1'],
  ])('when it %s', async (_, of, subscribers_count, reasons, hint = 'emails get e1') => {
    const to = { subscribers_count };
    const checked = checkSendable(api(group(to)), email(of), rules);
    if (reasons === undefined) expect(await checked).toMatchObject({ email: email(of), group: group(to) });
    else
      expect(await failureOf(checked)).toMatchObject({
        code: reasons.startsWith(sent) ? 'already_sent' : 'not_sendable',
        message: expect.stringContaining(reasons),
        hint: `newsletter ${hint}`,
      });
  });

  it('when it is shown before it is confirmed, then each fact has its line', () => {
    const shown = (of: object, to: object, stderrIsTerminal: boolean) => {
      const paint = { bold: (text: string) => `*${text}*`, dim: (text: string) => `(${text})` };
      const account = { id: 'a1', name: 'Acme' };
      return describeSend(
        { email: email(of), group: group(to), limits: { most: undefined, expected: undefined } },
        account as never,
        { paint, stderrIsTerminal } as never,
      ).split('\n');
    };
    expect(shown({}, {}, true)).toEqual([
      '  subject  *News*',
      '  preview  (none)',
      '  group    Everyone',
      '  goes to  *12* subscribers',
    ]);
    const more = { subject: 'A\nB', preview: 'P\nQ', scheduled_at: '2026-01-02T00:00:00Z' };
    expect(shown(more, { subscribers_count: 1 }, false)).toEqual([
      '  account  Acme',
      '  subject  *A↵B*',
      '  preview  P↵Q',
      '  group    Everyone',
      '  goes to  *1* subscriber',
      '  time     2026-01-02T00:00:00Z, unless the service sends it at once',
    ]);
  });
});

describe('an email that is watched', () => {
  type Answer = string | Failure | Error | object;
  /** @returns the polls and when they came, in seconds, and how it ended */
  async function watched(
    first: Answer,
    answers: readonly Answer[],
    more: { timeout?: number; maxWait?: number; awaitsDraft?: boolean; stopAfter?: number } = {},
  ) {
    const clock = testClock(Date.now());
    const began = clock.now();
    const stop = new AbortController();
    const of = (answer: Answer) => email(typeof answer === 'string' ? { status: answer } : answer);
    let reads = 0;
    const read = async () => {
      const answer = answers[Math.min(reads++, answers.length - 1)] ?? 'draft';
      if (reads === more.stopAfter) stop.abort();
      if (answer instanceof Error) throw answer;
      return of(answer);
    };
    const polls: string[] = [];
    const { timeout = 600, maxWait = 300, awaitsDraft } = more;
    const options = { read, signal: stop.signal, clock, timeout, maxWait, awaitsDraft };
    try {
      for await (const { email: now, failure } of pollStatus(
        of(first),
        options,
      ) as AsyncGenerator<StatusPoll>)
        polls.push(`${(clock.now() - began) / 1000} ${now.status}${failure ? ` ${failure.code}` : ''}`);
      return { polls, end: undefined };
    } catch (error) {
      return { polls, end: error as Failure };
    }
  }
  const busy = new Failure('overloaded', 'busy');

  it.each(['sent', 'denied', 'paused', 'draft'])('when it is %s, then that is final', async status => {
    expect(await watched(status, [])).toEqual({ polls: [`0 ${status}`], end: undefined });
  });

  it('when it is sent, then it is read at growing pauses until it is', async () => {
    const { polls, end } = await watched('sending', [...Array.from({ length: 8 }, () => 'sending'), 'sent']);
    const pauses = [0, 0.5, 1.25, 2.375, 4.0625, 6.59375, 10.390625, 15.390625, 20.390625];
    expect(polls).toEqual([...pauses.map(at => `${at} sending`), '25.390625 sent']);
    expect(end).toBeUndefined();
  });

  it('when a draft may be out of date, then it is read again', async () => {
    const { polls } = await watched('draft', ['draft', 'sending', 'sent'], { awaitsDraft: true });
    expect(polls).toEqual(['0 draft', '0.5 draft', '1.25 sending', '2.375 sent']);
    expect((await watched('paused', [], { awaitsDraft: true })).polls).toEqual(['0 paused']);
  });

  it.each([
    [30, '30'],
    [7200, '60'],
    [-5, '0.5'],
    [undefined, '0.5'],
  ])('when it is scheduled in %s s, then it is read after %s s', async (seconds, first) => {
    const at = seconds === undefined ? null : new Date(Date.now() + seconds * 1000).toISOString();
    const { polls } = await watched({ status: 'scheduled', scheduled_at: at }, ['sent']);
    expect(Number.parseFloat(polls[1] ?? '')).toBeCloseTo(Number(first), 0);
    const other = await watched({ status: 'reviewing', scheduled_at: at }, ['sent']);
    expect(other.polls[1]).toBe('0.5 sent');
  });

  it.each([
    ['sending', 'the service continues to send the email'],
    ['draft', 'the service still shows the email as a draft'],
    ['reviewing', 'the service continues to review the email, then sends it'],
    ['scheduled', 'the service sends the email at its time, 2026-01-01'],
    ['strange', 'the service has the email'],
  ])('when it stays %s, then it ends at its time, and says what goes on', async (status, goesOn) => {
    const stays = { status, scheduled_at: '2026-01-01' };
    const { polls, end } = await watched(stays, [stays], { timeout: 2, awaitsDraft: true });
    expect(end).toMatchObject({ code: 'still_running', hint: 'newsletter emails watch e1' });
    expect(end?.message).toContain(`timeout after 2 s, but ${goesOn}`);
    expect(polls.at(-1)).toBe(`2 ${status}`);
  });

  it('when the service is busy, then it is read again for as long as one waits', async () => {
    const { polls, end } = await watched('sending', [busy, busy, 'sent']);
    expect(polls).toEqual(['0 sending', '0.5 sending overloaded', '1.25 sending overloaded', '2.375 sent']);
    expect(end).toBeUndefined();
    const given = await watched('sending', [busy], { maxWait: 2 });
    expect(given.polls).toHaveLength(3);
    expect(given.end).toMatchObject({
      code: 'overloaded',
      message: 'busy: the status of the email is unknown',
      details: ['last known state: the service continues to send the email'],
      hint: 'newsletter emails watch e1',
    });
    const edge = await watched('sending', [busy, busy, 'sending', busy, busy, 'sent'], { maxWait: 3.6 });
    expect(edge.end).toBeDefined();
    expect(edge.polls).toHaveLength(5);
  });

  it.each([
    ['cut_off', true],
    ['service_failing', true],
    ['tls_failed', false],
    ['forbidden', false],
    ['not_found', false],
  ] as const)('when reading fails with %s, then whether it goes on is %s', async (code, goesOn) => {
    const { polls, end } = await watched('sending', [new Failure(code, 'no'), 'sent']);
    expect(polls.at(-1)?.endsWith('sent')).toBe(goesOn);
    expect(end?.code).toBe(goesOn ? undefined : code);
  });

  it('when credentials are refused, then the hint is to sign in, and then to watch', async () => {
    const refused = new Failure('credentials_refused', 'no', { hint: 'newsletter login' });
    expect((await watched('sending', [refused])).end?.hint).toBe(
      'newsletter login, then newsletter emails watch e1',
    );
    const bare = new Failure('forbidden', 'no', { hint: null });
    expect((await watched('sending', [bare])).end?.hint).toBe('newsletter emails watch e1');
  });

  it('when the program fails, or the email comes without a status, then that is not passed over', async () => {
    expect((await watched('sending', [new TypeError('a fault')])).end).toBeInstanceOf(TypeError);
    expect((await watched('sending', [{ status: undefined }])).end).toMatchObject({
      code: 'unexpected_answer',
    });
    expect((await watched({ status: undefined }, [])).end).toMatchObject({ code: 'unexpected_answer' });
  });

  it('when Ctrl-C comes, then only the watching ends', async () => {
    const interrupted = {
      code: 'interrupted',
      message: 'interrupted, but the service continues to send the email',
    };
    expect((await watched('sending', ['sending'], { stopAfter: 1 })).end).toMatchObject(interrupted);
    expect((await watched('sending', [new Error('aborted')], { stopAfter: 1 })).end).toMatchObject(
      interrupted,
    );
  });

  it.each<[status: string, message: string | undefined]>([
    ['denied', 'the service denied email e1: it was not sent'],
    ['paused', 'email e1 is paused'],
    ['draft', 'email e1 is a draft'],
    ['sent', undefined],
    ['sending', undefined],
  ])('when it ends %s, then it is told: %s', (status, message) => {
    expect(notSent(email({ status }))?.message).toBe(message);
  });
});

describe('earlier sends', () => {
  const attempt = (more: Partial<SendAttempt>): SendAttempt => ({
    account: 'a',
    email: 'e1',
    created_at: 'c1',
    subject: null,
    key: 'k',
    at: '2026-01-02T03:04:05.678Z',
    ...more,
  });

  const write = (path: string, ...lines: readonly object[]) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
  };

  it.each<[what: string, attempts: readonly SendAttempt[], created: string | null, key: string | undefined]>([
    ['there is none', [], 'c1', undefined],
    ['its outcome is not known', [attempt({ outcome: 'unknown' })], 'c1', 'k'],
    ['it was cut off', [attempt({})], 'c1', 'k'],
    ['it was accepted', [attempt({ outcome: 'sent', status: 'sending' })], 'c1', 'k'],
    ['it was denied', [attempt({ outcome: 'sent', status: 'denied' })], 'c1', undefined],
    ['it certainly was not sent', [attempt({ outcome: 'not_sent' })], 'c1', undefined],
    ['it was of another email with this id', [attempt({ created_at: 'c0' })], 'c1', undefined],
    ['it is not known of which email it was', [attempt({ created_at: null })], 'c1', 'k'],
    ['it is not known which email this is', [attempt({})], null, 'k'],
    [
      'there are several',
      [attempt({ key: 'k1' }), attempt({ key: 'k2' }), attempt({ key: 'k3', outcome: 'not_sent' })],
      'c1',
      'k2',
    ],
  ])('when %s', (_, attempts, created, key) => {
    const configDir = temporaryFolder();
    const journal = new SendJournal(configDir, 'a', 'e1');
    write(
      journal.path,
      ...attempts.flatMap(({ outcome, status, ...begun }) => [
        { type: 'begin', ...begun },
        ...(outcome === undefined ? [] : [{ type: 'end', key: begun.key, outcome, status }]),
      ]),
    );
    expect(journal.earlier(created)?.key).toBe(key);
  });

  it('when one may have gone out, then it is said when, and what the service said', () => {
    const on = 'email e1 on 2026-01-02 03:04 UTC';
    expect(describeEarlier(attempt({}))).toBe(`this machine started to send ${on}; the outcome is unknown`);
    const sent = `this machine sent ${on}, and the service accepted it`;
    const accepted = attempt({ outcome: 'sent', status: 'sending' });
    expect(describeEarlier(accepted)).toBe(`${sent} (sending), but it is now a draft`);
    expect(unresolvedSend(attempt({ outcome: 'sent' }))).toMatchObject({
      code: 'send_unresolved',
      message: `${sent} (accepted), but it is now a draft`,
    });
  });

  it('when journals are read, then the last open send of each email is found, and what is damaged is skipped', () => {
    const configDir = temporaryFolder();
    expect(unresolvedSends(configDir)).toEqual([]);
    const journal = (email: string) => new SendJournal(configDir, 'a', email);
    const begin = (key: string) => ({ type: 'begin', ...attempt({ key }) });
    const end = (key: string, outcome: string, status?: string) => ({ type: 'end', key, outcome, status });
    const first = [begin('a'), end('a', 'unknown'), begin('b'), end('b', 'not_sent')];
    write(journal('1').path, ...first, end('x', 'sent'), { type: 'odd', key: 'a' });
    write(journal('2').path, begin('c'), end('c', 'sent', 'sending'));
    write(journal('3').path, begin('d'));
    mkdirSync(journal('4').path);
    writeFileSync(`${journal('1').path}.lock`, '');
    expect(journal('1').attempts()).toEqual([
      { ...attempt({ key: 'a' }), outcome: 'unknown', status: undefined },
      { ...attempt({ key: 'b' }), outcome: 'not_sent', status: undefined },
    ]);
    const keys = unresolvedSends(configDir).map(({ key }) => key);
    expect(keys.sort()).toEqual(['a', 'd']);
    writeFileSync(`${configDir}/file`, '');
    expect(() => unresolvedSends(`${configDir}/file`)).toThrow('ENOTDIR');
  });
});
