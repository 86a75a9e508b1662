import { describe, expect, it } from 'vitest';
import { account } from '../../support/account.ts';
import type { Plain } from '../../support/service.ts';

describe('creating a subscriber', () => {
  it('when fields are given as text, then they take the type of their kind', async () => {
    const { json } = await account();
    const fields = ['orders=3', 'vip=yes', 'birthday=1990-01-02', 'First name=Ann'];
    const words = 'subscribers create --email ann@example.org --tag press --tag new'.split(' ');
    expect(await json([...words, ...fields.flatMap(field => ['--field', field])])).toMatchObject({
      email: 'ann@example.org',
      fields: { orders: 3, vip: true, birthday: '1990-01-02', first_name: 'Ann' },
      tags: ['press', 'new'],
    });
  });

  it('when there is one with the address, then that one is updated', async () => {
    const { json, all } = await account();
    const first = await json('subscribers create --email ann@example.org --json=id');
    expect(await json('subscribers create --email ann@example.org --field city=Rome --json=id')).toEqual(
      first,
    );
    expect(await all('/v1/subscribers')).toHaveLength(4);
  });

  it.each([
    ['--tag b', { tags: ['a', 'b'] }],
    ['--tag A --tag b', { tags: ['a', 'b'] }],
    ['--field city=Rome', { tags: ['a'], fields: { city: 'Rome' } }],
    // Raw: as it is.
    ['--data {"tags":["b"]}', { tags: ['b'] }],
  ])('when there is one, then they keep their tags: %s', async (flags, after) => {
    const { call, json } = await account();
    await call('POST', '/v1/subscribers', { email: 'ann@example.org', tags: ['a'] });
    const line = `subscribers create --email Ann@example.org ${flags}`;
    const { body } = (await json(`${line} --dry-run`)) as { readonly body: object };
    const { tags, ...others } = body as Partial<Record<string, unknown>>;
    expect([tags ?? after.tags, others.email]).toEqual([after.tags, 'Ann@example.org']);
    expect(await json(line)).toMatchObject(after);
  });

  it('when there was one with the address, then that is said, and that they may have unsubscribed', async () => {
    const { run, all } = await account();
    const said =
      'updated, not created: if they had unsubscribed, they may still be; the service does not show it\n';
    const [there] = await all('/v1/subscribers');
    const saved = await run(`subscribers create --email ${there?.email}`);
    const added = await run('subscribers create --email ann@example.org');
    expect([saved.stderr, added.stderr]).toEqual([said, '']);
  });

  it('at a misspelt domain, they are created, with a warning', async () => {
    const ended = await (await account()).run('subscribers create --email u@gmial.com');
    expect(ended).toMatchObject({ status: 0, stderr: 'warning: "gmial.com" looks misspelt: gmail.com?\n' });
  });

  it.each([
    ['subscribers create', 2, 'a subscriber needs --email'],
    ['subscribers create --email a@example.org --field orders=many', 2, '"many" is not a number'],
    ['subscribers create --email a@example.org --field orders=1.204,50', 2, 'decimal mark: write 1204.5 ('],
    ['subscribers create --email a@example.org --field vip', 2, 'is not variable=value'],
    ['subscribers create --email a@example.org --field shoe=9', 4, 'no field "shoe"'],
    ['subscribers create --email nobody', 5, 'email: email must be an email address.'],
  ])('when given "%s", then it ends with %d and nobody is created', async (line, status, said) => {
    const { run, all } = await account();
    expect(await run(line)).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(said) });
    expect(await all('/v1/subscribers')).toHaveLength(3);
  });
});

describe('updating a subscriber', () => {
  async function ann() {
    const here = await account();
    const fields = { city: 'Rome', vip: true };
    await here.call('POST', '/v1/subscribers', { email: 'ann@example.org', fields, tags: ['a', 'b'] });
    const update = (...words: string[]) => here.json(['subscribers', 'update', 'ann@example.org', ...words]);
    return { ...here, update };
  }

  it('when one field is given, then the others stay, and an empty value erases', async () => {
    const { update } = await ann();
    const { before, after } = (await update('--field', 'city=Bari', '--add-tag', 'c', '--dry-run')) as Plain;
    expect(before).toEqual({ tags: ['a', 'b'], fields: { city: 'Rome' } });
    expect(after).toEqual({ tags: ['a', 'b', 'c'], fields: { city: 'Bari' } });
    expect(await update('--field', 'orders=2')).toMatchObject({
      fields: { city: 'Rome', vip: true, orders: 2 },
      tags: ['a', 'b'],
    });
    expect(await update('--field', 'vip=', '--json=fields')).toEqual({ fields: { city: 'Rome', orders: 2 } });
  });

  it('when tags are added, removed or set, then those are the tags', async () => {
    const { update } = await ann();
    expect(await update('--add-tag', 'c', '--remove-tag', 'a')).toMatchObject({ tags: ['b', 'c'] });
    expect(await update('--tag', 'x', '--yes')).toMatchObject({ tags: ['x'] });
    expect(await update('--remove-tag', 'x')).toMatchObject({ tags: [] });
  });

  it.each([
    ['--tag x --yes', 'replaces the tags "a", "b" (to keep them: --add-tag)'],
    ['--tag x --status subscribed --yes', 'and sets the status subscribed, also if they have unsubscribed'],
    ['--remove-tag aa --add-tag c', 'ann@example.org has no tag "aa"'],
    [
      '--email anna@example.org',
      'files and syncs with the old address create them again: correct the source',
    ],
  ])('what is lost, was not there, or comes back is said: %s', async (flags, said) => {
    const { run } = await ann();
    const { status, stderr } = await run(`subscribers update ann@example.org ${flags}`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(said) });
  });

  it.each([
    ['--add-tag A --remove-tag vip', 0],
    ['--field city=Rome --tag b --tag a', 0],
    ['--add-tag c --remove-tag vip', 1],
    ['--field city=Rome --email Ann@example.org', 1],
    ['--field city=Rome --status unsubscribed', 1],
  ])('only what changes is sent: %s', async (flags, sent) => {
    const { update, writes } = await ann();
    const before = writes();
    expect(await update(...flags.split(' '))).toMatchObject({ fields: { city: 'Rome' } });
    expect(writes() - before).toBe(sent);
  });

  it('when the address changes, then it is the same subscriber', async () => {
    const { update, json } = await ann();
    const { id } = (await update('--email', 'anna@example.org')) as { id: string };
    expect(await json('subscribers get ANNA@example.org')).toMatchObject({ id, email: 'anna@example.org' });
    expect(await json(`subscribers update ${id} --status unsubscribed --json=id`)).toEqual({ id });
  });

  it.each([
    ['subscribers update ann@example.org', 2, 'nothing to change'],
    ['subscribers update ann@example.org --tag a --add-tag b', 2, '--tag replaces all tags'],
    ['subscribers update ann@example.org --tag a', 2, 'Change ann@example.org? It replaces the tags "b" (to'],
    ['subscribers update ann@example.org --data {"tags":[]}', 2, 'It replaces the tags "a", "b" (to keep'],
    [
      'subscribers update ann@example.org --status subscribed',
      2,
      'Change ann@example.org? It sets the status subscribed, also if they have unsubscribed.\n' +
        'hint: if a person agrees: newsletter subscribers update ann@example.org --status subscribed --yes',
    ],
    ['subscribers update bob@example.org --add-tag b', 4, 'no subscriber "bob@example.org"'],
    ['subscribers update bob --add-tag b', 4, '"bob" is not an id or an email address'],
    ['subscribers get bob', 4, 'not an id or an email address'],
    ['subscribers get 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f', 4, 'No subscriber has the id'],
  ])('when given "%s", then it ends with %d', async (line, status, said) => {
    const { run, writes } = await ann();
    const before = writes();
    expect(await run(line)).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(said) });
    expect(writes()).toBe(before);
  });
});
