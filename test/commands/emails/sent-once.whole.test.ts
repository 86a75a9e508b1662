/**
 * What a service may do around a send, times how often and how the program runs: never more than one send where a
 * client can help it, and no verdict that is not true.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../support/account.ts';
import { testClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/home.ts';
import { type Behaviour, emailId, mailService } from '../../support/mail-service.ts';
import { needs } from '../../support/needs.ts';
import { startProcess } from '../../support/process.ts';
import { newsletter, start } from '../../support/program.ts';
import { type Ended, until } from '../../support/run.ts';
import { hangUp, json, type Responder, text } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';

const busy = (status: number, headers?: Record<string, string>) => text('', status, headers);
const silent: Responder = () => {};
const page = text('<!doctype html><h1>Sign in</h1>', 200, { 'content-type': 'text/html' });
const half: Responder = (_, response) =>
  void response.writeHead(200, { 'content-length': '500' }).write('{"id":', () => response.destroy());
const another = json({ id: '11111111-2222-4333-8444-555555555555', status: 'sending' });
const soon = { 'retry-after': '0' };

/** The service's behaviour, and the exit status that is true of it. */
const behaviours: readonly (readonly [name: string, Behaviour, number])[] = [
  ['sends it', {}, 0],
  ['sends it, shows that late', { visibleAfter: 400 }, 0],
  ['sends it, never shows that', { visibleAfter: Number.POSITIVE_INFINITY }, 9],
  ['sends it, takes more sends', { takesSecond: true, visibleAfter: 600 }, 0],
  ['sends it, cuts the connection', { answer: hangUp }, 0],
  ['sends it, cuts its answer in two', { answer: half }, 0],
  ['sends it, answers 500', { answer: busy(500) }, 0],
  ['cuts the connection', { carriesOut: false, answer: hangUp }, 9],
  ['sends it, never answers', { answer: silent }, 0],
  ['sends it, answers 429', { answer: busy(429, soon), visibleAfter: 300, takesSecond: true }, 0],
  ['answers 429', { carriesOut: false, answer: busy(429, soon) }, 6],
  ['answers 503', { carriesOut: false, answer: busy(503) }, 9],
  ['sends it, redirects', { answer: busy(307, { location: '/v1/emails' }), takesSecond: true }, 0],
  ['answers 422', { carriesOut: false, answer: busy(422) }, 5],
  ['sends it twice itself, answers 409', { answer: busy(409), visibleAfter: 300 }, 0],
  ['sends it, answers with a web page', { answer: page }, 0],
  ['sends it, answers about another email', { answer: another }, 0],
  [
    'answers with a draft, for good',
    { carriesOut: false, answer: json({ id: emailId, status: 'draft' }) },
    9,
  ],
];

const line = `emails send ${emailId}`;
const words = (more = '', of = line) => wordsOf(`${of} --yes --timeout 0.5 --max-wait 1${more}`);

function expectTrue(ended: Ended, carriedOut: number, what: string): void {
  const { status, stderr } = ended;
  if (status === 0) expect(carriedOut, what).toBeGreaterThan(0);
  else if (status !== 9)
    expect(stderr, what).toMatch(/nothing was sent|was not sent|already being sent|another process/);
  // No hint leads to another send.
  expect(stderr, what).not.toMatch(/^hint: newsletter emails send/m);
}

it.each(behaviours)(
  'when the service %s, then three runs at once send it once',
  async (name, behaviour, status) => {
    const clock = testClock();
    const { env, posts, carriedOut } = await mailService(behaviour, undefined, clock);
    const home = temporaryFolder();
    const ended = await Promise.all([1, 2, 3].map(() => newsletter(words(), { env, home, clock })));
    const said = `${name}: ${ended.map(({ stderr }) => stderr).join('\n')}`;
    expect(
      ended.map(each => each.status),
      said,
    ).toContain(status);
    // What certainly did not go out may be tried by the next.
    expect(posts(), said).toBeLessThanOrEqual(status === 6 || status === 5 ? 3 : 1);
    expect(carriedOut(), said).toBeLessThanOrEqual(1);
    for (const one of ended) expectTrue(one, carriedOut(), said);
  },
);

describe('a run that begins while another one sends', () => {
  it.each(['emails send', 'emails push'])(
    'when it is "%s", then it waits for that one first, and judges by how it ended',
    async name => {
      let finish = () => {};
      const { env, posts, carriedOut } = await mailService({
        answer: (request, response, seen) => {
          finish = () => json({ id: emailId, status: 'sending' }, 201)(request, response, seen);
        },
      });
      const home = temporaryFolder();
      const file = join(home, 'issue.md');
      writeFileSync(file, `---\nid: ${emailId}\nupdated_at: 2025-05-31T12:00:00Z\n---\nText\n`);
      const first = newsletter(wordsOf(`${line} --yes`), { env, home });
      await until(() => posts() > 0);
      const other = name === 'emails send' ? line : `emails push ${file} --send`;
      const second = start(wordsOf(`${other} --yes`), { env, home });
      await second.said(/another process is sending an email; waiting/);
      finish();
      expect((await first).status).toBe(0);
      const { stderr, ...ended } = await second.ended;
      expect(ended, stderr).toMatchObject({ status: 5 });
      expect(stderr).not.toContain('outcome is unknown');
      expect([posts(), carriedOut()]).toEqual([1, 1]);
    },
  );
});

needs('bash', '/dev/full').it(
  'an email that was sent, but cannot be printed, is said to be sent',
  async () => {
    const { env, posts, carriedOut } = await mailService({});
    const { status, stderr } = await shell(`newsletter ${line} --yes > /dev/full`, { env });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^error: the email was sent \(sending\), but cannot write to standard output: the disk is full\n/m,
    );
    expect(stderr).toMatch(/^hint: newsletter emails watch /m);
    expect([posts(), carriedOut()]).toEqual([1, 1]);
  },
);

describe('a run that was killed while it sent', () => {
  const late = { takesSecond: true, visibleAfter: Number.POSITIVE_INFINITY, answer: silent };

  async function killed(behaviour: Behaviour, signal: NodeJS.Signals) {
    const service = await mailService(behaviour);
    const home = temporaryFolder();
    const run = startProcess(wordsOf(`emails send ${emailId} --yes`), { env: service.env, home });
    await until(() => service.posts() > 0);
    run.signal(signal);
    const ended = await run.ended;
    const again = (more = '') => newsletter(words(more), { env: service.env, home });
    return { ...service, home, ended, again };
  }

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s is named by the next run, which sends only with --send-again',
    async signal => {
      const { posts, again, ended } = await killed(late, signal);
      expect(ended.status).toBe(signal === 'SIGKILL' ? null : 130);
      const next = await again();
      expect(next).toMatchObject({
        status: 9,
        stdout: '',
        stderr: expect.stringMatching(/started to send email [\s\S]*--send-again[\s\S]*emails watch/),
      });
      expect(posts()).toBe(1);
      expect(await again(' --send-again')).toMatchObject({ status: 9 });
      expect(posts()).toBe(2);
    },
  );

  // From its first request on; the last one is the send itself, and "push" makes three more.
  const kills = [line, 'emails push issue.html --send'].flatMap(of =>
    Array.from({ length: of.includes('push') ? 9 : 6 }, (_, at) => [of, at + 1] as const),
  );

  it.each(kills)(
    'when "%s" was killed at request %d, then none that follows sends it twice',
    async (of, at) => {
      const service = await mailService({ onRequest: n => n === at && run?.signal('SIGKILL') });
      const home = temporaryFolder();
      const file = `---\nid: ${emailId}\nsubject: Arches\nupdated_at: 2025-05-31T12:00:00Z\n---\n<p>Arches</p>\n`;
      writeFileSync(join(home, 'issue.html'), file);
      const run = startProcess(wordsOf(`${of} --yes`), { env: service.env, home, cwd: home });
      const { status } = await run.ended;
      // All but the last few are reached for certain.
      if (at <= 4) expect(status).toBeNull();
      const again = await newsletter(words(of.includes('push') ? ' --force' : '', of), {
        env: service.env,
        home,
        cwd: home,
      });
      expect([service.carriedOut(), service.posts()], again.stderr).toEqual([1, 1]);
      expect([0, 4, 5, 9], again.stderr).toContain(again.status);
    },
  );

  it('counts as sent once the service shows that', async () => {
    const { posts, again, env, home } = await killed({ answer: silent }, 'SIGKILL');
    expect(await again()).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('error: "Bridges" (5282b819) is already being sent; only a draft'),
    });
    expect(posts()).toBe(1);
    expect((await newsletter(['doctor'], { env, home })).stdout).not.toContain('started to send');
  });

  it('when its outcome stays unknown, then push, doctor and watch say so, and nothing is pushed or sent', async () => {
    const { posts, env, home } = await killed(late, 'SIGKILL');
    const file = join(home, 'issue.md');
    writeFileSync(file, `---\nid: ${emailId}\nsubject: Other\nupdated_at: 2025-05-31T12:00:00Z\n---\nText\n`);
    const push = await newsletter(['emails', 'push', file, '--send', '--yes'], { env, home });
    expect(push).toMatchObject({ status: 9, stdout: '' });
    const { stdout } = await newsletter(['doctor'], { env, home });
    expect(stdout).toContain(`this machine started to send email ${emailId}`);
    expect(stdout).toContain(`newsletter emails watch ${emailId}`);
    const watch = await newsletter(wordsOf(`emails watch ${emailId} --wait-timeout 1`), { env, home });
    expect(watch).toMatchObject({
      status: 9,
      stderr: expect.stringContaining('still shows the email as a draft'),
    });
    expect(posts()).toBe(1);
  });
});

describe('the journal of sends', () => {
  it('is not written by a dry run, or without a yes', async () => {
    const { env, posts } = await mailService({});
    const home = temporaryFolder();
    await newsletter(wordsOf(`emails send ${emailId} --dry-run`), { env, home });
    await newsletter(wordsOf(`emails send ${emailId}`), { env, home });
    expect(posts()).toBe(0);
    expect(readdirSync(home)).toEqual([]);
  });
});

it.each([{}, { id: 'a1' }, { name: 'Ours' }, { id: 'a1', name: ' ' }, { id: 7, name: 'Ours' }])(
  'an account of which the service says only %j is sent nothing',
  async account => {
    const { env, posts } = await mailService({}, account);
    expect(await newsletter(words(), { env })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/does not say which account this is|no id of the account/),
    });
    expect(posts()).toBe(0);
  },
);
