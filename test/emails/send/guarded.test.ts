/** One send at a time on this machine, of what was approved: docs/emails.md, "Sending". */
import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { maySendBefore, noteStatus } from '../../../src/emails/send/journal.ts';
import { awaitOtherRun } from '../../../src/emails/send/send.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { failureOf } from '../../support/failure.ts';
import type { ScreenOptions } from '../../terminal/screens.ts';
import { draft, machine, sendable } from './machine.ts';

const once = ['ask 10 false', 'look', 'send, 1 in the journal'];

describe('a send', () => {
  it('is looked at once more, then in the journal before it leaves, and its outcome after', async () => {
    const here = machine();
    expect((await here.send()).email.status).toBe('sending');
    expect(here.log).toEqual(once);
    expect(here.journal.attempts()).toEqual([
      {
        ...{ account: 'a1', email: 'e1', created_at: draft.created_at, subject: 'May' },
        ...{ key: expect.any(String), at: expect.any(String), outcome: 'sent', status: 'sending' },
      },
    ]);
    (await here.journal.lock({}))?.();
  });

  it('holds its lock at the last look', async () => {
    const here = machine();
    const read = async () => {
      expect(await here.journal.lock({})).toBeUndefined();
      return draft;
    };
    expect((await here.send({ read })).email.status).toBe('sending');
  });

  it.each<[what: string, answer: Error, outcomes: readonly string[]]>([
    ['it certainly was not sent', new Failure('connection_refused', 'nobody'), ['not_sent undefined']],
    ['a program error stops it', new TypeError('a bug'), ['undefined undefined']],
  ])('when %s, then the journal says what is known', async (_, answer, outcomes) => {
    const here = machine({ answer });
    await expect(here.send()).rejects.toThrow(answer.message);
    expect(here.outcomes()).toEqual(outcomes);
    // Others need not wait.
    expect(await here.journal.lock({})).toBeDefined();
  });

  it('rails get the size that the last look read', async () => {
    const consents: unknown[] = [];
    const rails = {
      checkRecipients: (recipients: unknown) => void consents.push(recipients),
      approveSend: (consent: unknown) => void consents.push(consent),
    };
    await machine({ rails, size: 12, screen: { person: true } }).send();
    expect(consents).toEqual([12, { recipients: 12, byPerson: true }]);
    const refusing = machine({
      rails: {
        checkRecipients: () => {
          throw new Failure('not_allowed', 'too many');
        },
      },
    });
    expect((await failureOf(refusing.send())).code).toBe('not_allowed');
    expect(refusing.outcomes()).toEqual([]);
  });

  it('when another process has sent it since the user was asked, then nothing leaves', async () => {
    const here = machine();
    await here.sentBefore('sent', 'sending');
    const failure = await failureOf(here.send());
    expect(failure).toMatchObject({ code: 'send_unresolved', exit: 9 });
    expect(failure.message).toContain('(sending), but it is now a draft');
    expect([here.log, here.outcomes()]).toEqual([
      ['ask 10 false', 'look'],
      ['sent sending', 'not_sent undefined'],
    ]);
    expect((await here.send({ earlier: here.journal.earlier() })).email.status).toBe('sending');
    expect(here.log.at(-1)).toBe('send, 3 in the journal');
  });

  it('when another process tried it in vain since the user was asked, then it is sent', async () => {
    const here = machine();
    await here.sentBefore('not_sent');
    expect((await here.send()).email.status).toBe('sending');
  });

  it('Ctrl-C at its question says that nothing was sent', async () => {
    const stopped = new Failure('interrupted', 'Stopped.', { isWarning: true });
    const here = machine({
      agrees: () => {
        throw stopped;
      },
    });
    const said = { code: 'interrupted', message: 'Stopped. Nothing was sent.', isWarning: true };
    expect(await failureOf(here.send())).toMatchObject(said);
  });

  it('a change that the response shows is a warning: the email is out', async () => {
    const here = machine({ shows: { subject: 'June' } });
    expect((await here.send()).email.status).toBe('sending');
    expect(here.said()).toContain(
      'warning: somebody changed it just before it was sent: the subject was changed from "May" to "June"\n',
    );
    expect(here.outcomes()).toEqual(['sent sending']);
  });

  it('when the outcome cannot be noted, then that is a warning: the email is out', async () => {
    const here = machine();
    here.journal.end = () => {
      throw new Failure('write_failed', 'the disk is full');
    };
    expect((await here.send()).email.status).toBe('sending');
    expect(here.said()).toContain('warning: the disk is full\n');
  });
});

describe('an email that may have been sent before', () => {
  const asking: ScreenOptions = { person: true };

  it('when nothing is known of it, then nobody is asked', async () => {
    const here = machine({ screen: asking });
    expect(await here.named()).toBeUndefined();
    await here.sentBefore('not_sent');
    await here.sentBefore('sent', 'denied');
    await here.sentBefore('sent', 'sending', '2020-01-01T00:00:00Z');
    expect(await here.named()).toBeUndefined();
    expect([here.log, here.said()]).toEqual([[], '']);
    expect(maySendBefore(here.journal, draft.created_at)).toBe(false);
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
    if (end === 'goes on') expect(await named).toMatchObject({ outcome: 'unknown' });
    else expect((await failureOf(named)).code).toBe(end);
    expect(here.log).toHaveLength(asked);
    expect(here.said().includes('warning: this machine started to send email e1')).toBe(
      end !== 'send_unresolved',
    );
    expect(maySendBefore(here.journal, draft.created_at)).toBe(true);
  });

  it('when a later look shows its status, then the journal knows that it went out', async () => {
    const here = machine();
    await here.sentBefore();
    noteStatus(here.journal, 'draft');
    expect(here.outcomes()).toEqual(['undefined undefined']);
    noteStatus(here.journal, 'sending');
    expect(here.outcomes()).toEqual(['sent sending']);
  });

  it('when the journal cannot be read or written, then looking goes on, and sending does not', async () => {
    const here = machine();
    mkdirSync(here.journal.path, { recursive: true });
    noteStatus(here.journal, 'sending');
    expect(maySendBefore(here.journal, draft.created_at)).toBe(false);
    expect(await failureOf(here.named())).toMatchObject({
      code: 'write_failed',
      details: ['nothing was sent: without it, an interrupted send could be repeated by mistake'],
    });
  });

  it('when another process is sending it, then a look waits for that', async () => {
    const here = machine();
    const looked = () => awaitOtherRun(here.journal, here);
    (await here.journal.lock({}))?.();
    await looked();
    expect(here.said()).toBe('');
    const release = await here.journal.lock({});
    expect(await failureOf(looked())).toMatchObject({ code: 'already_running', exit: 6 });
    here.limits.clock.wait = async () => release?.();
    await looked();
    expect(here.said()).toContain('another process is sending an email; waiting\n');
  });
});

describe('an email that was approved', () => {
  const changed = { subject: 'June' };

  it('that has changed is shown to a person again, whose second answer counts', async () => {
    const here = machine({ looks: [changed, changed, changed], screen: { person: true }, size: 20 });
    const { last } = await here.send({ shown: sendable(20) });
    expect(last).toMatchObject({ email: changed, group: { subscribers_count: 20 } });
    const second = ['look', 'look', 'show', 'ask 20 true', 'look', 'send, 1 in the journal'];
    expect(here.log).toEqual(['ask 20 false', ...second]);
    expect(here.said()).toContain(
      'warning: not sent yet: somebody changed it a moment ago: the subject was changed',
    );
  });
});
