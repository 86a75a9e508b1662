import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { account } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import { newsletter } from '../../support/program.ts';
import { listening, type Plain } from '../../support/service.ts';

const latest = 'Letters from the branch line';
const first = 'Why we still take the 6:12';

describe('statistics of all emails', () => {
  it('when a program reads them, then rates are fractions of the counts, the latest email first', async () => {
    const here = await account({ subscribers: 2000 });
    const rows = (await here.json('emails stats')) as Plain[];
    expect(rows).toHaveLength(10);
    expect([rows[0]?.subject, rows.at(-1)?.subject]).toEqual([latest, first]);
    for (const row of rows) {
      expect(row.bounce_share).toBe(Number(row.bounce_count) / Number(row.sent_count));
      // That name is the service's own.
      expect(row).not.toHaveProperty('bounce_rate');
    }
    const csv = await here.run('emails stats -o csv');
    expect(csv.stdout).toContain(`,${rows[0]?.delivery_share},`);
  });

  it.each([72, 80, 100, 120, 200])(
    'on %d columns the drawing fits, with all rates, from 120 on bars to compare, without colours',
    async width => {
      const here = await account({ subscribers: 2000 });
      const { stdout } = await here.run('emails stats -o table', { env: { COLUMNS: String(width) } });
      for (const line of stdout.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(width);
      for (const rate of ['delivered', 'bounced', 'complaints', 'likes', 'unsubscribed']) {
        expect(stdout).toMatch(new RegExp(`${rate}[^]*over time[^]*\\n${rate} +[▁-█]{10} `));
      }
      expect(stdout).toContain(latest.slice(0, 9));
      expect(stdout).not.toContain('\x1b');
      if (width < 120) return;
      expect(stdout).toMatch(/\nA full bar: 100% delivered, 2% bounced, 0\.3% complaints, [\d.]+% likes, /);
    },
  );

  it('a full bar is the highest rate of its column, or its limit, and the scales are said', async () => {
    const { env } = await serviceOf([{ bounce_count: 10 }, { bounce_count: 40, like_count: 100 }]);
    const drawn = async (limit: string) => {
      const line = ['emails', 'stats', '-o', 'table', '--limit', limit];
      return (await newsletter(line, { env: { ...env, COLUMNS: '120' } })).stdout;
    };
    const both = await drawn('2');
    expect(both).toContain('A full bar: 100% delivered, 4% bounced, 0.3% complaints, 10% likes.');
    expect(both).toMatch(/ 4\.00%!! █{8} /);
    expect(both).toMatch(/ 1\.00% {3}██ {7}/);
    expect(both).toMatch(/ 10\.0% {3}█{8}/);
    const { env: other } = await serviceOf([{ bounce_count: 10 }]);
    const one = await newsletter(['emails', 'stats', '-o', 'table'], { env: { ...other, COLUMNS: '120' } });
    expect(one.stdout).toMatch(/ 1\.00% {3}████ {5}/);
  });

  it('when nothing was sent, then that is an empty list, and there is no page', async () => {
    const { env } = await serviceOf([]);
    expect(await newsletter(['emails', 'stats', '--json'], { env })).toMatchObject({
      status: 0,
      stdout: '[]\n',
    });
    expect((await newsletter(['emails', 'stats', '--html', 'a.html'], { env })).status).toBe(4);
  });
});

describe('statistics of one email', () => {
  it('when it is the latest, then it stands beside the median of those before it', async () => {
    const here = await account({ subscribers: 2000 });
    const id = await here.emailId(latest);
    const one = (await here.json(`emails stats ${id}`)) as Plain;
    const before = ((await here.json('emails stats')) as Plain[]).slice(1).map(row => Number(row.like_share));
    expect(one).toMatchObject({ id, compared_with: 9 });
    expect(one.median_like_share).toBe(before.sort((a, b) => a - b)[4]);
    expect((await here.run(`emails stats ${id} -o table`)).stdout).toMatch(
      /median {2}points\n[\s\S]*Median: of the 9 emails before it to at least 50 people\./,
    );
  });

  it('an email to fewer than 50 people is not compared, and is no part of a median', async () => {
    const few = { sent_count: 49, delivery_count: 49 };
    const { env, id } = await serviceOf([{ like_count: 50 }, { ...few, like_count: 20 }, { like_count: 70 }]);
    const one = async (place: number) => {
      const line = ['emails', 'stats', id.replace(/0$/, String(place)), '--json'];
      return JSON.parse((await newsletter(line, { env })).stdout) as Plain;
    };
    expect(await one(1)).toMatchObject({ like_share: 20 / 49, compared_with: 0, median_like_share: null });
    expect(await one(2)).toMatchObject({ compared_with: 1, median_like_share: 0.05 });
    const cwd = temporaryFolder();
    await newsletter(['emails', 'stats', '--html', 'a.html'], { env, cwd });
    const page = readFileSync(join(cwd, 'a.html'), 'utf8');
    expect(page).toContain('<p class="caption">median 5.00%</p>');
    const overview = await newsletter(['emails', 'stats', '-o', 'table'], { env });
    expect(overview.stdout).toContain('Over time: the 2 emails');
    const drawn = await newsletter(['emails', 'stats', id.replace(/0$/, '1'), '-o', 'table'], { env });
    expect(drawn.stdout).not.toContain('over time');
    expect(drawn.stdout).toContain('Not compared with earlier emails: this email went to fewer');
  });

  it('when it was not sent, or is not there, then the exit status is 4', async () => {
    const here = await account();
    const draft = await here.emailId('Notes for spring');
    expect(await here.run(`emails stats ${draft}`)).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('it is still a draft'),
    });
    expect((await here.run('emails stats nothing')).status).toBe(4);
  });
});

describe('emails that are not all out', () => {
  it('when one is sending or paused, then it has numbers, and nothing is compared with it', async () => {
    const { env, id } = await serviceOf([
      { status: 'sending', subject: 'Half', sent_count: 500, delivery_count: 480, sent_at: null },
      { status: 'paused', subject: 'Stopped', sent_count: 20, delivery_count: 19, sent_at: null },
      { status: 'paused', subject: 'Never begun', sent_count: 0, delivery_count: 0, sent_at: null },
      { status: 'draft' },
      {},
    ]);
    const rows = JSON.parse((await newsletter(['emails', 'stats', '--json'], { env })).stdout) as Plain[];
    expect(rows.map(({ subject }) => subject).sort()).toEqual(['Half', 'May', 'Stopped']);
    const one = await newsletter(['emails', 'stats', id, '-o', 'table'], { env });
    expect(one.stdout).toContain('sending, sent so far to 500');
    expect(one.stdout).toContain('Still sending: these numbers change.');
    expect(one.stdout).toMatch(/delivered +480 +96\.0%/);
    const whole = await newsletter(['emails', 'stats', '--json', '--limit', '1'], { env });
    expect(JSON.parse(whole.stdout)).toMatchObject([{ status: 'sent' }]);
  });

  it('an impossible count is shown as unknown', async () => {
    const { env, id } = await serviceOf([{ delivery_count: 1200, bounce_count: null }]);
    const { stdout, status } = await newsletter(['emails', 'stats', id, '-o', 'table'], { env });
    expect(status).toBe(0);
    expect(stdout).toMatch(/delivered +– +–/);
    const row = JSON.parse((await newsletter(['emails', 'stats', id, '--json'], { env })).stdout);
    expect(row).toMatchObject({ delivery_count: null, delivery_share: null });
  });
});

describe('which emails', () => {
  it('when --since, --limit and --group are given, then only those are shown', async () => {
    const here = await account({ subscribers: 2000 });
    const all = (await here.json('emails stats')) as Plain[];
    const to = (await here.json('groups get Members')) as Plain;
    const members = (await here.json('emails stats --group Members')) as Plain[];
    expect(members).toEqual(all.filter(({ group_id }) => group_id === to.id));
    expect(members.length).toBeGreaterThan(0);
    expect(await here.json('emails stats --limit 3')).toEqual(all.slice(0, 3));
    const since = String(all[4]?.sent_at).slice(0, 10);
    expect(await here.json(`emails stats --since ${since}`)).toEqual(all.slice(0, 5));
    const nothing = await here.run(`emails stats --group ${all[0]?.id} -o table`);
    expect(nothing).toMatchObject({ status: 0, stderr: expect.stringContaining('no sent emails match') });
    const one = (await here.json(`emails stats ${all[0]?.id} --limit 4`)) as Plain;
    expect(one).toMatchObject({ compared_with: 4 });
  });

  it.each([
    ['--since 2026-02-30', 'invalid value "2026-02-30" for --since'],
    ['--limit 0', 'expected a whole number from 1'],
  ])('when %s is given, then the exit status is 2', async (flags, message) => {
    const { env } = await serviceOf([{}]);
    const ended = await newsletter(['emails', 'stats', ...flags.split(' ')], { env });
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});

describe('what mail providers act on', () => {
  it('when complaints and bounces are too many, then they are marked, and what that means is said', async () => {
    const { env } = await serviceOf([{ complaint_count: 4, bounce_count: 21, subject: 'A\x1b[2Jb' }]);
    const { stdout } = await newsletter(['emails', 'stats', '-o', 'table'], { env });
    expect(stdout).toContain('0.40%!!');
    expect(stdout).toContain('!! complaints above 0.3%: Gmail and Yahoo');
    expect(stdout).toContain('!! bounces above 2%');
    const cwd = temporaryFolder();
    await newsletter(['emails', 'stats', '--html', 'a.html'], { env, cwd });
    const page = readFileSync(join(cwd, 'a.html'), 'utf8');
    expect(page).toContain('0.40%&nbsp;!!</td>');
    expect(stdout).not.toContain('Within the limits');
    expect(stdout).not.toContain('\x1b');
  });
});

describe('the page', () => {
  it('when it is written, then it is whole, fetches nothing and says nothing it was told to run', async () => {
    const { env } = await serviceOf([{ subject: '</script><img src=x onerror=alert(1)>' }, {}]);
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'a.html'), 'before');
    const ended = await newsletter(['emails', 'stats', '--html', 'a.html'], { env, cwd });
    expect(ended).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('wrote a.html') });
    expect(readdirSync(cwd)).toEqual(['a.html']);
    const page = readFileSync(join(cwd, 'a.html'), 'utf8');
    expect(page).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/(?:src|href)="?(?:https?:)?\/\//);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<script');
    expect(page).toContain('Email statistics: The Slow Carriage');
  });
});

const accountRecord = { id: 'a', name: 'The Slow Carriage', slug: 'slow' };

/** A service with nothing but these sent emails, each to a thousand. */
async function serviceOf(emails: readonly Plain[]) {
  const counts = {
    delivery_count: 979,
    bounce_count: 1,
    complaint_count: 0,
    like_count: 0,
    unsubscribe_count: 0,
  };
  const own = {
    delivery_rate: 0.979,
    bounce_rate: 0.001,
    complaint_rate: 0,
    like_rate: 0,
    unsubscribe_rate: 0,
  };
  const id = (place: number) => `3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5${place}`;
  const data = emails.map((email, i) => ({
    ...{ id: id(i), status: 'sent', subject: 'May', sent_count: 1000, ...counts, ...own },
    ...{ sent_at: `2026-05-0${i + 1}T08:00:00Z`, ...email },
  }));
  const server = createServer((request, response) => {
    const meta = { current_page: 1, per_page: 50, total: data.length, last_page: 1 };
    const answer = request.url === '/v1/account' ? accountRecord : { data, meta };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const port = await listening(server);
  onTestFinished(() => server.closeAllConnections());
  return { id: id(0), env: { NEWSLETTER_BASE_URL: `http://127.0.0.1:${port}`, NEWSLETTER_API_KEY: 'key' } };
}
