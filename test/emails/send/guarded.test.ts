/** One send at a time on this machine, of what was approved: docs/emails.md, "Sending". */
import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Email, Group } from '../../../src/contract/index.ts';
import { recordOf } from '../../../src/emails/approval.ts';
import { type ApprovedSend, sendApproved } from '../../../src/emails/send/approved-send.ts';
import {
  awaitOtherRun,
  journalOf,
  maySendBefore,
  nameEarlierSend,
  noteStatus,
  sendGuarded,
} from '../../../src/emails/send/guarded-send.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { testClock } from '../../support/clock.ts';
import { failureOf } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/home.ts';
import { type ScreenOptions, screens } from '../../terminal/screens.ts';
import { anEmail } from '../an-email.ts';

const draft = anEmail({ id: 'e1', status: 'draft', group_id: 'g1' });
const group = (subscribers_count: number) =>
  ({ id: 'g1', name: 'Readers', filters: [], subscribers_count }) as unknown as Group;

interface Circumstances {
  /** What a response to the request is, or what is thrown in its place (default: `sending`). */
  readonly answer?: string | Error;
  readonly agrees?: boolean;
  readonly screen?: ScreenOptions;
}

/** What a send needs of the command, and what was said and sent. */
function machine({ answer = 'sending', agrees = true, screen = {} }: Circumstances = {}) {
  const place = { configDir: temporaryFolder(), service: 'https://api.example.org' };
  const log: string[] = [];
  const screenful = screens({ color: false, ...screen });
  const terminal = {
    ...screenful.terminal,
    confirm: async (question: string, flag: string) => {
      log.push(`${question} ${flag}`);
      return agrees;
    },
  };
  const journal = journalOf(place, 'e1');
  const limits = { maxWait: 3, signal: new AbortController().signal, clock: testClock() };
  const request = {
    id: 'e1',
    place,
    account: { id: 'a1', name: 'Acme' } as never,
    terminal,
    limits,
    send: async () => {
      log.push(`send, ${journal.attempts().length} in the journal`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    statusIn: (status: string) => status,
    read: async () => draft,
  };
  const earlier = (seen = 0) => ({ journal, seen });
  const outcomes = () => journal.attempts().map(({ outcome, status }) => `${outcome} ${status}`);
  const named = (again = false, email: Email = draft) => nameEarlierSend(place, email, terminal, again);
  /** A send that was killed, or ended so. */
  const sentBefore = async (
    outcome?: 'sent' | 'not_sent' | 'unknown',
    status?: string,
    created_at: string | null = draft.created_at,
  ) => {
    (await journal.lock({}))?.();
    const facts = { service: place.service, account: 'a1', email: 'e1', created_at, subject: 'May' };
    const key = await journal.begin(facts, journal.attempts().length);
    if (outcome !== undefined) journal.end(key, outcome, status);
  };
  const guarded = (more: object = {}) =>
    sendGuarded({ ...request, earlier: earlier(), check: async () => draft, ...more });
  return {
    place,
    log,
    said: screenful.err,
    journal,
    limits,
    request,
    earlier,
    outcomes,
    named,
    sentBefore,
    guarded,
    terminal,
  };
}

describe('a send', () => {
  it('when it goes well, then it is in the journal before it leaves, and its outcome after', async () => {
    const here = machine();
    const approved = recordOf({ email: draft, group: group(10) });
    const sent = await here.guarded({
      approved,
      check: async () => {
        here.log.push('check');
        return draft;
      },
    });
    expect(sent).toEqual({ answer: 'sending', status: 'sending' });
    expect(here.log).toEqual(['check', 'send, 1 in the journal']);
    const { service } = here.place;
    expect(here.journal.attempts()).toEqual([
      {
        ...{
          service: `${service}/`,
          account: 'a1',
          email: 'e1',
          created_at: draft.created_at,
          subject: 'May',
          approved,
        },
        ...{ key: expect.any(String), at: expect.any(String), outcome: 'sent', status: 'sending' },
      },
    ]);
    (await here.journal.lock({}))?.();
  });

  it.each<[what: string, answer: Error, outcomes: readonly string[]]>([
    [
      'it certainly was not sent',
      new Failure('connection_refused', 'nobody listens'),
      ['not_sent undefined'],
    ],
    ['a program error stops it', new TypeError('a bug'), ['undefined undefined']],
  ])('when %s, then the journal says what is known', async (_, answer, outcomes) => {
    const here = machine({ answer });
    await expect(here.guarded()).rejects.toThrow(answer.message);
    expect(here.outcomes()).toEqual(outcomes);
    // Others need not wait.
    expect(await here.journal.lock({})).toBeDefined();
  });

  it('when it cannot be sent any more, then nothing leaves, and nothing is noted', async () => {
    const here = machine();
    const check = async () => {
      throw new Failure('not_sendable', 'it is sent');
    };
    expect((await failureOf(here.guarded({ check }))).message).toBe('it is sent');
    expect([here.log, here.outcomes()]).toEqual([[], []]);
    expect(await here.journal.lock({})).toBeDefined();
  });

  it('when a look shows an email without its dates, then they are noted as unknown', async () => {
    const here = machine();
    await here.guarded({ check: async () => ({ id: 'e1' }) });
    expect(here.journal.attempts()).toMatchObject([{ created_at: null, subject: null }]);
  });

  it('when another process has sent it since the user was asked, then nothing leaves', async () => {
    const here = machine();
    await here.sentBefore('sent', 'sending');
    const failure = await failureOf(here.guarded());
    expect(failure).toMatchObject({ code: 'send_unresolved', exit: 9 });
    expect(failure.message).toContain('(sending), but it is now a draft');
    expect(here.log).toEqual([]);
    expect((await here.guarded({ earlier: here.earlier(1) })).status).toBe('sending');
    expect(here.log).toEqual(['send, 2 in the journal']);
  });

  it('when another process is sending it, then it waits for that, says so, and gives up in the end', async () => {
    const here = machine();
    const release = await here.journal.lock({});
    expect(await failureOf(here.guarded())).toMatchObject({ code: 'send_running', exit: 6 });
    expect(here.said()).toBe('another process is sending this email; waiting\n');
    expect(here.limits.clock.now()).toBeGreaterThanOrEqual(3000);
    expect(here.log).toEqual([]);
    release?.();
  });

  it('when the outcome cannot be noted, then that is a warning: the email is out', async () => {
    const here = machine();
    const send = async () => {
      const { end } = here.journal;
      here.journal.end = () => {
        here.journal.end = end;
        throw new Failure('write_failed', 'the disk is full');
      };
      return 'sending';
    };
    expect((await here.guarded({ send })).status).toBe('sending');
    expect(here.said()).toContain('warning: the disk is full\n');
  });
});

describe('an email that may have been sent before', () => {
  const asking: ScreenOptions = { person: true };

  it('when nothing is known of it, then nobody is asked', async () => {
    const here = machine({ screen: asking });
    expect(await here.named()).toMatchObject({ seen: 0 });
    await here.sentBefore('not_sent');
    await here.sentBefore('sent', 'denied');
    await here.sentBefore('sent', 'sending', '2020-01-01T00:00:00Z');
    expect(await here.named()).toMatchObject({ seen: 3 });
    expect([here.log, here.said()]).toEqual([[], '']);
    expect(maySendBefore(here.place, draft)).toBe(false);
  });

  it.each<[what: string, agrees: boolean, again: boolean, screen: ScreenOptions, end: string, asked: number]>(
    [
      ['a person agrees', true, false, asking, 'goes on', 1],
      ['a person does not', false, false, asking, 'declined', 1],
      ['nobody can be asked', true, false, {}, 'send_unresolved', 0],
      ['--yes answers other questions only', true, false, { ...asking, yes: true }, 'send_unresolved', 0],
      ['--send-again is given', false, true, {}, 'goes on', 0],
      ['--send-again is given on a terminal', false, true, asking, 'goes on', 0],
    ],
  )('when %s, then it ends so: %s', async (_, agrees, again, screen, end, asked) => {
    const here = machine({ agrees, screen });
    await here.sentBefore('unknown');
    const named = here.named(again);
    if (end === 'goes on') expect(await named).toMatchObject({ seen: 1 });
    else expect((await failureOf(named)).code).toBe(end);
    expect(here.log).toHaveLength(asked);
    expect(here.said().includes('warning: this machine started to send email e1')).toBe(
      end !== 'send_unresolved',
    );
    expect(maySendBefore(here.place, draft)).toBe(true);
  });

  it('when a later look shows its status, then the journal knows that it went out', async () => {
    const here = machine();
    await here.sentBefore();
    noteStatus(here.place, { id: 'e1', status: 'draft' });
    expect(here.outcomes()).toEqual(['undefined undefined']);
    noteStatus(here.place, { id: 'e1', status: 'sending' });
    expect(here.outcomes()).toEqual(['sent sending']);
  });

  it('when the journal cannot be read or written, then looking goes on, and sending does not', async () => {
    const here = machine();
    mkdirSync(here.journal.path, { recursive: true });
    noteStatus(here.place, { id: 'e1', status: 'sending' });
    expect(maySendBefore(here.place, draft)).toBe(false);
    expect(await failureOf(here.named())).toMatchObject({
      code: 'write_failed',
      details: ['without it, an interrupted send could be repeated by mistake'],
    });
  });

  it('when another process is sending it, then a look waits for that', async () => {
    const here = machine();
    const looked = () => awaitOtherRun(here.place, 'e1', here);
    (await here.journal.lock({}))?.();
    expect([await looked(), here.said()]).toEqual([false, '']);
    const release = await here.journal.lock({});
    expect(await failureOf(looked())).toMatchObject({ code: 'send_running', exit: 6 });
    here.limits.clock.wait = async () => release?.();
    expect(await looked()).toBe(true);
    expect(here.said()).toContain('another process is sending this email; waiting\n');
  });
});

describe('an email that was approved', () => {
  const changed = new Failure('changed_since_approval', 'it changed', {
    details: ['it has another subject now'],
  });
  type Approved = { readonly email: Email; readonly group: Group };
  const [shown, later] = [10, 20].map(size => ({ email: draft, group: group(size) })) as [Approved, Approved];

  /** @param looks what the last looks find */
  async function approved(
    looks: readonly (Approved | Failure)[],
    screen: ScreenOptions,
    again: Approved | Failure = later,
  ) {
    const here = machine({ screen });
    const found = [...looks];
    const answered = (one: Approved | Failure | undefined) => {
      if (one === undefined || one instanceof Failure) throw one ?? new Error('no further look');
      return one;
    };
    const send: ApprovedSend<string, Approved> = {
      ...here.request,
      earlier: here.earlier(),
      shown,
      ask: async ({ group: { subscribers_count } }, isChanged) =>
        void here.log.push(`ask ${subscribers_count} ${isChanged}`),
      look: async ({ group: { subscribers_count } }) => {
        here.log.push(`look ${subscribers_count}`);
        return answered(found.shift());
      },
      showAgain: async () => {
        here.log.push('show');
        return answered(again);
      },
    };
    const ended = await sendApproved(send).then(
      ({ sent, last }) => `${sent.status} ${last.group.subscribers_count}`,
      (error: Error) => error.message,
    );
    return { ...here, ended };
  }

  it('when the last look finds the same, then it is sent, and what was approved is in the journal', async () => {
    const { ended, log, journal } = await approved([later], {});
    expect([ended, log]).toEqual(['sending 20', ['ask 10 false', 'look 10', 'send, 1 in the journal']]);
    expect(journal.attempts()[0]?.approved).toEqual(recordOf(shown));
  });

  it('when it has changed, then a person is shown it and asked again; what is asked about then counts', async () => {
    const { ended, log, said, journal } = await approved([changed, later], { person: true });
    expect(log).toEqual([
      'ask 10 false',
      'look 10',
      'show',
      'ask 20 true',
      'look 20',
      'send, 1 in the journal',
    ]);
    expect(ended).toBe('sending 20');
    expect(said()).toContain('warning: not sent yet: it has another subject now\n');
    expect(journal.attempts()[0]?.approved?.size).toBe(20);
  });

  it.each<[what: string, found: Failure, screen: ScreenOptions]>([
    ['nobody can be asked', changed, {}],
    ['--yes was given', changed, { person: true, yes: true }],
    ['it cannot be sent any more', new Failure('not_sendable', 'it is sent'), { person: true }],
  ])('when %s, then it is not sent', async (_, found, screen) => {
    const { ended, log } = await approved([found], screen);
    expect([ended, log]).toEqual([found.message, ['ask 10 false', 'look 10']]);
  });

  it('when it cannot be shown again, then it is not sent', async () => {
    const { ended, log } = await approved([changed], { person: true }, new Failure('not_found', 'gone'));
    expect([ended, log.at(-1)]).toEqual(['gone', 'show']);
  });
});
