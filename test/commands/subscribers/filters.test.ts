import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filterExamples } from '../../../src/cli/topics/pages.ts';
import { wordsOf } from '../../support/account.ts';
import { wordsIn } from '../../support/declared.ts';
import { temporaryFolder } from '../../support/home.ts';
import { idOf, lists } from '../../support/lists.ts';
import { newsletter } from '../../support/program.ts';
import type { Plain } from '../../support/service.ts';

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
const from = (days: number) => ago(-days).slice(0, 10);

interface Person {
  readonly email: string;
  readonly tags?: readonly string[];
  readonly fields?: Plain;
  readonly source?: string;
  readonly emailed_at?: string | null;
  readonly created_at?: string;
}

/** A service with these people, three on a page, and these custom fields. */
async function audience(people: readonly Person[], fields: Readonly<Record<string, string>> = {}) {
  const at = '2020-01-01T00:00:00.000Z';
  const own = { source: 'form', emailed_at: null, created_at: at, updated_at: at, tags: [], fields: {} };
  const kinds = Object.entries(fields);
  const definitions = kinds.map(([variable, kind], position) => ({
    ...{ id: `f${position}`, name: variable, variable, kind, position },
  }));
  const records = people.map((person, i) => ({ id: idOf(i), ...own, ...person }));
  return await lists({ '/v1/subscribers': records, '/v1/fields': definitions }, 3);
}

/** Whom each example of the help finds: their names. */
const found: Readonly<Record<string, string>> = {
  'people from the Berlin meetup without an email since then': 'ann cem',
  'sign-ups by form in the last week': 'dan',
  'export press and photographers who are not members': 'eve fay',
  'good customers who are not VIPs': 'dan eve',
  'untag everybody who has had no email this year (--yes does it)':
    'run\t matched\t1 to_change\t1 changed\t0 unchanged\t0 failed\t0 address_in_use\t0 missing\t dry_run\ttrue',
};

const crowd: readonly Person[] = [
  {
    email: 'ann@example.org',
    tags: ['berlin meetup', 'member'],
    fields: { city: 'Berlin', orders: 9, vip: true, first_name: 'Ann', member_since: from(60) },
    emailed_at: '2026-05-20T10:00:00Z',
  },
  {
    email: 'bob@EXAMPLE.org',
    tags: ['Berlin meetup', 'member'],
    fields: { city: 'new york', orders: 1, first_name: 'Bob', member_since: from(29) },
    emailed_at: '2026-06-02T10:00:00Z',
  },
  {
    email: 'cem@example.com',
    tags: ['berlin meetup'],
    fields: { city: 'Bern', member_since: from(0), orders: 4 },
  },
  {
    email: 'dan@example.com',
    created_at: ago(3),
    fields: { orders: 5, first_name: 'Dan', member_since: from(-1) },
    emailed_at: ago(1),
  },
  {
    email: 'eve@example.com',
    created_at: ago(3),
    source: 'api',
    tags: ['press'],
    fields: { orders: 12, vip: false, first_name: 'Eve' },
    emailed_at: '2026-01-01T00:00:00Z',
  },
  {
    email: 'fay@example.com',
    created_at: '2026-03-31T23:59:59Z',
    tags: ['press', 'photography'],
    fields: { first_name: 'Fay' },
  },
  { email: 'gil@example.com', tags: ['press', 'member'], fields: { first_name: 'Gil' }, emailed_at: ago(2) },
];
const kinds = { city: 'text', orders: 'number', vip: 'boolean', first_name: 'text', member_since: 'date' };

describe('the examples of `newsletter help filters`', () => {
  it('when the page is printed, then all are on it, in 80 columns', async () => {
    const { stdout } = await newsletter(['help', 'filters']);
    for (const [what] of filterExamples) expect(stdout).toContain(`\n${what}:\n`);
    expect(stdout.split('\n').filter(line => line.length > 80)).toEqual([]);
  });

  it.each(filterExamples)('when looking for %s, then the right people are found', async (what, line) => {
    const { run } = await audience(crowd, kinds);
    const folder = temporaryFolder();
    const [, ...words] = wordsIn(line);
    const { status, stdout, stderr } = await run(words, { cwd: folder });
    expect({
      status,
      stderr: stderr.replace(/^\d of 7 match\n|^people who have unsubscribed are .*|^remove tags? .*/s, ''),
    }).toEqual({
      status: 0,
      stderr: '',
    });
    const rows = line.includes('press.csv')
      ? readFileSync(join(folder, 'press.csv'), 'utf8').split('\n').slice(1)
      : stdout.split('\n');
    const named = rows.filter(Boolean).map(row => /^(\w+)@/.exec(row)?.[1] ?? row);
    expect(named.join(' ')).toBe(found[what]);
  });
});

describe('a list of seven, three on a page', () => {
  it.each([
    ['list --tag press', 'eve fay gil', '3 of 7 match\n', 3],
    ['list --tag press --limit 1', 'eve', '', 2],
    ['list --since 1d', '', '0 of 7 match\n', 3],
    ['list --since 2000-01-01 --limit 3', 'ann bob cem', '', 1],
    ['list --tag press -o ndjson --fields email', 'eve fay gil', '3 of 7 match\n', 3],
  ])('when asked for %s, then %s come', async (line, names, said, pages) => {
    const { run, asked } = await audience(crowd, kinds);
    const { status, stdout, stderr } = await run(`subscribers ${line}`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: said });
    expect((stdout.match(/\w+(?=@example)/gi) ?? []).join(' ')).toBe(names);
    expect(asked('/v1/subscribers')).toBeGreaterThanOrEqual(pages);
  });

  it.each(['growth --tag prss', 'export people.csv --tag prss'])(
    'a tag that nobody has is not found: %s',
    async line => {
      const { run } = await audience(crowd, kinds);
      const { status, stdout, stderr } = await run(`subscribers ${line}`, { cwd: temporaryFolder() });
      expect({ status, stdout }).toEqual({ status: 4, stdout: '' });
      expect(stderr).toMatch(
        /no tag "prss": nobody has it\nhint: did you mean "press"\? All: newsletter tags list/,
      );
    },
  );

  it.each([
    [
      ['list', '--tag', 'press', '--tag', 'prss', '--count'],
      /nobody has the tag "prss": did you mean press\?/,
    ],
    [['list', '--where', 'TAGS has prss'], /nobody has the tag "prss": did you mean press\?/],
    [['update', '--where', 'tags has zzz', '--add-tag', 'x', '--dry-run'], /nobody has the tag "zzz"\n/],
    [['list', '--where', 'not tags has zzz'], /^7 of 7 match\n$/],
  ])(
    'an expression with a tag that nobody has says so if it looks misspelt, or selects nobody: %j',
    async (words, said) => {
      const { run } = await audience(crowd, kinds);
      const { status, stderr } = await run(['subscribers', ...words]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(said) });
    },
  );

  it.each([
    ['list --count', '7\n'],
    ['list --count --json --tag press', '3\n'],
    [
      'growth --tag press --by month -o csv --fields period,signups',
      /^period,signups\n2020-01,1\n(.*,0\n)+2026-03,1\n/,
    ],
  ])('when asked for %s, then that is computed from the selected alone', async (line, text) => {
    const { run } = await audience(crowd, kinds);
    const { status, stdout } = await run(`subscribers ${line}`);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(text) });
  });

  it.each([
    ['', 'member\t3 press\t3 berlin meetup\t2 photography\t1'],
    [' --tag member', 'member\t3 berlin meetup\t2 press\t1'],
  ])('when tags are listed with "%s", then %s come', async (more, lines) => {
    const people = crowd.map(one => (one.email.startsWith('cem') ? { ...one, tags: [] } : one));
    const { run } = await audience(people, kinds);
    const { status, stdout } = await run(`tags list${more}`);
    expect({ status, lines: stdout.trimEnd().split('\n').join(' ') }).toEqual({ status: 0, lines });
  });

  it('when the filter names custom fields, then they are asked for, once, and not otherwise', async () => {
    const { run, asked } = await audience(crowd, kinds);
    await run('subscribers list --tag press --since 1y');
    expect(asked('/v1/fields')).toBe(0);
    const where = ['--where', 'fields.vip', '--where', 'fields.orders > 1'];
    const { stdout } = await run([...wordsOf('subscribers list'), ...where]);
    expect(stdout).toMatch(/^ann@/);
    expect(asked('/v1/fields')).toBe(2);
  });

  it.each([
    [['--where', 'tags has'], 'invalid_filter', 0],
    [['--where', 'fields.orders > ten'], 'invalid_filter', 2],
    [['--tag', ''], 'invalid_value', 0],
    [['--since', '2999-01-01'], 'invalid_value', 0],
    [['--tag', 'press', '--page', '2'], 'usage', 0],
    [['--count', '--limit', '2'], 'usage', 0],
  ])('when given %j, then that is a usage error, and nobody is listed', async (more, code, requests) => {
    const { run, asked } = await audience(crowd, kinds);
    const { status, stdout, stderr } = await run(['subscribers', 'list', ...more, '--json']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({ error: { code } });
    expect(asked('/v1/fields')).toBe(requests);
    expect(asked('/v1/subscribers')).toBe(0);
  });

  it('when an error is shown to people, then a caret is below its place', async () => {
    const { run } = await audience(crowd, kinds);
    const { stderr } = await run(['tags', 'list', '--where', 'fields.citty = Berlin']);
    expect(stderr).toBe(
      [
        'error: --where, column 1: unknown field "fields.citty": did you mean fields.city?',
        '  fields.citty = Berlin',
        '  ^',
        'hint: newsletter help filters',
        '',
      ].join('\n'),
    );
  });

  it('when an envelope is wanted, then it holds the selected, and the meta of the last page', async () => {
    const { run } = await audience(crowd, kinds);
    const line = 'subscribers list --tag press --json=email --envelope';
    expect(JSON.parse((await run(line)).stdout)).toEqual({
      data: ['eve', 'fay', 'gil'].map(name => ({ email: `${name}@example.com` })),
      meta: expect.objectContaining({ total: 7 }),
    });
  });
});
