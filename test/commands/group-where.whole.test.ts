/** `groups create --where`, against the sandbox: the group that the service makes has the people of the expression. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, account } from '../support/account.ts';
import { newsletter } from '../support/program.ts';
import { type Plain, json as responding, service } from '../support/service.ts';

let made: Account;

/** The groups that the tests make have names of their own. */
beforeAll(async () => {
  made = await account({ subscribers: 0 }, afterAll);
  for (const [name, kind] of [
    ['Age', 'number'],
    ['Joined', 'date'],
    ['Paid', 'boolean'],
  ] as const)
    await made.call('POST', '/v1/fields', { name, kind });
  for (let i = 0; i < 24; i++) {
    const fields = {
      ...(i % 4 > 0 && { city: ['Berlin', 'Bonn', 'New York'][i % 3] }),
      ...(i % 5 > 0 && { age: i }),
      ...(i % 3 > 0 && { joined: `2026-01-${String(i + 1).padStart(2, '0')}` }),
      ...(i % 2 > 0 && { paid: i % 4 === 1 }),
    };
    const tags = [...(i % 2 > 0 ? ['VIP'] : []), ...(i % 3 > 0 ? ['press list'] : [])];
    await made.call('POST', '/v1/subscribers', {
      email: `p${i}@${i % 2 ? 'a' : 'b'}.example.org`,
      tags,
      fields,
    });
  }
});

const emails = async (line: readonly string[]) =>
  (JSON.parse((await made.run([...line, '--json=email'])).stdout) as Plain[]).map(one => one.email);

describe('groups create --where', () => {
  it.each<[string, readonly string[]]>([
    ['tags has vip', ['tags:equals:vip']],
    ['not tags has "press list"', ['tags:not_equals:press list']],
    ['tags has vip and fields.city = berlin', ['tags:equals:vip', 'fields.city:equals:berlin']],
    ['fields.city != Berlin', ['fields.city:not_equals:Berlin']],
    [
      'fields.city not in (Berlin, "New York")',
      ['fields.city:not_equals:Berlin', 'fields.city:not_equals:New York'],
    ],
    ['not (fields.city = Bonn or tags has vip)', ['fields.city:not_equals:Bonn', 'tags:not_equals:vip']],
    ['email ends with "@a.example.org"', ['email:ends_with:@a.example.org']],
    ['not email contains "p1"', ['email:not_contains:p1']],
    ['fields.city is null', ['fields.city:not_exists']],
    ['fields.city is not null', ['fields.city:exists']],
    ['tags is null', ['tags:not_exists']],
    ['fields.age > 10 and fields.age < 20', ['fields.age:greater_than:10', 'fields.age:less_than:20']],
    ['fields.age = 7', ['fields.age:equals:7']],
    ['fields.paid', ['fields.paid:equals:true']],
    ['not fields.paid', ['fields.paid:not_equals:true']],
    ['fields.paid = false', ['fields.paid:equals:false']],
    ['fields.joined >= 2026-01-10', ['fields.joined:greater_than:2026-01-09']],
    ['fields.joined > 2026-01-10', ['fields.joined:greater_than:2026-01-10']],
    ['fields.joined <= 2026-01-10', ['fields.joined:less_than:2026-01-11']],
    ['fields.joined = 2026-01-05', ['fields.joined:equals:2026-01-05']],
    [
      'fields.joined = 2026-01',
      ['fields.joined:greater_than:2025-12-31', 'fields.joined:less_than:2026-02-01'],
    ],
    ['created_at >= 2020', ['created_at:greater_than:2019-12-31T23:59:59Z']],
    ['created_at < 2020', ['created_at:less_than:2020-01-01T00:00:00.000Z']],
    ['emailed_at is null', ['emailed_at:not_exists']],
    ['source = api', ['source:equals:api']],
  ])('%s becomes %j, and the group has the same people', async (where, filters) => {
    const { run, json } = made;
    expect(await run(['groups', 'create', '--name', where, '--where', where])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(`as filters: ${filters.join(' ')}\n`),
    });
    const wanted = await emails(['subscribers', 'list', '--where', where]);
    expect(await json(['groups', 'get', where])).toMatchObject({ subscribers_count: wanted.length });
    expect(await emails(['groups', 'members', where])).toEqual(wanted);
    expect((await run(['groups', 'members', where, '--count'])).stdout).toBe(`${wanted.length}\n`);
  });

  it.each([
    ['tags has a or tags has b', 1, '"or"'],
    ['tags in (a, b)', 6, 'several values, which is "or"'],
    ['not (tags has a and tags has b)', 6, 'the opposite of "and"'],
    ['fields.age >= 5', 12, '>='],
    ['not fields.age > 5', 16, 'not >'],
    ['not email starts with a', 11, 'not starts'],
    ['email ~ "^a"', 7, '~'],
    ['updated_at > 2026', 1, 'updated_at'],
    ['not created_at > 2026', 16, 'not > of a time'],
  ])('%s cannot be said, from column %d: %s', async (where, column, what) => {
    const { run, writes } = made;
    const before = writes();
    expect(await run(['groups', 'create', '--name', 'G', '--where', where])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        `error: --where, column ${column}: the filters of a group cannot say ${what}\n`,
      ),
    });
    expect(writes()).toBe(before);
  });

  it('when a time moves with today, then it is refused: a saved group stays', async () => {
    const { run } = made;
    expect(await run(['groups', 'create', '--name', 'G', '--where', 'created_at > 30d'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        'column 14: a group keeps the date of today: "30d" would not move with it\n',
      ),
    });
  });

  it('when a filter is one of --where, then the line with --where is the hint', async () => {
    const { run } = made;
    expect(await run(['groups', 'create', '--name', 'G', '--filter', 'fields.city = Berlin'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("hint: --where 'fields.city = Berlin'\n"),
    });
  });

  it.each([
    ['tags:has:vip', 'tags:equals:vip'],
    ['fields.city:is_not:Berlin', 'fields.city:not_equals:Berlin'],
    ['fields.age:gt:5', 'fields.age:greater_than:5'],
    ['fields.city:is_empty', 'fields.city:not_exists'],
  ])('when the operator of %s is unknown, then it says %s', async (filter, translation) => {
    const { run } = made;
    expect((await run(['groups', 'create', '--name', 'G', '--filter', filter])).stderr).toContain(
      `${filter} may be written as ${translation}\n`,
    );
  });

  it('when values of another kind would make the two differ, then no group is created', async () => {
    const subscriber = { id: 'a', email: 'a@example.org', tags: [], fields: { age: '7' } };
    const meta = { current_page: 1, per_page: 9, total: 1, last_page: 1 };
    const { url, seen } = await service((request, response, asked) => {
      const field = { id: 'f', name: 'Age', variable: 'age', kind: 'number' };
      const data = asked.url.includes('fields') ? [field] : asked.url.includes('groups') ? [] : [subscriber];
      return responding({ data, meta: { ...meta, total: data.length } })(request, response, asked);
    });
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
    const line = ['groups', 'create', '--name', 'G', '--where', 'fields.age = 7'];
    expect(await newsletter(line, { env })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('would treat 1 person otherwise than --where, such as a@example.org\n'),
    });
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('when the service counts more people than --where selects, then it ends with 8', async () => {
    const meta = { current_page: 1, per_page: 9, total: 1, last_page: 1 };
    const group = {
      id: 'g',
      name: 'G',
      filters: [{ field: 'tags', operator: 'equals', value: 'x' }],
      subscribers_count: 9,
    };
    const { url } = await service((request, response, asked) => {
      const data = asked.url.includes('subscribers')
        ? [{ id: 'a', email: 'a@example.org', tags: ['x'], fields: {} }]
        : [];
      const answer = asked.method === 'POST' ? group : { data, meta: { ...meta, total: data.length } };
      return responding(answer)(request, response, asked);
    });
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
    expect(
      await newsletter(['groups', 'create', '--name', 'G', '--where', 'tags has x'], { env }),
    ).toMatchObject({
      status: 8,
      stderr: expect.stringContaining(
        'error: the service counts 9 in the group, but --where matches 1 person here\n',
      ),
    });
  });
});
