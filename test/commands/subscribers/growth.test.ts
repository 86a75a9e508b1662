import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { account } from '../../support/account.ts';
import { namedPipe, temporaryFolder } from '../../support/home.ts';
import { idOf, lists } from '../../support/lists.ts';

const signups: readonly (readonly [created: string, source: string])[] = [
  ['2020-12-31T23:59:59Z', 'form'],
  ['2021-01-03T23:59:59Z', 'form'],
  ['2021-01-04T00:00:00Z', 'api'],
  ['2021-01-04T00:30:00+01:00', 'form'],
  ['2021-03-01T12:00:00Z', 'mcp'],
];

interface Row {
  readonly period: string;
  readonly signups: number;
  readonly subscribers: number;
  readonly unfinished: boolean;
}

/** An account whose subscribers signed up at those times. */
async function here(more: Record<string, string> = {}, all = signups) {
  const people = all.map(([created_at, source], i) => ({
    id: idOf(i),
    email: `p${i}@example.org`,
    ...{ source, created_at, updated_at: created_at, emailed_at: null, fields: {}, tags: [] },
  }));
  const account = { id: 'a', name: 'Bread & <b>Butter</b>', slug: 'bread' };
  const made = await lists({ '/v1/subscribers': people, '/v1/account': [account] });
  const folder = temporaryFolder();
  const run = (line: string) =>
    made.run(`subscribers growth ${line}`, { env: { COLUMNS: '60', ...more }, cwd: folder });
  return { run, folder };
}

describe('sign-ups over time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2021-03-02T12:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['day', '2020-12-31', '2020-12-31 1, 2021-01-03 2, 2021-01-04 1, 2021-03-01 1'],
    ['week', '2020-12-28', '2020-W53 3, 2021-W01 1, 2021-W09 1'],
    ['month', '2020-12-01', '2020-12 1, 2021-01 3, 2021-03 1'],
  ])(
    'when counted by %s, then days are UTC, weeks ISO, and the last one is that of now',
    async (by, from, expected) => {
      const { run } = await here();
      const rows = JSON.parse((await run(`--by ${by} --json`)).stdout) as {
        period: string;
        signups: number;
        subscribers: number;
      }[];
      const busy = rows.filter(row => row.signups > 0).map(row => `${row.period} ${row.signups}`);
      expect(busy.join(', ')).toBe(expected);
      expect(rows[0]).toMatchObject({ from, form: by === 'week' ? 3 : 1 });
      expect(rows.at(-1)).toMatchObject({ subscribers: 5, mcp: by === 'day' ? 0 : 1, app: 0 });
      // Periods without sign-ups are there.
      expect(rows).toHaveLength({ day: 62, week: 10, month: 4 }[by] ?? 0);
      expect(rows.at(-1)).toMatchObject({ unfinished: true });
    },
  );

  it('are drawn as bars divided by source, as wide as the screen', async () => {
    const { run } = await here();
    const { stdout } = await run('-o table');
    const lines = stdout.split('\n');
    expect(lines.slice(0, 8)).toEqual([
      'subscribers  5  listed now',
      'sign-ups     1  last 30 days; 3 in the 30 before',
      '',
      'month     new  total',
      expect.stringMatching(/^2020-12 {5}1 {6}1 {2}░+$/),
      expect.stringMatching(/^2021-01 {5}3 {6}4 {2}▒+░+$/),
      '2021-02     0      4',
      expect.stringMatching(/^2021-03\* {4}1 {6}5 {2}▓+$/),
    ]);
    expect(stdout).toContain('\n▒ api 1\n▓ mcp 1\n░ form 3\n');
    // The list has unsubscribed people, too.
    expect(stdout).toContain("\nCounts everyone in the service's list");
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(60);
    expect(Math.max(...lines.map(line => line.length))).toBeGreaterThan(50);
  });

  it('when --since is given, then the period it is in is the first, and totals count those before', async () => {
    const { run } = await here();
    const rows = JSON.parse((await run('--since 2021-01-20 --json')).stdout) as Row[];
    expect(rows.map(({ period, subscribers }) => [period, subscribers])).toEqual([
      ['2021-01', 4],
      ['2021-02', 4],
      ['2021-03', 5],
    ]);
    expect(rows.map(({ unfinished }) => unfinished)).toEqual([false, false, true]);
  });

  it('when a period is running, then it is marked', async () => {
    const today = new Date().toISOString();
    const { run, folder } = await here({}, [
      ['2021-01-04T00:00:00Z', 'api'],
      [today, 'form'],
    ]);
    const { stdout } = await run('-o table --since 2021-01-01');
    expect(stdout).toMatch(new RegExp(`\\n${today.slice(0, 7)}\\* +1 +2 `));
    expect(stdout).toContain('last 30 days; 1 in the 30 before\n');
    expect(stdout).toContain('* not a complete month\n');
    expect((JSON.parse((await run('--json')).stdout) as Row[]).at(-1)).toMatchObject({ unfinished: true });
    await run('--html growth.html');
    const page = readFileSync(join(folder, 'growth.html'), 'utf8');
    expect(page).toContain(`${today.slice(0, 7)} (incomplete)`);
    expect(page).toMatch(/<g fill-opacity="[^"]+"><title>[^<]*\(incomplete\)/);
  });

  it('fit a narrow screen', async () => {
    const { run } = await here({ COLUMNS: '24' });
    const { stdout } = await run('-o table');
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(24);
  });

  it('when --output csv is given, then each source has a column', async () => {
    const { run } = await here();
    const { stdout } = await run('-o csv');
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'period,from,signups,moved,subscribers,unfinished,app,api,mcp,form',
      '2020-12,2020-12-01,1,0,1,false,0,0,0,1',
    ]);
  });

  it('when --html is given, then the page holds the chart and nothing from elsewhere', async () => {
    const { run, folder } = await here();
    expect(await run('--html growth.html')).toMatchObject({ status: 0, stdout: '' });
    const page = readFileSync(join(folder, 'growth.html'), 'utf8');
    // One chart for wide screens, one for phones.
    expect(page.match(/<rect /g)).toHaveLength(8);
    expect(page).not.toContain('<script');
    expect(page).toContain('Bread &amp; &lt;b&gt;Butter&lt;/b&gt;');
    expect(page).toContain('color-scheme: light dark');
    expect(page).not.toMatch(/https?:|<script|src=|@import/);
  });

  it('of an empty list are an empty array', async () => {
    const { run } = await account({ subscribers: 0 });
    expect(await run('subscribers growth -o json')).toMatchObject({ status: 0, stdout: '[]\n' });
    expect((await run('subscribers growth --by year')).status).toBe(2);
    const pipe = join(temporaryFolder(), 'pipe');
    namedPipe(pipe);
    expect((await run(`subscribers growth --html ${pipe}`)).status).toBe(2);
  });
});

describe('a list that was moved in', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const moved = Array.from({ length: 400 }, (): readonly [string, string] => [daysAgo(10), 'api']);
  const before = Array.from({ length: 30 }, (_, at): readonly [string, string] => [
    daysAgo(100 + at),
    'form',
  ]);
  const after = [daysAgo(3), daysAgo(2)].map((at): readonly [string, string] => [at, 'form']);

  it('counts as moved, and in the total, not as sign-ups', async () => {
    const { run } = await here({}, [...before, ...moved, ...after]);
    const rows = JSON.parse((await run('--by day --json')).stdout) as Record<string, number>[];
    expect(rows.filter(row => (row.moved ?? 0) > 0)).toMatchObject([
      { moved: 400, signups: 0, api: 0, subscribers: 430 },
    ]);
    expect(rows.at(-1)).toMatchObject({ subscribers: 432 });
  });

  it('is said in words, and the chart is of the days since then', async () => {
    const { run } = await here({}, [...before, ...moved, ...after]);
    const { stdout } = await run('-o table');
    expect(stdout).toContain(
      `\nmoved in     400  on ${daysAgo(10).slice(0, 10)}; in the total, not in the\n`,
    );
    expect(stdout).toContain('\nsign-ups       2  last 30 days; ');
    expect(stdout).toMatch(/^day /m);
    expect(stdout).not.toContain(daysAgo(100).slice(0, 10));
  });

  it('is none where many sign up every day', async () => {
    const { run } = await here({}, [
      ...moved,
      ...moved.map((): readonly [string, string] => [daysAgo(9), 'form']),
    ]);
    expect((await run('--by day --json')).stdout).not.toMatch(/"moved": [1-9]/);
  });
});
