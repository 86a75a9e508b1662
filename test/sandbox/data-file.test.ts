import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sandboxService } from '../support/service.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test('when a sandbox starts again with its data file, then everything is as it was', async () => {
  const dataFile = join(await folder(), 'data.ndjson');
  const first = await sandboxService({ dataFile, subscribers: 30, seed: 9, importSeconds: 3600 });
  const { body: tag } = await first.call('POST', '/v1/tags', { name: 'crew' });
  const fields = { city: 'Galway' };
  await first.call('POST', '/v1/subscribers', { email: 'a@b.example', fields, tags: ['crew', 'other'] });
  await first.call('POST', '/v1/groups', { name: 'Mine' });
  await first.call('POST', '/v1/fields', { name: 'Shoe size', kind: 'number' });
  await first.call('PATCH', '/v1/account', { name: 'Kept' });
  await first.call('POST', '/v1/subscriber-imports', { subscribers: [{ email: 'later@b.example' }] });
  const lists = ['account', 'groups', 'emails', 'subscribers', 'subscriber-imports', 'fields'];
  const all = async ({ call }: typeof first) => {
    const bodies = [];
    for (const list of lists) bodies.push((await call('GET', `/v1/${list}?per_page=500`)).body);
    return bodies;
  };
  const before = await all(first);
  await first.close();

  const second = await sandboxService({ dataFile, subscribers: 7, seed: 1, importSeconds: 3600 });
  expect(second.sandbox.apiKey).toBe(first.sandbox.apiKey);
  expect(await all(second)).toEqual(before);
  expect((await second.call('PATCH', `/v1/tags/${tag.id}`, { name: 'sailors' })).status).toBe(200);
  expect((await second.call('POST', '/v1/subscribers', { email: 'A@B.example' })).body.tags).toEqual([
    'sailors',
    'other',
  ]);
  await second.close();

  const third = await sandboxService({ dataFile });
  const { data, body } = await third.call('GET', '/v1/subscribers?per_page=500');
  expect(body.meta).toMatchObject({ total: 32 });
  expect(data.at(-1)?.email).toBe('later@b.example');
});

test('when a sandbox stops, then its file is whole, alone in the folder, and for its owner alone', async () => {
  const where = await folder();
  const dataFile = join(where, 'data.ndjson');
  const { call, close } = await sandboxService({ dataFile, subscribers: 3 });
  await call('POST', '/v1/subscribers', { email: 'soon@b.example' });
  await close();
  expect(await readFile(dataFile, 'utf8')).toContain('soon@b.example');
  expect((await stat(dataFile)).mode & 0o777).toBe(0o600);
  expect(await readdir(where)).toEqual(['data.ndjson']);
});

test('when another key is given, then it beats the one kept', async () => {
  const dataFile = join(await folder(), 'data.ndjson');
  await (await sandboxService({ dataFile, subscribers: 1 })).close();
  const { sandbox, call } = await sandboxService({ dataFile, apiKey: 'my-own-key' });
  expect(sandbox.apiKey).toBe('my-own-key');
  expect((await call('GET', '/v1/account')).status).toBe(200);
});

test('when the file is something else or cut off, then it is refused and left alone', async () => {
  const dataFile = join(await folder(), 'data.ndjson');
  await (await sandboxService({ dataFile, subscribers: 5 })).close();
  const whole = await readFile(dataFile, 'utf8');
  const cut = whole.split('\n').slice(0, 3).join('\n');
  for (const text of ['email,name\na@b.example,A\n', '', '{}', cut, whole.slice(0, -20)]) {
    await writeFile(dataFile, text);
    await expect(sandboxService({ dataFile })).rejects.toMatchObject({ code: 'unreadable_file' });
    expect(await readFile(dataFile, 'utf8')).toBe(text);
  }
});

test('when the file cannot be written, then the start says so', async () => {
  const dataFile = join(await folder(), 'missing', 'data.ndjson');
  await expect(sandboxService({ dataFile, subscribers: 1 })).rejects.toMatchObject({ code: 'write_failed' });
});

test('a sandbox holds what its seed decides', async () => {
  const people = async (seed: number) => {
    const { call } = await sandboxService({ seed, subscribers: 40, clock: () => 1_700_000_000_000 });
    return (await call('GET', '/v1/subscribers')).data;
  };
  const first = await people(3);
  expect(await people(3)).toEqual(first);
  const other = await people(4);
  expect(other.some(one => first.some(({ id }) => id === one.id))).toBe(false);
});
