import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CommandSpec } from '../../src/cli/command.ts';
import { outputSchema } from '../../src/cli/command-tree-json.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/index.ts';
import { type Account, account, draft } from '../support/account.ts';
import { homeEnv, temporaryFolder } from '../support/home.ts';
import { undeclared } from '../support/json-schema.ts';
import { newsletter } from '../support/program.ts';
import { json, service } from '../support/service.ts';
import { commands } from '../support/tree.ts';

const catalogue: Readonly<Record<string, Endpoint>> = endpoints;
const writes = ({ requests }: CommandSpec) =>
  requests.some(name => name === 'any' || (catalogue[name]?.method ?? 'GET') !== 'GET');

type Lines = Readonly<Record<string, readonly string[]>>;

/** What follows the name of a command, for all that write: `dry-run.yaml`. */
const { writing, local } = parse(readFileSync(new URL('dry-run.yaml', import.meta.url), 'utf8')) as {
  readonly writing: Lines;
  readonly local: Lines;
};

const linesOf = (table: Lines) =>
  Object.entries(table).flatMap(([path, all]) => all.map(rest => `${path} ${rest}`.trim()));

interface Prepared {
  readonly here: Account;
  readonly cwd: string;
  readonly fill: (line: string) => string;
}

/** For all lines, since none may change anything. */
let prepared: Prepared;

beforeAll(async () => {
  const here = await account({}, afterAll);
  await here.call('POST', '/v1/subscribers', { email: 'emma@example.org', tags: ['here'] });
  const tag = await here.call('POST', '/v1/tags', { name: 'old' });
  const email = await here.emailId(draft);
  const cwd = temporaryFolder(afterAll);
  const run = (line: string) => here.run(line, { cwd, home: cwd, cleanup: afterAll });
  writeFileSync(join(cwd, 'people.csv'), 'email,Shoe\nann@example.org,40\nbob@example.org,41\n');
  writeFileSync(join(cwd, 'long.html'), `<p>${'May, it’s "over"\n'.repeat(9000)}</p>`);
  const file = join(cwd, 'issue.md');
  await run(`emails pull ${email} issue.md`);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^subject: .*$/m, 'subject: Eleven bridges'));
  writeFileSync(join(cwd, 'done.csv'), 'email,city\nemma@example.org,Oslo\n');
  await run('import done.csv --risky keep');
  await run('sync people.csv --name shop --plan-out plan.json');
  const [id = ''] = readdirSync(join(homeEnv(cwd).NEWSLETTER_CONFIG_DIR ?? '', 'runs'));
  const known = { '<email>': email, '<tag>': String(tag.id), '<run>': id };
  const fill = (line: string) =>
    Object.entries(known).reduce((text, [name, value]) => text.replace(name, value), line);
  prepared = { here, cwd, fill };
});

describe('the tables of this file', () => {
  it('the first table has every command that writes to the service', () => {
    const found = commands.flatMap(({ name, spec }) => (writes(spec) ? [name] : []));
    expect(Object.keys(writing).sort()).toEqual(found.sort());
  });

  it('the second table has every command that writes on this machine alone', () => {
    const found = commands.filter(
      ({ spec }) => spec.changesThisMachine !== undefined && !spec.showsPlan && !writes(spec),
    );
    expect(Object.keys(local).sort()).toEqual(found.map(({ name }) => name).sort());
  });
});

describe('a dry run of every command that writes', () => {
  it.each(linesOf(writing))('"%s --dry-run" shows requests and sends none that writes', async line => {
    const { here, cwd, fill } = prepared;
    const before = here.writes();
    const [{ status, stdout, stderr }, forPeople] = await Promise.all([
      here.run(`${fill(line)} --dry-run -o json`, { cwd, home: cwd }),
      // An import shows its plan; its requests are for --verbose.
      here.run(`${fill(line)} --dry-run -o table${line.startsWith('import ') ? ' -v' : ''}`, {
        cwd,
        home: cwd,
      }),
    ]);
    expect(status, stderr).toBe(0);
    expect(here.writes()).toBe(before);
    const shown = JSON.parse(stdout);
    const requests = [shown.requests ?? shown].flat();
    expect(requests.length).toBeGreaterThan(0);
    const command = commands.findLast(({ name }) => `${line} `.startsWith(`${name} `));
    expect(command && undeclared(shown, outputSchema(command.name, command.spec))).toEqual([]);
    for (const request of requests) {
      expect(Object.keys(request).slice(0, 3)).toEqual(['method', 'url', 'headers']);
      expect(request.url).toContain(`${here.sandbox.baseUrl}/v1/`);
      expect(request.headers.authorization).toBe('Bearer ***');
    }
    expect(stdout + stderr).not.toContain(here.sandbox.apiKey);
    expect(forPeople.stderr).toMatch(/nothing was sent/i);
    expect(forPeople.stdout + forPeople.stderr).toMatch(/^(GET|POST|PATCH|PUT|DELETE) http/m);
  });
});

describe('a dry run of every command that writes on this machine alone', () => {
  it.each(linesOf(local))('"%s --dry-run" is refused before anything happens', async line => {
    const { here, cwd, fill } = prepared;
    const before = here.requests();
    const env = { NEWSLETTER_CONFIG_DIR: temporaryFolder() };
    await here.run('config set timeout 9', { env });
    const settings = () => readFileSync(join(env.NEWSLETTER_CONFIG_DIR, 'config.json'), 'utf8');
    const kept = settings();
    expect(await here.run(`${fill(line)} --dry-run`, { cwd, env })).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('this command changes only this machine'),
    });
    expect(here.requests()).toBe(before);
    expect(settings()).toBe(kept);
  });
});

it.each(['groups list', 'account get', 'subscribers export', 'emails stats', 'config get base-url'])(
  '"%s" reads under --dry-run, too',
  async line => {
    const { run } = await account();
    const plain = await run(line);
    expect(plain.stdout).not.toBe('');
    expect(await run(`${line} --dry-run`)).toEqual(plain);
  },
);

it('a dry run that has nothing to look up sends no request', async () => {
  const { here, fill } = prepared;
  const before = here.requests();
  for (const line of ['tags update <tag> --name Readers', 'tags create --name Readers']) {
    expect((await here.run(`${fill(line)} --dry-run`)).status).toBe(0);
  }
  expect(here.requests()).toBe(before);
});

it('a dry run needs an address only, no sign-in', async () => {
  const env = { NEWSLETTER_BASE_URL: 'https://api.example.com/news/' };
  const shown = await newsletter(['api', 'delete', 'v1/tags/7', '--dry-run', '-o', 'json'], { env });
  expect(shown.status, shown.stderr).toBe(0);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    method: 'DELETE',
    url: 'https://api.example.com/news/v1/tags/7',
  });
});

it('a dry run of a push is its request, of a push that sends a plan with both requests', async () => {
  const { here, cwd } = prepared;
  const both = await here.run('emails push issue.md --send --dry-run -o json', { cwd });
  expect(JSON.parse(both.stdout)).toMatchObject({
    subject: 'Eleven bridges',
    requests: [{ method: 'PATCH' }, { method: 'POST' }],
  });
  const one = await here.run('emails push issue.md --dry-run -o json', { cwd });
  expect(JSON.parse(one.stdout)).toMatchObject({ method: 'PATCH', body: { subject: 'Eleven bridges' } });
});

describe('the request that is shown', () => {
  it('the request sent has the method, URL, headers and body of the dry run', async () => {
    const { url, seen } = await service(json({ id: '1' }));
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'the-key' };
    const words = ['api', 'patch', 'v1/tags/7?a=b', '--param', 'c=d e', '--header', 'X-Trace: 1', '--data'];
    const line = [...words, '{"n": 12345678901234567890,\n "é":"\\u00e9"}'];
    const shown = JSON.parse((await newsletter([...line, '--dry-run', '-o', 'json'], { env })).stdout);
    expect(seen).toHaveLength(0);
    expect((await newsletter(line, { env })).status).toBe(0);
    const { host, connection, 'content-length': length, ...headers } = seen[0]?.headers ?? {};
    expect([host, connection, length]).not.toContain(undefined);
    expect({ ...shown.headers, authorization: 'Bearer the-key' }).toEqual(headers);
    expect(shown).toMatchObject({ method: seen[0]?.method, url: url + seen[0]?.url });
  });

  it('a dry run in a pipe has a field a line, as other records', async () => {
    const { run } = await account();
    const line = ['tags', 'create', '--name', 'Readers', '--dry-run'];
    expect((await run(line)).stdout).toMatch(/^method\tPOST\nurl\t.*\nbody.name\tReaders\n$/s);
  });
});
