import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import type { Plain } from '../support/service.ts';

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

it('when no group has the name or id, or several have the name, then that is said', async () => {
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
    stderr: expect.stringContaining('several groups are called "Twins": use the id'),
  });
});

it('when a group is created with filters, then each value goes out as what it looks like', async () => {
  const { json } = await account();
  const line = ['groups', 'create', '--name', 'Good ones'];
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
  ['city:equals:New:York', 'New:York'],
  ['site:equals:https://example.org:8080/', 'https://example.org:8080/'],
  ['orders:equals:"7"', '7'],
  ['zip:equals:007', '007'],
  ['orders:between:[1,5]', [1, 5]],
  ['vip:equals:true', true],
  ['city:equals:', ''],
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
  expect(await json('groups create --name A --filters @filters.json', { cwd })).toMatchObject({ filters });
  const line = ['groups', 'create', '--name', 'B', '--filters', JSON.stringify(filters)];
  expect(await json(line)).toMatchObject({ filters });
});

it.each([
  ['groups create', 'a group needs --name'],
  ['groups create --name A --filter tags', 'does not have the form field:operator[:value]'],
  ['groups create --name A --filter a:b --filters []', '--filter and --filters exclude each other'],
  ['groups create --name A --filter a:b:[1,', 'the value begins like JSON, but is none'],
  ['groups create --name A --filters {}', '--filters must be a JSON array'],
  ['groups create --name A --filters [', '--filters is not JSON'],
])('when given "%s", then that is a usage error, and nothing is sent', async (line, said) => {
  const { run, requests } = await account();
  expect(await run(line)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(said) });
  expect(requests()).toBe(0);
});

it('when the service refuses a filter, then each thing it says about it is shown', async () => {
  const { run } = await account();
  const refused = await run('groups create --name A --filter shoe:fits --json', { terminal: ['stderr'] });
  expect(refused).toMatchObject({ status: 5, stdout: '' });
  expect(refused.stderr).toMatch(/^error: the service refused the request \(422/m);
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
