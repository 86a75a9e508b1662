import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { lists } from '../support/lists.ts';
import type { Plain } from '../support/service.ts';

describe('the account', () => {
  it('account update changes only the given field', async () => {
    const { json } = await account();
    const before = (await json('account get')) as Plain;
    const after = await json(['account', 'update', '--name', 'The Fast Carriage']);
    expect(after).toEqual({ ...before, name: 'The Fast Carriage', updated_at: expect.any(String) });
  });

  it('account update without a field is a usage error', async () => {
    const { run } = await account();
    expect(await run('account update')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^error: nothing to change[^\n]*\nhint: newsletter account update/),
    });
  });
});

describe('custom fields', () => {
  it('when a field is created, then it is found by name, variable and id', async () => {
    const { json } = await account();
    const { id, variable } = (await json('fields create --name Shoe-size --kind number'.split(' '))) as Plain;
    expect(await json('fields update Shoe-size --name Size')).toMatchObject({ id, name: 'Size', variable });
    expect(await json(`fields update ${variable} --name Feet`)).toMatchObject({ id, name: 'Feet' });
    expect(await json(`fields update ${id} --name Boots`)).toMatchObject({ id, variable, kind: 'number' });
  });

  it.each([
    ['fields create --name Shoe', 2, '--name and --kind are required'],
    [
      'fields create --name Shoe --kind txt',
      2,
      'invalid value "txt" for --kind: expected one of text, number',
    ],
    ['fields create --name City --kind text', 5, 'name: '],
    ['fields update shoe --name Boot', 4, 'no field "shoe"'],
    ['fields update city', 2, 'nothing to change'],
  ])('when given "%s", then it ends with %d', async (line, status, said) => {
    const { run } = await account();
    expect(await run(line)).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(said) });
  });
});

describe('tags', () => {
  it('when tags are in use, then they are listed with their counts, the most frequent first', async () => {
    const { json, call } = await account({ subscribers: 0 });
    for (const [email, tags] of [
      ['a@example.org', ['x', 'y']],
      ['b@example.org', ['y']],
    ] as const) {
      await call('POST', '/v1/subscribers', { email, tags });
    }
    expect(await json('tags list')).toEqual([
      { name: 'y', subscribers_count: 2 },
      { name: 'x', subscribers_count: 1 },
    ]);
  });

  it('when people have a tag in several spellings, then it is one tag, and the command that unifies them is named', async () => {
    const subscriber = (id: string, ...tags: string[]) => ({
      ...{ id, email: `${id}@example.org`, tags, fields: {} },
    });
    const data = [subscriber('a', 'vip'), subscriber('b', 'VIP', 'x'), subscriber('c', 'vip ')];
    const { run } = await lists({ '/v1/subscribers': [...data, subscriber('d', 'vip')] });
    expect(await run('tags list')).toMatchObject({
      status: 0,
      stdout: 'vip\t4\nx\t1\n',
      stderr: expect.stringContaining(
        '1 person has "vip" as "VIP"; to unify: newsletter subscribers update --where \'tags has "VIP"\' --add-tag vip --remove-tag VIP\n',
      ),
    });
  });

  it('when a tag is created, then it can be changed by its id', async () => {
    const { json } = await account();
    const { id } = (await json('tags create --name Readers --color teal')) as Plain;
    expect(await json(`tags update ${id} --name Friends`)).toMatchObject({
      id,
      name: 'Friends',
      color_id: 'teal',
    });
  });

  it.each([
    ['tags create', 2, 'a tag needs --name'],
    ['tags create --name=', 2, 'a tag needs --name'],
    ['tags create --name A --color plaid', 5, 'color: '],
    ['tags update 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f --name A', 4, 'No tag has the id'],
    ['tags update 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f', 2, 'nothing to change'],
  ])('when given "%s", then it ends with %d', async (line, status, said) => {
    const { run } = await account();
    expect(await run(line)).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(said) });
  });
});

describe('import jobs', () => {
  const rows = (...emails: string[]) => ({ subscribers: emails.map(email => ({ email })), tag_ids: [] });

  it('when a job is watched, then it is printed as it ended', async () => {
    const { json, call } = await account({ subscribers: 0, importSeconds: 0.3 });
    const { id } = await call('POST', '/v1/subscriber-imports', rows('a@example.org', 'b@example.org'));
    expect(await json(`imports watch ${id}`)).toMatchObject({ id, status: 'completed', created_count: 2 });
    expect(await json(`imports get ${id} --json=status`)).toEqual({ status: 'completed' });
    expect(await json('imports list --json=id')).toEqual([{ id }]);
  });

  it('when time is up before the job ends, then its outcome is unknown', async () => {
    const { run, call } = await account({ importSeconds: 600 });
    const { id } = await call('POST', '/v1/subscriber-imports', rows('a@example.org'));
    expect((await run(`imports watch ${id} --wait-timeout 0.2`)).status).toBe(9);
  });

  it.each(['get', 'watch'])('when there is no such job, then imports %s ends with 4', async command => {
    const { run } = await account();
    expect(await run(`imports ${command} 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f`)).toMatchObject({
      status: 4,
      stdout: '',
    });
  });
});

it('the CSV of no tags has its header', async () => {
  const { run } = await account({ subscribers: 0 });
  expect((await run('tags list -o csv')).stdout).toBe('name,subscribers_count\n');
});
