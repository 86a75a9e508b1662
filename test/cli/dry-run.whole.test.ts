import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CommandSpec } from '../../src/cli/command.ts';
import { outputSchema } from '../../src/cli/command-tree-json.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/index.ts';
import { type Account, account, draft } from '../support/account.ts';
import { homeEnv, temporaryFolder } from '../support/home.ts';
import { misfits } from '../support/json-schema.ts';
import { needs } from '../support/needs.ts';
import { newsletter } from '../support/program.ts';
import { json, service } from '../support/service.ts';
import { shell } from '../support/shell.ts';
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

async function prepared(): Promise<Prepared> {
  const here = await account();
  await here.call('POST', '/v1/subscribers', { email: 'emma@example.org', tags: ['here'] });
  const tag = await here.call('POST', '/v1/tags', { name: 'old' });
  const email = await here.emailId(draft);
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'people.csv'), 'email,Shoe\nann@example.org,40\nbob@example.org,41\n');
  writeFileSync(join(cwd, 'long.html'), `<p>${'May, it’s "over"\n'.repeat(9000)}</p>`);
  const file = join(cwd, 'issue.md');
  await here.run(['emails', 'pull', email, file]);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^subject: .*$/m, 'subject: Eleven bridges'));
  writeFileSync(join(cwd, 'done.csv'), 'email,city\nemma@example.org,Oslo\n');
  await here.run(['import', join(cwd, 'done.csv'), '--risky', 'keep'], { home: cwd });
  await here.run(['sync', join(cwd, 'people.csv'), '--name', 'shop', '--plan-out', join(cwd, 'plan.json')], {
    home: cwd,
  });
  const [run = ''] = readdirSync(join(homeEnv(cwd).NEWSLETTER_CONFIG_DIR ?? '', 'runs'));
  const known = { '<email>': email, '<tag>': String(tag.id), '<run>': run };
  const fill = (line: string) =>
    Object.entries(known).reduce((text, [name, value]) => text.replace(name, value), line);
  return { here, cwd, fill };
}

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

/** A schema by which every key must be declared. */
const strict = (schema: object) =>
  JSON.parse(
    JSON.stringify(schema).replaceAll('"additionalProperties":true', '"additionalProperties":false'),
  );

describe('a dry run of every command that writes', () => {
  it.each(linesOf(writing))('"%s --dry-run" shows requests and sends none that writes', async line => {
    const { here, cwd, fill } = await prepared();
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
    expect(command && misfits(shown, strict(outputSchema(command.name, command.spec)))).toEqual([]);
    for (const request of requests) {
      expect(Object.keys(request).filter(key => key !== 'body')).toEqual([
        'method',
        'url',
        'headers',
        'curl',
      ]);
      expect(request.url).toContain(`${here.sandbox.baseUrl}/v1/`);
      expect(request.headers.authorization).toBe('Bearer ***');
    }
    expect(stdout + stderr).not.toContain(here.sandbox.apiKey);
    expect(forPeople.stderr).toMatch(/nothing was sent/i);
    expect(forPeople.stdout + forPeople.stderr).toMatch(/^curl |the curl line is too long for the screen/m);
  });
});

describe('a dry run of every command that writes on this machine alone', () => {
  it.each(linesOf(local))('"%s --dry-run" is refused before anything happens', async line => {
    const { here, cwd, fill } = await prepared();
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
  const { here, fill } = await prepared();
  const before = here.requests();
  for (const line of ['tags update <tag> --name Readers', 'tags create --name Readers']) {
    expect((await here.run(`${fill(line)} --dry-run`)).status).toBe(0);
  }
  expect(here.requests()).toBe(before);
});

it('a dry run needs an address only, no sign-in', async () => {
  const env = { NEWSLETTER_BASE_URL: 'https://api.example.com/news/' };
  const shown = await newsletter(['api', 'delete', 'v1/tags/7', '--dry-run'], { env });
  expect(shown.status, shown.stderr).toBe(0);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    method: 'DELETE',
    url: 'https://api.example.com/news/v1/tags/7',
  });
});

it('a dry run of a push is its request, of a push that sends a plan with both requests', async () => {
  const { here, cwd } = await prepared();
  const both = await here.run('emails push issue.md --send --dry-run -o json', { cwd });
  expect(JSON.parse(both.stdout)).toMatchObject({
    subject: 'Eleven bridges',
    requests: [{ method: 'PATCH' }, { method: 'POST' }],
  });
  const one = await here.run('emails push issue.md --dry-run -o json', { cwd });
  expect(JSON.parse(one.stdout)).toMatchObject({ method: 'PATCH', body: { subject: 'Eleven bridges' } });
});

it('a dry run of an import shows the first rows, without people who must not be emailed', async () => {
  const { run } = await account();
  const cwd = temporaryFolder();
  const rows = [
    'a,active',
    'b,unsubscribed',
    'c,active',
    'd,active',
    'c,unsubscribed',
    'e,active',
    'f,active',
  ];
  writeFileSync(
    join(cwd, 'people.csv'),
    `email,status\n${rows.map(row => row.replace(',', '@x.org,')).join('\n')}\n`,
  );
  const shown = await run('import people.csv --dry-run --no-rejects -o json', { cwd });
  const [request] = JSON.parse(shown.stdout).requests;
  expect(request.body).toEqual({
    subscribers: ['a@x.org', 'd@x.org', 'e@x.org', 'f@x.org'].map(email => ({ email })),
  });
});

/** What curl and the connection add of their own. */
const withoutOwn = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['host', 'connection', 'content-length', 'user-agent', 'accept-encoding'].includes(name),
    ),
  );

describe('the request that is shown', () => {
  it('the request sent has the method, URL, headers and body of the dry run', async () => {
    const { url, seen } = await service(json({ id: '1' }));
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'the-key' };
    const words = ['api', 'patch', 'v1/tags/7?a=b', '--param', 'c=d e', '--header', 'X-Trace: 1', '--data'];
    const line = [...words, '{"n": 12345678901234567890,\n "é":"\\u00e9"}'];
    const shown = JSON.parse((await newsletter([...line, '--dry-run'], { env })).stdout);
    expect(seen).toHaveLength(0);
    expect((await newsletter(line, { env })).status).toBe(0);
    const { host, connection, 'content-length': length, ...headers } = seen[0]?.headers ?? {};
    expect([host, connection, length]).not.toContain(undefined);
    expect({ ...shown.headers, authorization: 'Bearer the-key' }).toEqual(headers);
    expect(shown).toMatchObject({ method: seen[0]?.method, url: url + seen[0]?.url });
  });

  it('a narrow screen breaks the curl line only where a shell allows it', async () => {
    const { run } = await account();
    const line = ['tags', 'create', '--name', `Readers ${'x'.repeat(90)}`, '--dry-run'];
    const { curl } = JSON.parse((await run([...line, '-o', 'json'])).stdout);
    const { stdout } = await run([...line, '-o', 'table'], { env: { COLUMNS: '40' } });
    expect(stdout.replaceAll(' \\\n  ', ' ')).toContain(`\n\n${curl}\n`);
  });

  it('a dry run in a pipe is JSON by default, so that its curl line can be used', async () => {
    const { run } = await account();
    const line = ['tags', 'create', '--name', 'a\\b "c"\n', '--dry-run'];
    const { curl, body } = JSON.parse((await run(line)).stdout);
    expect(body).toEqual({ name: 'a\\b "c"\n' });
    expect(curl).toContain(String.raw`{"name":"a\\b \"c\"\n"}`);
    expect((await run([...line, '-o', 'tsv'])).stdout).toMatch(/^method\tPOST\nurl\t/);
  });

  it('the curl line has characters that a screen hides as escapes', async () => {
    const { run } = await account();
    const line = ['tags', 'create', '--name', 'a\u202eb', '--dry-run', '-o', 'table'];
    expect((await run(line)).stdout).toContain(`--data-raw '{"name":"a\\u202eb"}'`);
  });
});

/** Has a shell read a line from a file: it may be longer than an argument can be. */
async function inShell(
  name: string,
  line: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  stdin = '',
) {
  writeFileSync(join(cwd, 'line.sh'), `${line}\n`);
  const ended = await shell('line.sh', { shell: [name], cwd, env, stdin });
  expect(ended.status, ended.stderr).toBe(0);
}

needs('bash', 'curl').describe('the line for curl', () => {
  const words = [
    'PATCH',
    'v1/tags/7?filter[a]={b}&c=1',
    '--param',
    "q=it's",
    '--header',
    'X-Note: "it\'s" $HOME `id`',
  ];
  const text = ['--header', 'content-type: text/plain'];
  const bodies: readonly (readonly [what: string, body: string | Buffer, more: readonly string[]])[] = [
    ['quotes of both kinds', '{"name":"It\'s \\"so\\" $HOME `id` !! \\\\"}', []],
    ['white space and numbers as they were written', '{"n" : 1.0,\n\t"m":12345678901234567890}\n', []],
    ['characters beyond ASCII', '{"name":"Zoë 👩‍💻 日本 \u202e"}', []],
    ['an @ at its beginning', '@@people.csv', text],
    ['more than an argument can be', JSON.stringify({ html: "it's ".repeat(60_000) }), []],
    [
      'a file that is no text',
      Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 31 + i * 7) % 256)),
      text,
    ],
    ['a large file', JSON.stringify({ html: 'x'.repeat(200_000) }), []],
    ['nothing', '', text],
  ];

  it.each(bodies)('the curl line sends the same body: %s', async (what, body, more) => {
    const { url, seen } = await service(json({ id: '1' }));
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "it's a file"), body);
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'the-key' };
    const isFile = what.includes('file');
    const onStdin = !isFile && body.length > 100_000;
    const data = isFile ? "@it's a file" : onStdin ? '-' : String(body);
    const line = ['api', ...words, ...more, '--data', data];
    const stdin = onStdin ? String(body) : '';
    const shown = await newsletter([...line, '--dry-run'], { env, cwd, stdin });
    expect(shown.status, shown.stderr).toBe(0);
    const { curl } = JSON.parse(shown.stdout);
    await inShell('sh', curl, cwd, env, stdin);
    await inShell('bash', curl, cwd, env, stdin);
    const sent = await newsletter(line, { env, cwd, stdin });
    expect(sent.status, sent.stderr).toBe(0);
    expect(seen).toHaveLength(3);
    const [fromSh, fromBash, own] = seen.map(({ headers, ...request }) => ({
      ...request,
      headers: withoutOwn(headers),
    }));
    expect(fromSh).toEqual(own);
    expect(fromBash).toEqual(own);
    expect(own?.headers.authorization).toBe('Bearer the-key');
  });

  it.each(['GET', 'HEAD', 'POST', 'DELETE'])(
    'the curl line of a %s without a body sends none',
    async method => {
      const { url, seen } = await service(json({ id: '1' }));
      const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'the-key' };
      const { stdout } = await newsletter(['api', method, 'v1/tags', '--dry-run'], { env });
      await inShell('sh', JSON.parse(stdout).curl, temporaryFolder(), env);
      expect(seen).toMatchObject([{ method, url: '/v1/tags', body: '' }]);
      expect(seen[0]?.headers['content-type']).toBeUndefined();
    },
  );

  it('the curl line of a long email leaves it as the program would', async () => {
    const { here, cwd, fill } = await prepared();
    const line = fill('emails update <email> --body-html @long.html');
    const shown = await here.run(`${line} --dry-run -o json`, { cwd });
    await inShell('bash', JSON.parse(shown.stdout).curl, cwd, here.env);
    const find = async () => (await here.all('/v1/emails')).find(({ id }) => line.includes(String(id)));
    expect((await find())?.body_html).toBe(readFileSync(join(cwd, 'long.html'), 'utf8'));
  });

  it('the curl line takes the token of the named profile', async () => {
    const { env } = await account();
    const { NEWSLETTER_BASE_URL } = env;
    const words = ['tags', 'create', '--name', 'x', '--dry-run', '-o', 'json', '--profile', 'work'];
    const options = { env: { NEWSLETTER_BASE_URL, NEWSLETTER_CONFIG_DIR: temporaryFolder() } };
    await newsletter(['config', 'set', 'timeout', '5', '--profile', 'work'], options);
    const { stdout } = await newsletter(words, options);
    expect(JSON.parse(stdout).curl).toContain('"Authorization: Bearer $(newsletter token --profile work)"');
  });
});
