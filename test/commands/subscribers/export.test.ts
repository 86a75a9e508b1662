import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { type Account, account } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import { newsletter } from '../../support/program.ts';
import { type Plain, service as served } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';
import hard from './hard-people.json' with { type: 'json' };

const rowsOf = (text: string) =>
  Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

/** Adds people whose values and tags are hard to write into a file; a field has the name of a column of the service. */
async function hardPeople({ call }: Account, people: readonly Plain[] = hard): Promise<void> {
  await call('POST', '/v1/fields', { name: 'Source', kind: 'text' });
  for (const [i, person] of people.entries())
    await call('POST', '/v1/subscribers', { email: `${'+-oaB'.charAt(i)}p${i}@example.org`, ...person });
}

/** A list page by page: what `data` gives, with what `meta` says. */
async function service(answer: (page: number, url: URL) => Plain | number) {
  const { url } = await served((request, response) => {
    const asked = new URL(request.url ?? '', 'http://localhost');
    const isList = asked.pathname === '/v1/subscribers';
    const none = { data: [], meta: { current_page: 1, per_page: 50, total: 0, last_page: 1 } };
    const made = isList ? answer(Number(asked.searchParams.get('page') ?? 1), asked) : none;
    response.statusCode = typeof made === 'number' ? made : 200;
    response.end(JSON.stringify(made));
  });
  return { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
}

const person = (n: number, fields: Plain = {}): Plain => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  email: `p${n}@example.org`,
  source: 'api',
  emailed_at: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  fields,
  tags: [],
});

const meta = (page: number, total: number, last: number) => ({
  meta: { current_page: page, per_page: 2, total, last_page: last },
});

describe('exporting and importing again', () => {
  // As it is: round-trip.whole.test.ts.
  it('a file that is safe for spreadsheets changes nothing in the account, row by row', async () => {
    const here = await account({ subscribers: 40 });
    await hardPeople(here);
    const known = async () => (await here.all('/v1/subscribers')).map(({ updated_at, ...rest }) => rest);
    const before = await known();
    const folder = temporaryFolder();
    const exported = await here.run('subscribers export all.csv --spreadsheet-safe', { cwd: folder });
    expect(exported.status).toBe(0);
    const imported = await here.run('import all.csv -o json --yes --strict', { cwd: folder });
    const rows = before.length;
    expect(JSON.parse(imported.stdout)).toMatchObject({ rows, accepted: rows, created: 0 });
    expect(imported.stderr).not.toMatch(/ignored|warning|note:/);
    expect(await known()).toEqual(before);
  });

  it('when another program has written it anew, then its line ends are no part of the values', async () => {
    const here = await account({ subscribers: 20 });
    const known = async () => (await here.all('/v1/subscribers')).map(({ updated_at, ...rest }) => rest);
    const before = await known();
    const { stdout } = await here.run('subscribers export');
    const stdin = `\ufeff${stdout.replaceAll('\n', '\r\n')}`;
    expect((await here.run('import - --yes --strict', { stdin })).status).toBe(0);
    expect(await known()).toEqual(before);
  });

  it('when it goes into a new account, then --create-fields makes the fields it had', async () => {
    const here = await account({ subscribers: 0 });
    await here.call('POST', '/v1/fields', { name: 'Shoe', kind: 'number' });
    await here.call('POST', '/v1/subscribers', { email: 'a@example.org', fields: { shoe: 42 } });
    const { stdout } = await here.run('subscribers export');
    const there = await account({ subscribers: 0 });
    await there.run('import - --yes --create-fields', { stdin: stdout });
    expect(await there.all('/v1/fields')).toContainEqual(
      expect.objectContaining({ name: 'shoe', variable: 'shoe', kind: 'number' }),
    );
    expect(await there.all('/v1/subscribers')).toMatchObject([{ fields: { shoe: 42 } }]);
  });
});

describe('an export', () => {
  it('when it is safe for spreadsheets, then no text begins like a formula, and numbers stay numbers', async () => {
    const here = await account();
    await hardPeople(here);
    const { stdout } = await here.run('subscribers export --spreadsheet-safe');
    const cells = Papa.parse<string[]>(stdout).data.slice(1).flat();
    expect(cells.filter(cell => /^[=+\-@\t\r]/.test(cell))).toEqual(['-5']);
    expect(cells).toContain("'=1+1");
    const plain = (await here.run('subscribers export')).stdout;
    expect(rowsOf(plain).map(row => row['fields.first_name'])).toContain('=1+1');
  });

  it('when nobody has a value, then each field has its column all the same', async () => {
    const { run } = await account({ subscribers: 0 });
    expect((await run('subscribers export')).stdout).toMatch(/^email,tags,fields\.\w+.*,id\n$/);
  });

  it('when it is of a group, then it has those of its members who match the filters', async () => {
    const { run, json } = await account({ subscribers: 60 });
    const group = ['--group', 'Night trains'];
    const members = (await json(['groups', 'members', 'Night trains'])) as {
      email: string;
      tags: string[];
    }[];
    const both = members.filter(({ tags }) => tags.includes('member')).map(({ email }) => email);
    expect(both.length).toBeLessThan(members.length);
    const { stdout } = await run(['subscribers', 'export', ...group, '--tag', 'member']);
    expect(rowsOf(stdout).map(row => row.email)).toEqual(both);
    const nobodys = await run(['subscribers', 'export', '--group', 'No such group']);
    expect(nobodys).toMatchObject({ status: 4, stdout: '' });
  });

  it.each([
    [
      'all.ndjson',
      (text: string) =>
        text
          .trim()
          .split('\n')
          .map(line => JSON.parse(line) as unknown),
    ],
    ['all.json', (text: string) => JSON.parse(text) as unknown],
  ])('when the file is %s, then it holds what the service sent', async (name, read) => {
    const { run, all } = await account({ subscribers: 7 });
    const folder = temporaryFolder();
    const ended = await run(['subscribers', 'export', name, '--per-page', '3', '--json'], { cwd: folder });
    expect(ended).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('people who have unsubscribed are in it'),
    });
    const answer = { file: name, format: name.slice(4), subscribers: 7, without: ['status'] };
    expect(JSON.parse(ended.stdout)).toEqual(answer);
    expect(read(readFileSync(join(folder, name), 'utf8'))).toEqual(await all('/v1/subscribers'));
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('when the file is there, then it is replaced only if somebody agrees', async () => {
    const { run } = await account({ subscribers: 7 });
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'sign-ups.csv'), 'Timestamp,Email\n');
    const left = () => readFileSync(join(cwd, 'sign-ups.csv'), 'utf8');
    expect(await run('subscribers export sign-ups.csv', { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('newsletter subscribers export sign-ups.csv --force\n'),
    });
    expect(left()).toBe('Timestamp,Email\n');
    expect((await run('subscribers export sign-ups.csv --force', { cwd })).status).toBe(0);
    expect(left()).toMatch(/^email,tags,/);
  });

  it('when there is nobody, then the JSON is an empty list', async () => {
    const { run } = await account({ subscribers: 0 });
    expect(JSON.parse((await run('subscribers export --format json')).stdout)).toEqual([]);
  });

  it('when the disk is full, then one line says so and the older file is still there', async () => {
    const { env } = await account({ subscribers: 2000 });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'all.csv'), 'older\n');
    const line = 'ulimit -f 64 && exec newsletter subscribers export all.csv --force';
    expect(await shell(line, { env, cwd: folder, shell: ['sh', '-c'] })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^error: cannot write [^\n]*\nhint: [^\n]*\n$/),
    });
    expect(readdirSync(folder)).toEqual(['all.csv']);
    expect(readFileSync(join(folder, 'all.csv'), 'utf8')).toBe('older\n');
  });

  it('when the service cuts off midway, then there is no file', async () => {
    const env = await service(page =>
      page < 3 ? { data: [person(page * 2), person(page * 2 + 1)], ...meta(page, 8, 4) } : 500,
    );
    const folder = temporaryFolder();
    const { run } = await account();
    const ended = await run('subscribers export all.csv --retries 0', { env, cwd: folder });
    expect(ended.status).toBe(6);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['subscribers export no/such/all.csv', 1, 'folder not found'],
    ['subscribers export .', 1, 'it is a folder'],
    ['subscribers export /dev/null', 2, 'name another file, or - for stdout'],
    ['subscribers export --format xml', 2, 'csv, ndjson, json'],
    ['subscribers export all.json --spreadsheet-safe', 2, 'works only with CSV'],
    ['subscribers export --fields email', 2, '--fields cannot be used with export'],
    ['subscribers export --param x', 2, 'key=value'],
  ])('when given "%s", then it ends with %d', async (line, status, said) => {
    const { run } = await account();
    expect(await run(line)).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(said) });
  });
});

describe('a list that changes while it is exported', () => {
  it.each(['subscribers export', 'subscribers growth', 'tags list'])(
    'when somebody comes without an id, then %s says that the answer makes no sense',
    async line => {
      const env = await service(page => ({ data: [{ ...person(1), id: null }], ...meta(page, 1, 1) }));
      const { status, stderr } = await newsletter(line.split(' '), { env });
      expect([status, stderr.split('\n')[0]]).toEqual([
        1,
        'error: the service lists a subscriber without id or address',
      ]);
    },
  );

  it.each([42, { left: 42 }, ['a', 'b']])(
    'when a key turns up that no field names, as %j, then a warning names it',
    async shoe => {
      const env = await service(page => ({ data: [person(1, { shoe })], ...meta(page, 1, 1) }));
      const { run } = await account();
      const ended = await run('subscribers export', { env });
      expect(ended).toMatchObject({ status: 0, stderr: expect.stringContaining('fields.shoe') });
    },
  );

  it('when the service refuses large pages, then its own size is taken', async () => {
    const env = await service((page, url) =>
      url.searchParams.has('per_page') ? 422 : { data: [person(page)], ...meta(page, 3, 3) },
    );
    const { run } = await account();
    expect(rowsOf((await run('subscribers export', { env })).stdout)).toHaveLength(3);
  });
});

it.each([
  ['people.ods', '.ods'],
  ['people.csv.gz', '.gz'],
])('when the file is called %s, then it is not written', async (file, ending) => {
  const { run } = await account();
  const cwd = temporaryFolder();
  expect(await run(['subscribers', 'export', file], { cwd })).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(`exports are .csv, .xlsx, .ndjson or .json, not ${ending}\n`),
  });
  expect(readdirSync(cwd)).toEqual([]);
  expect((await run(['subscribers', 'export', file, '--format', 'csv'], { cwd })).status).toBe(0);
});
