import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';

const create = ['subscribers', 'create', '-o', 'json', '--data'];
const body = JSON.stringify({ email: 'ann@example.org', fields: { city: 'Rome' }, tags: ['x'] });

it('--data sends the same in place, from a file and from stdin', async () => {
  const { run } = await account();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'ann.json'), `\uFEFF${body}`);
  for (const [data, stdin] of [
    [body, ''],
    ['@ann.json', ''],
    ['-', body],
    ['@-', body],
  ] as const) {
    const { stdout } = await run([...create, data], { cwd, stdin });
    expect(JSON.parse(stdout)).toMatchObject(JSON.parse(body));
  }
});

it('flags beside --data win, field by field', async () => {
  const { json } = await account();
  const flags = ['--email', 'bob@example.org', '--field', 'orders=3'];
  expect(await json([...create, body, ...flags])).toMatchObject({
    email: 'bob@example.org',
    fields: { city: 'Rome', orders: 3 },
    tags: ['x'],
  });
});

it.each([
  ['[]', '--data must be a JSON object'],
  ['null', '--data must be a JSON object'],
  ['{', '--data is not JSON'],
  ['', '--data is not JSON'],
  ['-', 'standard input is empty'],
  ['@nowhere.json', 'cannot read nowhere.json: file not found'],
  ['{"tags":[]}', 'a subscriber needs --email'],
])('%j is a usage error, and nothing is sent', async (data, said) => {
  const { run, requests } = await account();
  expect(await run([...create.slice(0, 2), '--data', data])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(said),
  });
  expect(requests()).toBe(0);
});

it('--data with undocumented fields is sent as it is', async () => {
  const { run } = await account();
  const known = create.filter(word => word !== '-o' && word !== 'json');
  expect(await run([...known, '{"email":"a@example.org","shoe":9}'])).toMatchObject({
    status: 5,
    stderr: expect.stringContaining('  shoe: shoe is not a known field.\n'),
  });
});

it('an empty stdin does not erase a text', async () => {
  const { run, requests } = await account();
  const line = ['emails', 'update', '00000000-0000-0000-0000-000000000000', '--body-html', '-'];
  expect(await run(line)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('error: standard input is empty\nhint: for an empty text pass ""\n'),
  });
  expect(requests()).toBe(0);
});
