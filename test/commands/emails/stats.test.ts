import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import { idOf, lists } from '../../support/lists.ts';
import type { Plain } from '../../support/service.ts';

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
        expect(stdout).toMatch(new RegExp(`${rate}[^]*over time\\n(?:.*\\n)*${rate} .* [▁-█]{10}\\n`));
      }
      expect(stdout).toContain(latest.slice(0, 9));
      expect(stdout).not.toContain('\x1b');
      if (width < 120) return;
      expect(stdout).toMatch(/\nA full bar: 100% delivered, 2% bounced, 0\.3% complaints, [\d.]+% likes, /);
    },
  );

  it('a full bar is the highest rate of its column, or its limit, and the scales are said', async () => {
    const { run } = await serviceOf([{ bounce_count: 10 }, { bounce_count: 40, like_count: 100 }]);
    const drawn = async (limit: string) => {
      const line = ['emails', 'stats', '-o', 'table', '--limit', limit];
      return (await run(line, { env: { COLUMNS: '120' } })).stdout;
    };
    const both = await drawn('2');
    expect(both).toContain('A full bar: 100% delivered, 4% bounced, 0.3% complaints, 10% likes.');
    expect(both).toMatch(/ 4\.00%!! █{8} /);
    expect(both).toMatch(/ 1\.00% {3}██ {7}/);
    expect(both).toMatch(/ 10\.0% {3}█{8}/);
    const other = await serviceOf([{ bounce_count: 10 }]);
    const one = await other.run('emails stats -o table', { env: { COLUMNS: '120' } });
    expect(one.stdout).toMatch(/ 1\.00% {3}████ {5}/);
  });

  it('without a sent email are an empty list, and no page', async () => {
    const { run } = await serviceOf([]);
    expect(await run('emails stats --json')).toMatchObject({
      status: 0,
      stdout: '[]\n',
    });
    expect((await run('emails stats --html a.html')).status).toBe(4);
  });
});

describe('statistics of one email', () => {
  it('stand beside the median of the emails before it', async () => {
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

  it('has no line of another email, and no median without earlier emails', async () => {
    const here = await account({ subscribers: 2000 });
    const shown = async (subject: string) =>
      (await here.run(['emails', 'stats', subject, '-o', 'table'])).stdout;
    expect(await shown(latest)).not.toContain('Sleeping above');
    expect(await shown(latest)).not.toMatch(/[▁-█]/);
    expect(await shown(first)).not.toMatch(/median|points/i);
  });

  it('an email to fewer than 50 people is not compared, and is no part of a median', async () => {
    const few = { sent_count: 49, delivery_count: 49 };
    const { run, id } = await serviceOf([{ like_count: 50 }, { ...few, like_count: 20 }, { like_count: 70 }]);
    const one = async (place: number) => {
      const line = ['emails', 'stats', id.replace(/0$/, String(place)), '--json'];
      return JSON.parse((await run(line)).stdout) as Plain;
    };
    expect(await one(1)).toMatchObject({ like_share: 20 / 49, compared_with: 0, median_like_share: null });
    expect(await one(2)).toMatchObject({ compared_with: 1, median_like_share: 0.05 });
    const cwd = temporaryFolder();
    await run('emails stats --html a.html', { cwd });
    const page = readFileSync(join(cwd, 'a.html'), 'utf8');
    expect(page).toContain('<p class="caption">median 5.00%</p>');
    const overview = await run('emails stats -o table');
    expect(overview.stdout).toContain('Over time: the 2 emails');
    const drawn = await run(['emails', 'stats', id.replace(/0$/, '1'), '-o', 'table']);
    expect(drawn.stdout).not.toContain('over time');
    expect(drawn.stdout).toContain('Not compared with earlier emails: this email went to fewer');
  });

  it('of a draft, or of an unknown email, end with 4', async () => {
    const here = await account();
    const draft = await here.emailId('Notes for spring');
    expect(await here.run(`emails stats ${draft}`)).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('its status is draft'),
    });
    expect((await here.run('emails stats nothing')).status).toBe(4);
  });
});

describe('emails that are not all out', () => {
  it('when one is sending or paused, then it has numbers, and nothing is compared with it', async () => {
    const { run, id } = await serviceOf([
      { status: 'sending', subject: 'Half', sent_count: 500, delivery_count: 480, sent_at: null },
      { status: 'paused', subject: 'Stopped', sent_count: 20, delivery_count: 19, sent_at: null },
      { status: 'paused', subject: 'Never begun', sent_count: 0, delivery_count: 0, sent_at: null },
      { status: 'draft' },
      {},
    ]);
    const rows = JSON.parse((await run('emails stats --json')).stdout) as Plain[];
    expect(rows.map(({ subject }) => subject).sort()).toEqual(['Half', 'May', 'Stopped']);
    const one = await run(['emails', 'stats', id, '-o', 'table']);
    expect(one.stdout).toContain('sending, sent so far to 500');
    expect(one.stdout).toContain('Still sending: these numbers change.');
    expect(one.stdout).toMatch(/delivered +480 +96\.0%/);
    const whole = await run('emails stats --json --limit 1');
    expect(JSON.parse(whole.stdout)).toMatchObject([{ status: 'sent' }]);
  });

  it('an impossible count is shown as unknown', async () => {
    const { run, id } = await serviceOf([{ delivery_count: 1200, bounce_count: null }]);
    const { stdout, status } = await run(['emails', 'stats', id, '-o', 'table']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/delivered +– +–/);
    const row = JSON.parse((await run(['emails', 'stats', id, '--json'])).stdout);
    expect(row).toMatchObject({ delivery_count: null, delivery_share: null });
  });
});

describe('which emails', () => {
  it('when --since, --until, --limit and --group are given, then only those are shown', async () => {
    const here = await account({ subscribers: 2000 });
    const all = (await here.json('emails stats')) as Plain[];
    const to = (await here.json('groups get Members')) as Plain;
    const members = (await here.json('emails stats --group Members')) as Plain[];
    expect(members).toEqual(all.filter(({ group_id }) => group_id === to.id));
    expect(members.length).toBeGreaterThan(0);
    expect(await here.json('emails stats --limit 3')).toEqual(all.slice(0, 3));
    const since = String(all[4]?.sent_at).slice(0, 10);
    expect(await here.json(`emails stats --since ${since}`)).toEqual(all.slice(0, 5));
    expect(await here.json(`emails stats --until ${since}`)).toEqual(all.slice(4));
    expect(await here.json(`emails stats --since ${since} --until ${since}`)).toEqual(all.slice(4, 5));
    const nothing = await here.run(`emails stats --group ${all[0]?.id} -o table`);
    expect(nothing).toMatchObject({ status: 0, stderr: expect.stringContaining('no sent emails match') });
    const one = (await here.json(`emails stats ${all[0]?.id} --limit 4`)) as Plain;
    expect(one).toMatchObject({ compared_with: 4 });
  });

  it.each([
    ['--since 2026-02-30', 'invalid value "2026-02-30" for --since'],
    ['--until 31.1.2026', 'invalid value "31.1.2026" for --until'],
    ['--limit 0', 'expected a whole number from 1'],
  ])('when %s is given, then the exit status is 2', async (flags, message) => {
    const { run } = await serviceOf([{}]);
    const ended = await run(['emails', 'stats', ...flags.split(' ')]);
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});

describe('what mail providers act on', () => {
  it('too many complaints and bounces are marked, with the limit of the mail providers', async () => {
    const { run } = await serviceOf([{ complaint_count: 4, bounce_count: 21, subject: 'A\x1b[2Jb' }]);
    const { stdout } = await run('emails stats -o table');
    expect(stdout).toContain('0.40%!!');
    expect(stdout).toContain('!! complaints above 0.3%: Gmail and Yahoo');
    expect(stdout).toContain('!! bounces above 2%');
    const cwd = temporaryFolder();
    await run('emails stats --html a.html', { cwd });
    const page = readFileSync(join(cwd, 'a.html'), 'utf8');
    expect(page).toContain('0.40%&nbsp;!!</td>');
    expect(stdout).not.toContain('Within the limits');
    expect(stdout).not.toContain('\x1b');
  });
});

describe('the page of statistics', () => {
  it('loads nothing, and shows a hostile subject as text', async () => {
    const { run } = await serviceOf([{ subject: '</script><img src=x onerror=alert(1)>' }, {}]);
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'a.html'), 'before');
    const ended = await run('emails stats --html a.html', { cwd });
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

/** A service with nothing but these sent emails, each to a thousand. */
async function serviceOf(emails: readonly Plain[]) {
  const counts = { delivery: 979, bounce: 1, complaint: 0, like: 0, unsubscribe: 0 };
  const own = Object.entries(counts).flatMap(([name, count]) => [
    [`${name}_count`, count],
    [`${name}_rate`, count / 1000],
  ]);
  const data = emails.map((email, i) => ({
    ...{ id: idOf(i), status: 'sent', subject: 'May', sent_count: 1000, ...Object.fromEntries(own) },
    ...{ sent_at: `2026-05-0${i + 1}T08:00:00Z`, ...email },
  }));
  return { id: idOf(0), ...(await lists({ '/v1/emails': data })) };
}
