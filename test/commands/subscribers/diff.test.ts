import { describe, expect, it } from 'vitest';
import { account } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import type { Plain } from '../../support/service.ts';

const file = [
  'email,First name,City,Tags,Status',
  'ANN@example.org,Ann,Rome,"a,b",active',
  'bob@example.org,Bob,,,active',
  'bob@example.org,,Oslo,c,active',
  'carl@example.org,,,,active',
  'new@example.org,Nina,,x,active',
  'gone@example.org,,,,unsubscribed',
  'nobody,,,,active',
  '',
].join('\n');

/** An account, and how it differs from the file. */
async function here() {
  const made = await account({ subscribers: 0 });
  const people: Plain[] = [
    { email: 'ann@example.org', fields: { first_name: 'Anna', city: 'Rome' }, tags: ['a'] },
    { email: 'bob@example.org', fields: { first_name: 'Bob', city: 'Oslo' }, tags: ['c', 'd'] },
    { email: 'carl@example.org', fields: { city: 'Bonn' } },
    { email: 'gone@example.org' },
    { email: 'dora@example.org' },
  ];
  for (const one of people) await made.call('POST', '/v1/subscribers', one);
  const cwd = temporaryFolder();
  const diff = (...options: string[]) =>
    made.run(['subscribers', 'diff', '-', ...options], { stdin: file, cwd });
  return { ...made, cwd, diff };
}

describe('comparing a file with the account', () => {
  it('when it is asked for as JSON, then it has counts and lists that say what an import would do', async () => {
    const { cwd, diff, run, writes, all } = await here();
    const before = writes();
    const { status, stdout } = await diff('--json');
    expect(status).toBe(0);
    const found = JSON.parse(stdout) as Plain;
    expect(found).toMatchObject({
      ...{ rows: 7, duplicates: 1, rejected: 1, suppressed: 1 },
      ...{ new: 1, changed: 1, unchanged: 2, only_in_account: 1 },
      new_subscribers: [{ email: 'new@example.org', fields: { first_name: 'Nina' }, tags: ['x'] }],
      changes: [
        { email: 'ann@example.org', field: 'fields.first_name', old: 'Anna', new: 'Ann' },
        { email: 'ann@example.org', field: 'tags', old: ['a'], new: ['a', 'b'] },
      ],
      only_in_account_subscribers: [{ email: 'dora@example.org' }],
    });
    expect(writes()).toBe(before);
    // The import does just that, and then there is no difference any more.
    await run('import - --yes --allow-rejects', { stdin: file, cwd });
    expect(await all('/v1/subscribers')).toHaveLength(6);
    expect(JSON.parse((await diff('--json')).stdout)).toMatchObject({ new: 0, changed: 0, unchanged: 4 });
  });

  it.each([
    ['new', ['new@example.org']],
    ['changed', ['ann@example.org', 'ann@example.org']],
    ['only', ['dora@example.org']],
  ])('when --show %s is given, then those are listed', async (list, expected) => {
    const { diff } = await here();
    const { stdout } = await diff('--show', list, '-o', 'tsv');
    expect(
      stdout
        .trim()
        .split('\n')
        .map(line => line.split('\t')[0]),
    ).toEqual(expected);
  });

  it('when --exit-code is given, then the status says whether anything differs', async () => {
    const { diff, run, env } = await here();
    expect((await diff('--exit-code')).status).toBe(8);
    const same = { stdin: 'email,city\nann@example.org,Rome\n', env };
    expect((await run('subscribers diff - --exit-code', same)).status).toBe(0);
  });

  it('when the rules of the import are told, then they hold', async () => {
    const { diff } = await here();
    const told = ['--map', 'City=skip', '--map', 'First name=fields.city', '--tag', 't', '--json'];
    const { changes } = JSON.parse((await diff(...told)).stdout) as { changes: Plain[] };
    expect(changes).toContainEqual({
      email: 'ann@example.org',
      field: 'fields.city',
      old: 'Rome',
      new: 'Ann',
    });
    expect(changes.filter(one => one.field === 'tags')).toHaveLength(3);
  });

  it.each([
    ['subscribers diff no-such.csv', 'no-such.csv'],
    ['subscribers diff - --map x', '--map "x"'],
    ['subscribers diff - --show all', 'new, changed, only'],
  ])('when given "%s", then it is a usage error', async (line, said) => {
    const { run } = await here();
    expect(await run(line, { stdin: file })).toMatchObject({
      ...{ status: 2, stdout: '' },
      stderr: expect.stringContaining(said),
    });
  });
});
