import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, type Line, wordsOf } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { lists } from '../support/lists.ts';
import { start } from '../support/program.ts';
import type { Plain } from '../support/service.ts';

/** An account, and somebody at a terminal. */
async function accountAtTerminal() {
  const own = await account();
  const terminal = ['stdin', 'stderr'] as const;
  const begin = (line: Line) => start(wordsOf(line), { env: own.env, terminal, stdin: 'open' });
  return { ...own, start: begin };
}

/** A service with one group, and one person, who has the tag press. */
const servedGroup = (group: Plain) => {
  const person = { id: 'p', email: 'ann@example.org', tags: ['press'], fields: {}, source: 'form' };
  return lists({ '/v1/groups': [{ id: 'g', ...group }], '/v1/subscribers': [person] });
};

it('when groups are listed, then a pipe gets their columns, one group a line', async () => {
  const { run } = await account();
  const { stdout, stderr } = await run('groups list');
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  for (const line of lines) expect(line.split('\t')).toHaveLength(5);
  expect(stderr).toBe('');
});

it('when a group is asked for by name or id, then it is the same group', async () => {
  const { json } = await account();
  const byName = (await json('groups get Everyone')) as Plain;
  expect(byName).toMatchObject({ name: 'Everyone', subscribers_count: expect.any(Number) });
  expect(await json(`groups get ${byName.id}`)).toEqual(byName);
});

it('an unknown or ambiguous name of a group is refused', async () => {
  const { run, call } = await account();
  expect(await run('groups get Nobody')).toMatchObject({
    status: 4,
    stdout: '',
    stderr: 'error: no group "Nobody"\nhint: newsletter groups list\n',
  });
  expect((await run('groups get 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f')).status).toBe(4);
  for (const _ of [1, 2]) await call('POST', '/v1/groups', { name: 'Twins' });
  expect(await run('groups get Twins')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('"Twins" matches several groups: use the id'),
  });
});

it('when a group is created with filters, then each value goes out as what it looks like', async () => {
  const { json } = await account();
  const line = ['groups', 'create', '--yes', '--name', 'Good ones'];
  const filters = ['tags:contains:press', 'fields.orders:greater_than:4', 'fields.city:exists'];
  const made = await json([...line, ...filters.flatMap(filter => ['--filter', filter])]);
  expect(made).toMatchObject({
    name: 'Good ones',
    filters: [
      { field: 'tags', operator: 'contains', value: 'press' },
      { field: 'fields.orders', operator: 'greater_than', value: 4 },
      { field: 'fields.city', operator: 'exists' },
    ],
  });
});

it.each([
  ['fields.city:equals:New:York', 'New:York'],
  ['fields.city:equals:https://example.org:8080/', 'https://example.org:8080/'],
  ['fields.orders:equals:"7"', '7'],
  ['fields.city:equals:007', '007'],
  ['fields.orders:between:[1,5]', [1, 5]],
  ['fields.vip:equals:true', true],
  ['fields.city:equals:', ''],
])('when a filter is %s, then its value goes out as %j', async (filter, value) => {
  const { json } = await account();
  const request = await json(['groups', 'create', '--name', 'A', '--filter', filter, '--dry-run']);
  expect(request).toMatchObject({ body: { filters: [{ value }] } });
});

it('when all filters are given as JSON, in place or in a file, then they go out as they are', async () => {
  const { json } = await account();
  const filters = [{ field: 'email', operator: 'ends_with', value: '@example.org' }];
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'filters.json'), `\uFEFF${JSON.stringify(filters)}`);
  expect(await json('groups create --yes --name A --filters @filters.json', { cwd })).toMatchObject({
    filters,
  });
  const line = ['groups', 'create', '--yes', '--name', 'B', '--filters', JSON.stringify(filters)];
  expect(await json(line)).toMatchObject({ filters });
});

it.each([
  ['groups create', 'a group needs --name'],
  ['groups create --name= --filter tags:equals:vip', 'a group needs --name'],
  ['groups create --name A --filter tags', 'is not field:operator[:value]'],
  ['groups create --name A --filter a:b --filters []', '--filter and --filters cannot be combined'],
  ['groups create --name A --filter a:b:[1,', 'the value looks like JSON, but is invalid'],
  ['groups create --name A --filters {}', '--filters must be a JSON array'],
  ['groups create --name A --filters [', '--filters is not JSON'],
])('when given "%s", then that is a usage error, and nothing is sent', async (line, said) => {
  const { run, requests } = await account();
  expect(await run(line)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(said) });
  expect(requests()).toBe(0);
});

it('when the service refuses a filter, then each thing it says about it is shown', async () => {
  const { run } = await account();
  const refused = await run('groups create --name A --filter shoe:fits --yes --json', {
    terminal: ['stderr'],
  });
  expect(refused).toMatchObject({ status: 5, stdout: '' });
  expect(refused.stderr).toMatch(/^error: the service rejected the request \(422/m);
  expect(refused.stderr).toMatch(/^ {2}filters\.0\.field: /m);
  expect(refused.stderr).toMatch(/^ {2}filters\.0\.operator: /m);
  const last = JSON.parse(refused.stderr.trimEnd().split('\n').at(-1) ?? '');
  expect(last.error).toMatchObject({
    code: 'refused',
    status: 422,
    method: 'POST',
    path: '/v1/groups',
    exit: 5,
  });
});

describe('before a group is created', () => {
  it('a name in use is refused without --force', async () => {
    const { run, json, writes } = await account();
    for (const more of ['--dry-run', '--yes']) {
      expect(await run(`groups create --name Members --filter tags:equals:press ${more}`)).toMatchObject({
        status: 5,
        stdout: '',
        stderr: expect.stringMatching(/^error: a group "Members" already exists\n {2}its id is /),
      });
    }
    expect(writes()).toBe(0);
    expect(await json('groups create --name Members --filter tags:equals:press --force --yes')).toMatchObject(
      {
        name: 'Members',
      },
    );
  });

  it('how many people the filters match, and who, is shown, by a dry run, too', async () => {
    const { run, call } = await account({ subscribers: 0 });
    for (const name of ['ann', 'bob', 'cem']) {
      const tags = name === 'bob' ? ['other'] : ['member'];
      await call('POST', '/v1/subscribers', { email: `${name}@example.org`, tags });
    }
    const line = 'groups create --name New --filter tags:equals:member';
    const dry = await run(`${line} --dry-run --json=matches`);
    expect(JSON.parse(dry.stdout)).toEqual({ matches: 2 });
    for (const { stderr } of [dry, await run(line)])
      expect(stderr).toContain('its filters match 2 people here: ann@example.org, cem@example.org\n');
  });

  it.each([
    ['vip:equals:true', 'error: no field "vip" to filter by\nhint: did you mean fields.vip?\n'],
    ['fields.vipp:equals:true', 'hint: did you mean fields.vip?\n'],
    ['tags:fits:member', 'cannot tell how many people would be in it: unknown filter: tags fits'],
    ['shoe:equals:7', 'cannot tell how many people would be in it: unknown filter: shoe equals'],
    ['tags:equals:nobody', 'warning: the group would be empty'],
  ])('the filter %s gets a note', async (filter, said) => {
    const { run } = await account({ subscribers: 40 });
    const { stderr } = await run(`groups create --name New --filter ${filter}`);
    expect(stderr).toContain(said);
  });

  it.each([
    ['', 'a group without filters contains all subscribers'],
    ['--filter email:contains:@', 'the group would contain all subscribers'],
    ['--filter tags:equals:nobody', 'the group would be empty'],
  ])('a group with %j is asked about on a terminal; a script needs --yes', async (filters, said) => {
    const { run, start, writes } = await accountAtTerminal();
    const line = `groups create --name All ${filters}`.trim();
    const asked = start(line);
    await asked.said(/Create it anyway\?/);
    asked.type('n\r');
    expect((await asked.ended).status).toBe(5);
    const refused = await run(line);
    expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(said) });
    expect(refused.stderr).toMatch(/error: confirmation required: .*Groups cannot be deleted/);
    expect((await run(`${line} --dry-run`)).stderr).toContain(`warning: ${said}\n`);
    expect(writes()).toBe(0);
    expect((await run(`${line} --yes`)).status).toBe(0);
    expect(writes()).toBe(1);
  });
});

describe('the members of a group', () => {
  it.each([
    [[{ field: 'tags', operator: 'contains', value: 'memb' }]],
    [[{ field: 'tags', operator: 'not_equals', value: 'member' }]],
    [[{ field: 'fields.city', operator: 'equals', value: 'berlin' }]],
    [[{ field: 'fields.orders', operator: 'less_than', value: 3 }]],
    [[{ field: 'email', operator: 'ends_with', value: '@mail.example' }]],
    [[{ field: 'fields.birthday', operator: 'exists' }]],
    [[{ field: 'created_at', operator: 'greater_than', value: '2026-01-01' }]],
    [
      [
        { field: 'source', operator: 'equals', value: 'form' },
        { field: 'fields.vip', operator: 'equals', value: true },
      ],
    ],
  ])('members with the filters %j are as many as the service counts', async filters => {
    const { run, call, json } = await account({ subscribers: 300 });
    const made = await call('POST', '/v1/groups', { name: 'G', filters });
    const { stdout, stderr, status } = await run('groups members G --fields email');
    const [, extra = '0'] = /^warning: (\d+) of these \d+ (?:has|have) unsubscribed/.exec(stderr) ?? [];
    expect(status).toBe(0);
    expect(stdout.trimEnd().split('\n').length - Number(extra)).toBe(made.subscribers_count);
    const everyone = (await json('groups get Everyone')) as Plain;
    expect(Number(extra)).toBeLessThanOrEqual(300 - Number(everyone.subscribers_count));
  });

  it.each([
    [{ field: 'tags', operator: 'resembles', value: 'member' }, 'unknown filter: tags resembles'],
    [{ field: 'shoe', operator: 'equals', value: 7 }, 'unknown filter: shoe equals'],
    [
      { field: 'tags', operator: 'equals', value: 'press' },
      'its filters match 1 person here, but the service counts 2',
    ],
  ])('the filter %j, counted otherwise by the service, is an error', async (filter, said) => {
    const { run } = await servedGroup({ name: 'G', filters: [filter], subscribers_count: 2 });
    expect(await run('groups members G')).toMatchObject({
      status: 8,
      stdout: '',
      stderr: expect.stringContaining(`error: cannot tell who is in the group "G"\n  ${said}\n`),
    });
  });
});
