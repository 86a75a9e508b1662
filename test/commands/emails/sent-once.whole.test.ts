/**
 * What a service may do around a send, times how often and how the program runs: never more than one send where a
 * client can help it, and no verdict that is not true.
 */
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../support/account.ts';
import { testClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/home.ts';
import { type Behaviour, emailId, mailService } from '../../support/mail-service.ts';
import { needs } from '../../support/needs.ts';
import { startProcess } from '../../support/process.ts';
import { newsletter, start } from '../../support/program.ts';
import { onTerminal } from '../../support/pseudo-terminal.ts';
import { type Ended, until } from '../../support/run.ts';
import { hangUp, json, type Responder, text } from '../../support/service.ts';

const busy = (status: number, headers?: Record<string, string>) => text('', status, headers);
const silent: Responder = () => {};
const soon = { 'retry-after': '0' };

/** The service's behaviour, and the exit statuses that are true of it. */
const behaviours: readonly (readonly [name: string, Behaviour, readonly number[]])[] = [
  ['sends it', {}, [0]],
  ['sends it, shows that late', { visibleAfter: 400 }, [0]],
  ['sends it, never shows that', { visibleAfter: Number.POSITIVE_INFINITY }, [9]],
  ['sends it, takes more sends', { takesSecond: true, visibleAfter: 600 }, [0]],
  ['sends it, cuts the connection', { answer: hangUp }, [0]],
  ['sends it, cuts, shows that late', { answer: hangUp, visibleAfter: 400, takesSecond: true }, [0]],
  ['cuts the connection', { carriesOut: false, answer: hangUp }, [9]],
  ['sends it, never answers', { answer: silent }, [0]],
  ['never answers', { carriesOut: false, answer: silent }, [9]],
  ['sends it, answers 429', { answer: busy(429, soon), visibleAfter: 300, takesSecond: true }, [0]],
  ['answers 429', { carriesOut: false, answer: busy(429, soon) }, [6]],
  ['sends it, answers 503', { answer: busy(503), takesSecond: true }, [0]],
  ['answers 503', { carriesOut: false, answer: busy(503) }, [9]],
  ['sends it, answers 503 for now', { answer: busy(503, soon), visibleAfter: 400, takesSecond: true }, [0]],
  ['answers 503 for now', { carriesOut: false, answer: busy(503, soon) }, [9]],
  ['answers 408', { carriesOut: false, answer: busy(408) }, [9]],
  ['sends it, redirects', { answer: busy(307, { location: '/v1/emails' }), takesSecond: true }, [0]],
  ['answers 422', { carriesOut: false, answer: busy(422) }, [5]],
  ['sends it twice itself, answers 409', { answer: busy(409), visibleAfter: 300 }, [0]],
];

const lines = [`emails send ${emailId}`];
const words = (line: string, more = '') => wordsOf(`${line} --yes --timeout 0.5 --max-wait 1${more}`);

function expectTrue(ended: Ended, carriedOut: number, what: string): void {
  const { status, stderr } = ended;
  if (status === 0) expect(carriedOut, what).toBeGreaterThan(0);
  else if (status !== 9) expect(stderr, what).toMatch(/nothing was sent|was not sent|another process/);
  // No hint leads to another send.
  expect(stderr, what).not.toMatch(/^hint: newsletter emails send/m);
}

describe.each(lines)('"%s"', line => {
  it.each(behaviours)(
    'when the service %s, then the request leaves once',
    async (name, behaviour, statuses) => {
      const clock = testClock();
      const { env, posts, carriedOut } = await mailService(behaviour, undefined, clock);
      const ended = await newsletter(words(line), { env, clock });
      expect(statuses, `${name}: ${ended.stderr}`).toContain(ended.status);
      expect(posts(), name).toBe(1);
      expectTrue(ended, carriedOut(), name);
    },
  );
});

it.each(behaviours)('when the service %s, then three runs at once send it once', async (name, behaviour) => {
  const clock = testClock();
  const { env, posts, carriedOut } = await mailService(behaviour, undefined, clock);
  const home = temporaryFolder();
  const runs = [lines[0], lines[0], lines[0]].map(line =>
    newsletter(words(line ?? ''), { env, home, clock }),
  );
  const ended = await Promise.all(runs);
  const said = `${name}: ${ended.map(({ stderr }) => stderr).join('\n')}`;
  // What certainly did not go out may be tried by the next.
  const mayTryAgain =
    behaviour.carriesOut === false && ended.some(({ status }) => status === 6 || status === 5);
  expect(posts(), said).toBeLessThanOrEqual(mayTryAgain ? 3 : 1);
  expect(carriedOut(), said).toBeLessThanOrEqual(1);
  for (const one of ended) expectTrue(one, carriedOut(), said);
});

describe('a run that begins while another one sends', () => {
  it.each([
    ['emails send', 5],
    ['emails push', 5],
  ] as const)(
    'when it is "%s", then it waits for that one first, and judges by how it ended',
    async (name, status) => {
      let finish = () => {};
      const { env, posts, carriedOut } = await mailService({
        answer: (request, response, seen) => {
          finish = () => json({ id: emailId, status: 'sending' }, 201)(request, response, seen);
        },
      });
      const home = temporaryFolder();
      const file = join(home, 'issue.md');
      writeFileSync(file, `---\nid: ${emailId}\nupdated_at: 2025-05-31T12:00:00Z\n---\nText\n`);
      const first = newsletter(wordsOf(`${lines[0]} --yes`), { env, home });
      await until(() => posts() > 0);
      const line = {
        'emails send': lines[0],
        'emails push': `emails push ${file} --send`,
      }[name];
      const second = start(wordsOf(`${line} --yes`), { env, home });
      await second.said(/another process is sending this email; waiting/);
      finish();
      expect((await first).status).toBe(0);
      const { stderr, ...ended } = await second.ended;
      expect(ended, stderr).toMatchObject({ status });
      expect(stderr).not.toContain('outcome is unknown');
      expect([posts(), carriedOut()]).toEqual([1, 1]);
    },
  );
});

it('when nothing listens any more by the time of the send, then it certainly was not sent', async () => {
  const { env, posts } = await mailService({ goesAway: true });
  const home = temporaryFolder();
  const ended = await newsletter(words(lines[0] ?? '', ' --retries 1'), { env, home });
  expect(ended).toMatchObject({
    status: 7,
    stderr: expect.stringMatching(/^error: nothing was sent: connection refused/m),
  });
  expect(posts()).toBe(0);
  expect((await newsletter(['doctor'], { env, home })).stdout).not.toContain('began to send');
});

describe('a run that was killed while it sent', () => {
  const late = { takesSecond: true, visibleAfter: Number.POSITIVE_INFINITY, answer: silent };

  async function killed(behaviour: Behaviour, signal: NodeJS.Signals) {
    const service = await mailService(behaviour);
    const home = temporaryFolder();
    const run = startProcess(wordsOf(`emails send ${emailId} --yes`), { env: service.env, home });
    await until(() => service.posts() > 0);
    run.signal(signal);
    const ended = await run.ended;
    const again = (more = '') => newsletter(words(lines[0] ?? '', more), { env: service.env, home });
    return { ...service, home, ended, again };
  }

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'when it was %s, then the next run names it, and sends only when told to',
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
  const kills = [lines[0] ?? '', 'emails push issue.html --send'].flatMap(line =>
    Array.from({ length: line.includes('push') ? 9 : 6 }, (_, at) => [line, at + 1] as const),
  );

  it.each(kills)(
    'when "%s" was killed at request %d, then none that follows sends it twice',
    async (line, at) => {
      const service = await mailService({ onRequest: n => n === at && run?.signal('SIGKILL') });
      const home = temporaryFolder();
      const file = `---\nid: ${emailId}\nsubject: Arches\nupdated_at: 2025-05-31T12:00:00Z\n---\n<p>Arches</p>\n`;
      writeFileSync(join(home, 'issue.html'), file);
      const run = startProcess(wordsOf(`${line} --yes`), { env: service.env, home, cwd: home });
      const { status } = await run.ended;
      // All but the last few are reached for certain.
      if (at <= 4) expect(status).toBeNull();
      const more = line.includes('push') ? ['--force'] : [];
      const again = await newsletter([...words(line), ...more], { env: service.env, home, cwd: home });
      expect([service.carriedOut(), service.posts()], again.stderr).toEqual([1, 1]);
      expect([0, 4, 5, 9], again.stderr).toContain(again.status);
    },
  );

  it('when the service shows by then that it went out, then it is known', async () => {
    const { posts, again, env, home } = await killed({ answer: silent }, 'SIGKILL');
    expect(await again()).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('its status is sending'),
    });
    expect(posts()).toBe(1);
    expect((await newsletter(['doctor'], { env, home })).stdout).not.toContain('began to send');
  });

  it('when a file is pushed to be sent, then not even that is pushed', async () => {
    const { posts, env, home } = await killed(late, 'SIGKILL');
    const file = join(home, 'issue.md');
    writeFileSync(file, `---\nid: ${emailId}\nsubject: Other\nupdated_at: 2025-05-31T12:00:00Z\n---\nText\n`);
    expect(await newsletter(['emails', 'push', file, '--send', '--yes'], { env, home })).toMatchObject({
      status: 9,
      stdout: '',
    });
    expect(posts()).toBe(1);
  });

  it('when the doctor is asked, then it names it', async () => {
    const { env, home } = await killed(late, 'SIGKILL');
    const { stdout } = await newsletter(['doctor'], { env, home });
    expect(stdout).toContain(`this machine started to send email ${emailId}`);
    expect(stdout).toContain(`newsletter emails watch ${emailId}`);
  });

  it('when its draft is watched, then the watching goes on until time is up', async () => {
    const { env, home } = await killed(late, 'SIGKILL');
    expect(
      await newsletter(wordsOf(`emails watch ${emailId} --wait-timeout 1`), { env, home }),
    ).toMatchObject({ status: 9, stderr: expect.stringContaining('still shows the email as a draft') });
  });
});

it('when the service took it, but shows a draft later, then the next run asks as well', async () => {
  const { env, posts } = await mailService({
    takesSecond: true,
    visibleAfter: Number.POSITIVE_INFINITY,
    answer: json({ id: emailId, status: 'sending' }),
  });
  const home = temporaryFolder();
  expect((await newsletter(words(lines[0] ?? ''), { env, home })).status).toBe(0);
  expect(await newsletter(words(lines[0] ?? ''), { env, home })).toMatchObject({
    status: 9,
    stderr: expect.stringContaining('the service accepted it (sending), but it is now a draft'),
  });
  expect(posts()).toBe(1);
});

needs('script').describe('somebody at a terminal', () => {
  it('when an earlier send was never resolved, then they are asked about it first', async () => {
    const { env, posts } = await mailService({ visibleAfter: Number.POSITIVE_INFINITY });
    const home = temporaryFolder();
    await newsletter(words(lines[0] ?? ''), { env, home });
    const asked = onTerminal(`emails send ${emailId} --max-wait 1`, { env, home });
    await asked.shows(/Send it (again|anyway|all the same)\?/);
    asked.type('n\r');
    expect(await asked.ended).toMatch(/started to send email[\s\S]*exit 5/);
    expect(posts()).toBe(1);
  });
});

describe('the journal', () => {
  const journals = (home: string) => join(home, 'settings', 'sends');

  it('when nothing is sent, then none is written', async () => {
    const { env, posts } = await mailService({});
    const home = temporaryFolder();
    await newsletter(wordsOf(`emails send ${emailId} --dry-run`), { env, home });
    await newsletter(wordsOf(`emails send ${emailId}`), { env, home });
    expect(posts()).toBe(0);
    expect(readdirSync(home)).toEqual([]);
  });

  it('when it cannot be written, then nothing is sent', async () => {
    const { env, posts } = await mailService({});
    const home = temporaryFolder();
    writeFileSync(join(home, 'settings'), '');
    expect(await newsletter(words(lines[0] ?? ''), { env, home })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('NEWSLETTER_CONFIG_DIR'),
    });
    expect(posts()).toBe(0);
  });

  it('when nothing has happened in one for 90 days, then it is removed', async () => {
    const { env } = await mailService({});
    const home = temporaryFolder();
    await newsletter(words(lines[0] ?? ''), { env, home });
    const [name = ''] = readdirSync(journals(home));
    const past = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    for (const [copy, days] of [
      ['old', 91],
      ['recent', 89],
    ] as const) {
      writeFileSync(join(journals(home), `${copy}.journal`), readFileSync(join(journals(home), name)));
      utimesSync(join(journals(home), `${copy}.journal`), past(days), past(days));
    }
    const other = await mailService({}, { id: 'a2', name: 'Other', slug: 'other' });
    await newsletter(words(lines[0] ?? ''), { env: other.env, home });
    expect(readdirSync(journals(home)).filter(each => /old|recent/.test(each))).toEqual(['recent.journal']);
  });

  it('when a crash cut off its last line, then the send that it begins is still known', async () => {
    const { env, posts } = await mailService({ takesSecond: true, visibleAfter: Number.POSITIVE_INFINITY });
    const home = temporaryFolder();
    await newsletter(words(lines[0] ?? ''), { env, home });
    const [name = ''] = readdirSync(journals(home));
    const path = join(journals(home), name);
    const [begin = ''] = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    writeFileSync(path, `${begin}\n{"type":"end","key":"12`);
    expect((await newsletter(words(lines[0] ?? ''), { env, home })).status).toBe(9);
    expect(posts()).toBe(1);
  });
});

it.each([{}, { id: 'a1' }, { name: 'Ours' }, { id: 'a1', name: ' ' }, { id: 7, name: 'Ours' }])(
  'when the service says of the account only %j, then nothing is sent',
  async account => {
    const { env, posts } = await mailService({}, account);
    for (const line of lines) {
      expect(await newsletter(words(line), { env })).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/does not say which account this is|no id of the account/),
      });
    }
    expect(posts()).toBe(0);
  },
);
