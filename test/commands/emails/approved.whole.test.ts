/**
 * What a service and other people may do from the moment in which an email is approved, through `send` and
 * `push --send`: what goes out is what was approved, once, or nothing. `test/emails/send/approved.test.ts` has the table
 * of changes; here is one of each kind, through the commands.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/lib/clock.ts';
import { testClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/home.ts';
import {
  type Behaviour,
  edit,
  emailId,
  groupId,
  type MailState,
  mailService,
  otherGroupId,
  regroup,
} from '../../support/mail-service.ts';
import { needs } from '../../support/needs.ts';
import { newsletter } from '../../support/program.ts';
import { onTerminal } from '../../support/pseudo-terminal.ts';
import { json, type Plain, type Responder, text } from '../../support/service.ts';

const page: Responder = text('<!doctype html><h1>Sign in</h1>', 200, { 'content-type': 'text/html' });
const otherEmail = '11111111-2222-4333-8444-555555555555';
const meanwhile = (change: (state: MailState) => void): Behaviour => ({ meanwhile: ['shown', change] });
const afterPush = (change: (state: MailState) => void): Behaviour => ({ meanwhile: ['pushed', change] });
const another = json({ id: otherEmail, status: 'sending' });
const saving = (body_html: string): Behaviour => ({
  saves(state, body) {
    if ('body_html' in body) edit(state, { body_html });
    return undefined;
  },
});

/** Statuses of `send` and `push --send`, or one for both. 0: it went out. 9: it may have. Others: it did not. */
type Ends = number | readonly [send: number, push: number];

const behaviours: readonly (readonly [name: string, Behaviour, Ends])[] = [
  ['does what it is asked to', {}, 0],
  // What others do after it was shown, and before it is sent; a push overwrites subject and body.
  ['has another subject', meanwhile(state => edit(state, { subject: 'Spam' })), [5, 0]],
  ['was saved again as it is', meanwhile(state => edit(state, {})), [5, 0]],
  [
    'has another group',
    meanwhile(state => {
      state.groups.set(otherGroupId, { id: otherGroupId, name: 'All', subscribers_count: 40, filters: [] });
      edit(state, { group_id: otherGroupId });
    }),
    5,
  ],
  ['has a group with other filters', meanwhile(state => regroup(state, { filters: [{ field: 'tag' }] })), 5],
  [
    'has 250,000 people in place of 40',
    meanwhile(state => regroup(state, { subscribers_count: 250_000 })),
    5,
  ],
  ['has an email that is gone', meanwhile(state => (state.email = undefined)), 4],
  ['has sent it from elsewhere', meanwhile(state => edit(state, { status: 'sent' })), 5],
];

/** What becomes of a push, and how `push --send` ends. */
const pushes: readonly (readonly [name: string, Behaviour, number])[] = [
  ['changes the subject after a push', afterPush(state => edit(state, { subject: 'Spam' })), 5],
  ['changes the body after a push', afterPush(state => edit(state, { body_html: '<p>Spam</p>' })), 5],
  ['regroups after a push', afterPush(state => regroup(state, { subscribers_count: 400 })), 5],
  ['answers a push with a web page', { saves: () => page }, 9],
  ['answers a push about another email', { saves: () => another }, 9],
  ['answers a push with its id alone', { saves: () => json({ id: emailId }) }, 5],
  ['refuses a push', { saves: () => text('', 422) }, 5],
  ['writes HTML in its own way', saving('<div><p>Arches</p></div>'), 0],
  ['saves other words than were pushed', saving('<p>Arches [removed]</p>'), 5],
  ['shows what was pushed late', { savedVisibleAfter: 3000 }, 5],
];

const file = `---
id: ${emailId}
subject: Arches
updated_at: 2025-05-31T12:00:00Z
---

<p>Arches</p>
`;

const lines = ['send', 'push --send'] as const;

/** A service, and a file of its email. */
async function served(behaviour: Behaviour, clock?: Clock) {
  const service = await mailService(behaviour, undefined, clock);
  const home = temporaryFolder();
  const path = join(home, 'issue.html');
  writeFileSync(path, file);
  return { ...service, home, path };
}

/** Runs one of the commands against a service. @returns how it ended, what was approved and what went out */
async function sent(line: (typeof lines)[number], behaviour: Behaviour) {
  const clock = testClock();
  const { home, path, ...service } = await served(behaviour, clock);
  const words = {
    send: ['emails', 'send', emailId],
    'push --send': ['emails', 'push', path, '--send'],
  }[line];
  const { subject, preview, body_html, like_enabled, background_color } = service.state.email ?? {};
  const shown = { subject, preview, body_html, like_enabled, background_color };
  const pushed = line === 'push --send' ? { ...shown, subject: 'Arches', body_html: '<p>Arches</p>' } : shown;
  const group = { ...service.state.groups.get(groupId) };
  const limits = ['--timeout', '0.5', '--max-wait', '10'];
  const ended = await newsletter([...words, '--yes', ...limits], { env: service.env, home, clock });
  return { ...service, ended, approved: { ...pushed, group: { id: groupId, name: group.name } } };
}

/** HTML without what a service may write in its own way. */
const seen = ({ body_html, ...email }: Plain) => ({
  ...email,
  body_html: String(body_html)
    .replace(/<\/?div>/g, '')
    .trim(),
});

const ways = [
  ...behaviours.flatMap(([name, behaviour, ends]) =>
    lines.map((line, at) => [line, name, behaviour, typeof ends === 'number' ? ends : ends[at]] as const),
  ),
  ...pushes.map(row => ['push --send', ...row] as const),
];

describe('what was approved', () => {
  it.each(ways)(
    'with %s, when the service %s, then that goes out, or nothing',
    async (line, name, behaviour, expected) => {
      const { ended, approved, posts, wentOut } = await sent(line, behaviour);
      const { status, stderr } = ended;
      const what = `${line}, ${name}: ${stderr}`;
      expect(status, what).toBe(expected);
      expect(posts(), what).toBeLessThanOrEqual(1);
      expect(wentOut().length, what).toBeLessThanOrEqual(1);
      for (const email of wentOut()) expect(seen(email), what).toMatchObject(seen(approved));
      if (status === 0) expect(wentOut(), what).toHaveLength(1);
      else if (status !== 9) expect(wentOut(), what).toHaveLength(0);
      // No hint leads to another send.
      expect(stderr, what).not.toMatch(/^hint: newsletter emails send/m);
    },
  );
});

describe('an email that changed after it was approved', () => {
  const spam = meanwhile(state => edit(state, { subject: 'Spam', body_html: '<p>Buy!' }));

  needs('script').describe('on a terminal', () => {
    it('is shown again by emails send, which asks again', async () => {
      const { env, wentOut } = await mailService(spam);
      const asked = onTerminal(`emails send ${emailId}`, { env });
      await asked.shows(/now\? \(y\/N\)/);
      asked.type('y\r');
      await asked.showsNext(
        /the subject was changed[\s\S]*subject {2}\S*Spam[\s\S]*- [\s\S]*\+ Buy![\s\S]*now\? \(y\/N\)/,
      );
      expect(wentOut()).toEqual([]);
      asked.type('y\r');
      expect(await asked.ended).toMatch(/exit 0/);
      expect(wentOut()).toMatchObject([{ subject: 'Spam' }]);
    });
  });
});

it('a group of another size than expected stops a push before it writes', async () => {
  const { env, home, path, state } = await served({});
  const ended = await newsletter(
    ['emails', 'push', path, '--send', '--yes', '--expect-recipients', '90+-5%'],
    {
      env,
      home,
    },
  );
  expect(ended).toMatchObject({ status: 5, stderr: expect.stringContaining('not the expected 90+-5%') });
  expect(state.email).toMatchObject({ subject: 'Bridges' });
});

describe('--expect-recipients last', () => {
  const sentBefore = (sent_count: number, more: Plain = {}): Plain => ({
    id: otherEmail,
    group_id: groupId,
    status: 'sent',
    subject: 'April',
    sent_count,
    sent_at: '2026-04-01T08:00:00Z',
    ...more,
  });
  it.each([
    ['last±5%', [sentBefore(41)], 0, '  expected last±5%: 39 to 43, since "April" went to 41 on 2026-04-01'],
    ['last±5%', [], 5, 'no earlier email was sent to the group "Everyone"'],
  ] as const)(
    'when it is %s and the emails before are %j, then %d',
    async (expected, others, status, said) => {
      for (const isPush of [false, true]) {
        const { env, home, path, posts } = await served({ initial: state => state.others.push(...others) });
        const words = isPush ? ['emails', 'push', path, '--send'] : ['emails', 'send', emailId];
        const ended = await newsletter([...words, '--yes', '--expect-recipients', expected], { env, home });
        expect(ended.status, ended.stderr).toBe(status);
        expect(ended.stderr).toContain(said);
        expect(posts()).toBe(status === 0 ? 1 : 0);
      }
    },
  );
});
