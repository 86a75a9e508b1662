import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type SendFacts, SendJournal } from '../../../src/emails/send/journal.ts';
import { AppendLog } from '../../../src/lib/append-log.ts';
import { testClock } from '../../support/clock.ts';
import { openBelow, temporaryFolder } from '../../support/home.ts';

const facts: SendFacts = {
  account: 'a1',
  email: 'e1',
  created_at: '2026-01-01T00:00:00Z',
  subject: 'News',
};

/** The journal of an email, as a process that holds its lock sees it. */
async function openJournal(folder = temporaryFolder()): Promise<SendJournal> {
  const journal = new SendJournal(folder, facts.account, facts.email);
  (await journal.lock({}))?.();
  return journal;
}

describe('the journal of a send', () => {
  it('is on the disk before the request leaves: a power cut forgets no send', async () => {
    const save = vi.spyOn(AppendLog.prototype, 'save');
    const journal = await openJournal();
    await journal.begin(facts);
    expect(save).toHaveBeenCalledOnce();
    save.mockRestore();
  });

  it('when a send begins, then only this user can read of it, and its end is noted under its key', async () => {
    const folder = temporaryFolder();
    const journal = await openJournal(folder);
    const key = await journal.begin(facts);
    expect(statSync(journal.path).mode & 0o777).toBe(0o600);
    expect(journal.attempts()).toMatchObject([{ ...facts, key }]);
    expect(journal.earlier(facts.created_at)?.outcome).toBeUndefined();
    journal.end(key, 'not_sent');
    const second = await journal.begin(facts);
    journal.end(second, 'sent', 'pending');
    expect(journal.attempts()).toMatchObject([
      { key, outcome: 'not_sent' },
      { key: second, outcome: 'sent', status: 'pending' },
    ]);
    expect(openBelow(folder)).toEqual([]);
  });

  it('when a process was suspended and another has begun a send meanwhile, then it does not send, too', async () => {
    const journal = await openJournal();
    const key = await journal.begin(facts);
    const failure = { code: 'send_unresolved', exit: 9, hint: 'check it first: newsletter emails watch e1' };
    await expect(journal.begin(facts)).rejects.toMatchObject(failure);
    expect(journal.attempts()).toMatchObject([{ key }, { outcome: 'not_sent' }]);
    expect(journal.earlier(facts.created_at)).toMatchObject({ key });
    // That one is known by now.
    await journal.begin(facts, journal.earlier());
    expect(journal.attempts()).toHaveLength(3);
  });

  it('an account and an email have a journal of their own', () => {
    const path = (account: string, email: string) => new SendJournal('/config', account, email).path;
    expect(new Set([path('a1', 'e1'), path('a1', 'e2'), path('a2', 'e1')]).size).toBe(3);
    expect(path('a1', 'E1')).toBe(path('a1', 'e1'));
  });

  it('when nothing happened for 90 days, then the next send removes it', async () => {
    const folder = temporaryFolder();
    const [old, other] = ['e1', 'e2'].map(email => new SendJournal(folder, facts.account, email));
    for (const [journal, days] of [
      [old, 91],
      [other, 89],
    ] as const) {
      (await journal?.lock({}))?.();
      await journal?.begin(facts);
      const then = new Date(Date.now() - days * 86_400_000);
      utimesSync(journal?.path ?? '', then, then);
    }
    await openJournal(folder);
    expect([old, other].map(journal => journal?.attempts().length)).toEqual([0, 1]);
  });

  it('when it cannot be written, then nothing is sent, and it says where to write', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'sends'), '');
    const journal = new SendJournal(folder, facts.account, facts.email);
    const failure = {
      code: 'write_failed',
      message: expect.stringContaining(`cannot write the journal of sends ${journal.path}: `) as string,
      details: ['nothing was sent: without it, an interrupted send could be repeated by mistake'],
      hint: 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to',
    };
    await expect(journal.lock({})).rejects.toMatchObject(failure);
    await expect(journal.begin(facts)).rejects.toMatchObject(failure);
    expect(() => journal.end('k', 'sent')).toThrow(expect.objectContaining(failure) as Error);
    expect(() => journal.attempts()).toThrow(expect.objectContaining(failure) as Error);
  });

  it('when another process holds its lock, then it waits as long as it is told, and no longer', async () => {
    const journal = await openJournal();
    const release = await journal.lock({});
    const clock = testClock();
    const waiting = { clock, patience: 5000 };
    expect(await journal.lock(waiting)).toBeUndefined();
    expect(clock.now()).toBeGreaterThanOrEqual(5000);
    const looking = testClock();
    expect(await journal.awaitFree({ clock: looking, patience: 7000 })).toBe(false);
    expect(looking.now()).toBeGreaterThanOrEqual(7000);
    release?.();
    expect(await journal.awaitFree({ clock })).toBe(true);
  });

  it('when the email is no draft any more, then each open send of it went out', async () => {
    const journal = await openJournal();
    const keys: string[] = [];
    for (const outcome of [undefined, 'unknown', 'not_sent', 'sent'] as const) {
      keys.push(await journal.begin(facts, journal.earlier()));
      if (outcome !== undefined)
        journal.end(keys.at(-1) ?? '', outcome, outcome === 'sent' ? 'denied' : undefined);
    }
    journal.resolve('sending');
    expect(journal.attempts().map(({ outcome, status }) => `${outcome} ${status}`)).toEqual([
      'sent sending',
      'sent sending',
      'not_sent undefined',
      'sent denied',
    ]);
  });
});
