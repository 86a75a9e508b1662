/** Rails that are numbers, and a person: `send`, `max-recipients`, `max-changes`; and what is stored of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, wordsOf } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import { answered, attempt, type Run, ways } from '../support/rails.ts';
import { service } from '../support/service.ts';

const uuid = '7c9e6679-7425-40de-944b-000000000000';

const send = `emails send ${uuid}`;
const push = 'emails push issue.html --send';
const imported = '{"subscribers":[{"email":"a@b.org"}]}';
const limits = {
  NEWSLETTER_SEND: 'person',
  NEWSLETTER_MAX_RECIPIENTS: '1',
  NEWSLETTER_MAX_CHANGES: '0',
};

it.each<[string, keyof typeof limits]>([
  [send, 'NEWSLETTER_SEND'],
  [push, 'NEWSLETTER_SEND'],
  [`${send} --max-recipients 1000000`, 'NEWSLETTER_MAX_RECIPIENTS'],
  [`${push} --max-recipients 1000000`, 'NEWSLETTER_MAX_RECIPIENTS'],
  ['import people.csv --restart', 'NEWSLETTER_MAX_CHANGES'],
  ['subscribers update --all --add-tag y --max-changes 10', 'NEWSLETTER_MAX_CHANGES'],
  ['subscribers create --email a@b.org', 'NEWSLETTER_MAX_CHANGES'],
  [`api POST /v1/subscriber-imports --data ${imported}`, 'NEWSLETTER_MAX_CHANGES'],
])('"%s --yes" sends nothing beyond %s', async (line, variable) => {
  const env = { [variable]: limits[variable] };
  const { sent, status, stderr } = await attempt([...wordsOf(line), '--yes'], 'all', 'flag', { env });
  expect({ status, sent }, stderr).toEqual({ status: 3, sent: [] });
  expect(stderr).toContain(` is ${limits[variable]}, set by ${variable}`);
  if (variable === 'NEWSLETTER_SEND')
    expect(stderr).toContain(`hint: at a terminal, without --yes: newsletter ${line} --allow all\n`);
});

it.each([
  ['subscribers create --email a@b.org', 'import'],
  [`emails update ${uuid} --subject x`, 'draft'],
  ['api POST /v1/tags --data {"name":"x"}', 'import'],
])('the refusal of "%s" names what allows it: %s', async (line, needed) => {
  const here = await account();
  const { status, stderr } = await here.run(`${line} --allow read`);
  expect([status, here.writes()], stderr).toEqual([3, 0]);
  expect(stderr).toContain(`hint: it needs allow ${needed};`);
});

it.each([
  ['subscribers update --all --add-tag y', 'NEWSLETTER_MAX_CHANGES', '1', '"to_change":3', 'max-changes 3'],
  ['subscribers create --email a@b.org', 'NEWSLETTER_ALLOW', 'draft', '"method":"POST"', 'allow import'],
  ['api POST /v1/tags --data {"name":"x"}', 'NEWSLETTER_ALLOW', 'read', '"method":"POST"', 'allow import'],
])('a dry run of "%s" shows its plan, then ends as %s does', async (line, variable, value, shown, needed) => {
  const here = await account();
  const env = { [variable]: value };
  const { status, stdout, stderr } = await here.run(`${line} --dry-run -o json`, { env });
  expect({ status, writes: here.writes() }, stderr).toEqual({ status: 3, writes: 0 });
  expect(stdout.replace(/\s+/g, '')).toContain(shown);
  const hint = expect.stringMatching(new RegExp(`^it needs ${needed};`));
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'not_allowed', hint });
});

it('under send = person, an answer at a terminal sends', async () => {
  const way = { ...ways[2], env: { NEWSLETTER_SEND: 'person' } };
  const { sent, stderr } = await attempt(wordsOf(send), 'all', 'flag', way);
  expect(sent, stderr).toEqual([`POST /v1/emails/${uuid}/send`]);
});

it.each(['import people.csv --batch-size 1', 'subscribers update --all --add-tag x'])(
  '"%s" of more people than max-changes sends none of its requests',
  async line => {
    const here = await account({ subscribers: 3 });
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'people.csv'), 'email\nann@a-house.org\nbo@a-house.org\ncy@a-house.org\n');
    const env = { NEWSLETTER_MAX_CHANGES: '2' };
    const { status, stderr } = await here.run(`${line} --yes`, { cwd, env });
    expect({ status, writes: here.writes() }, stderr).toEqual({ status: 3, writes: 0 });
  },
);

it('under allow read, a write is refused before it asks', async () => {
  const here = await account();
  const terminal = ['stdin', 'stdout', 'stderr'] as const;
  const { status, stderr } = await here.run('subscribers update --all --add-tag x --allow read', {
    terminal,
  });
  expect({ status, writes: here.writes() }, stderr).toEqual({ status: 3, writes: 0 });
  expect(stderr).not.toContain('(y/N)');
});

it.each([
  ['--allow', 'read', '--allow', 'all'],
  ['--allow', 'all', '--allow', 'read'],
])('of two flags the strictest holds: %s %s %s %s', async (...twice) => {
  const { sent, status, stderr } = await attempt(['tags', 'create', '--name', 'x', ...twice], 'all', 'flag');
  expect({ status, sent }, stderr).toEqual({ status: 3, sent: [] });
});

describe('redirects', () => {
  const redirected = async (line: string, to: string, env: Readonly<Record<string, string>>) => {
    const { url, seen } = await service((request, response, { url: asked }) => {
      response.setHeader('content-type', 'application/json');
      if (request.method === line.split(' ')[1] && asked !== to) {
        response.statusCode = 307;
        response.setHeader('location', to);
      }
      response.end('{}');
    });
    const ended = await newsletter(wordsOf(line), {
      env: { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key', NEWSLETTER_RETRIES: '0', ...env },
    });
    return { ...ended, arrived: seen.some(one => one.url === to) };
  };

  it.each([
    [
      `api PATCH /v1/emails/${uuid} --data {}`,
      `/v1/subscribers/${uuid}`,
      { NEWSLETTER_ALLOW: 'draft' },
      true,
    ],
    ['api GET /v1/groups', '/v1/groups?_method=DELETE', { NEWSLETTER_ALLOW: 'read' }, true],
    [`api PATCH /v1/account --data {}`, `/v1/subscribers/${uuid}`, { NEWSLETTER_MAX_CHANGES: '0' }, true],
    [
      `api PATCH /v1/subscribers/${uuid} --data {}`,
      `/v1/subscribers/7`,
      { NEWSLETTER_MAX_CHANGES: '1' },
      false,
    ],
    ['api GET /v1/groups', '/v1/all-groups', { NEWSLETTER_ALLOW: 'read' }, false],
  ])('%s redirected to %s under %j is stopped: %j', async (line, to, env, isStopped) => {
    const { status, stderr, arrived } = await redirected(line, to, env);
    expect({ status, arrived }, stderr).toEqual({ status: isStopped ? 3 : 0, arrived: !isStopped });
  });
});

describe('a rail in a profile', () => {
  const settings = () => {
    const env = { NEWSLETTER_CONFIG_DIR: join(temporaryFolder(), 'settings') };
    return async (line: string, way: Run = {}) => await answered(wordsOf(line), { ...way, env });
  };

  it('is tightened without a question', async () => {
    const run = settings();
    expect((await run('config set allow draft')).status).toBe(0);
    expect((await run('config set allow read')).status).toBe(0);
  });

  it.each([
    'config set allow all',
    'config unset allow',
    'profiles rename default other',
    'profiles remove default',
  ])('is loosened by "%s" only with an answer at a terminal, whatever --yes says', async line => {
    const run = settings();
    expect((await run('config set allow read')).status).toBe(0);
    const { status, stderr } = await run(`${line} --yes --retries 2`);
    expect(status, stderr).toBe(3);
    expect(stderr).toContain(`hint: at a terminal, without --yes: newsletter ${line} --retries 2\n`);
    expect((await run('config get allow')).stdout).toBe('read\n');
    const asked = await run(line, ways[2]);
    expect(asked.status, asked.stderr).toBe(0);
    expect(asked.stderr).toMatch(/\? (?:Loosen allow .* in|Rename|Remove) profile default\b/);
  });
});
