/** Rails that are numbers, and a person: `send`, `max-recipients`, `max-changes`; and what is stored of them. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../src/settings/resolve.ts';
import { account, wordsOf } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import { answered, attempt, type Run, ways } from '../support/rails.ts';
import { service } from '../support/service.ts';

const uuid = '7c9e6679-7425-40de-944b-000000000000';

describe('limits', () => {
  const limited = async (words: readonly string[], env: Record<string, string>, way: Run = {}) =>
    await attempt(words, 'all', 'flag', { ...way, env });
  const send = ['emails', 'send', uuid];

  it('send = person: --yes sends nothing, an answer at a terminal does', async () => {
    for (const words of [
      [...send, '--yes'],
      ['emails', 'push', 'issue.html', '--send', '--yes'],
    ]) {
      const { sent, status, stderr } = await limited(words, { NEWSLETTER_SEND: 'person' });
      expect({ status, sent }, stderr).toEqual({ status: 3, sent: [] });
      expect(stderr).toContain('send is person, set by NEWSLETTER_SEND');
    }
    const answered = await limited(send, { NEWSLETTER_SEND: 'person' }, ways[2]);
    expect(answered.sent, answered.stderr).toEqual([`POST /v1/emails/${uuid}/send`]);
  });

  it('max-recipients: a larger group gets nothing, whatever --max-recipients says', async () => {
    for (const words of [send, ['emails', 'push', 'issue.html', '--send']]) {
      const line = [...words, '--yes', '--max-recipients', '1000000'];
      const { sent, status, stderr } = await limited(line, { NEWSLETTER_MAX_RECIPIENTS: '1' });
      expect({ status, sent }, stderr).toEqual({ status: 3, sent: [] });
      expect(stderr).toContain('max-recipients is 1, set by NEWSLETTER_MAX_RECIPIENTS');
    }
  });

  it('max-changes: a run that would change more people sends nothing', async () => {
    for (const words of [
      ['import', 'people.csv', '--yes', '--restart'],
      ['subscribers', 'update', '--all', '--add-tag', 'y', '--yes', '--max-changes', '10'],
      ['subscribers', 'create', '--email', 'a@b.org'],
      ['api', 'POST', '/v1/subscriber-imports', '--data', '{"subscribers":[{"email":"a@b.org"}]}'],
    ]) {
      const { sent, status, stderr } = await limited(words, { NEWSLETTER_MAX_CHANGES: '0' });
      expect({ status, sent }, `${words.join(' ')}\n${stderr}`).toEqual({ status: 3, sent: [] });
      expect(stderr).toContain('max-changes is 0, set by NEWSLETTER_MAX_CHANGES');
    }
  });
});

it('an import of more people than max-changes sends none of its batches', async () => {
  const here = await account({ subscribers: 0 });
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'people.csv'), 'email\nann@a-house.org\nbo@a-house.org\ncy@a-house.org\n');
  const env = { NEWSLETTER_MAX_CHANGES: '2' };
  const { status, stderr } = await here.run('import people.csv --batch-size 1', { cwd, env });
  expect({ status, writes: here.writes() }, stderr).toEqual({ status: 3, writes: 0 });
});

it('an update of more people than max-changes sends none of its requests', async () => {
  const here = await account();
  const env = { NEWSLETTER_MAX_CHANGES: '2' };
  const { status, stderr } = await here.run('subscribers update --all --add-tag x --yes', { env });
  expect({ status, writes: here.writes() }, stderr).toEqual({ status: 3, writes: 0 });
});

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

describe('what folders set', () => {
  function place() {
    const home = temporaryFolder();
    const below = join(home, 'list', 'emails');
    mkdirSync(below, { recursive: true });
    writeFileSync(join(home, 'list', '.newsletterrc.json'), '{"allow": "read", "timeout": 7}', {
      mode: 0o644,
    });
    const settingsIn = (env: Readonly<Record<string, string>> = {}, baseUrl = 'https://api.example.org') =>
      resolveSettings({
        flags: { allow: ['all'], baseUrl },
        environment: { HOME: home, ...env },
        configDir: join(home, 'settings'),
        workingFolder: below,
      });
    return { home, below, settingsIn };
  }

  it('rails of folders above hold beside those of a nearer file', () => {
    const { home, below, settingsIn } = place();
    writeFileSync(join(below, '.newsletterrc.json'), '{"allow": "draft", "output": "json"}', { mode: 0o644 });
    const settings = settingsIn();
    expect(['allow', 'timeout', 'output'].map(name => settings.get(name as 'allow'))).toEqual([
      'read',
      30,
      'json',
    ]);
    expect(settings.fileOf('allow')).toBe(join(home, 'list', '.newsletterrc.json'));
  });

  it('a file that others can write is an error, wherever it is above', () => {
    const { home, below, settingsIn } = place();
    writeFileSync(join(below, '.newsletterrc.json'), '{}', { mode: 0o644 });
    chmodSync(join(home, 'list', '.newsletterrc.json'), 0o666);
    expect(settingsIn).toThrow(/^untrusted file/);
  });
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
  it('is loosened only by an answer at a terminal', async () => {
    const env = { NEWSLETTER_CONFIG_DIR: join(temporaryFolder(), 'settings') };
    const run = (words: readonly string[], way: Run = {}) => answered(words, { ...way, env });
    expect((await run(['config', 'set', 'allow', 'draft'])).status).toBe(0);
    expect((await run(['config', 'set', 'allow', 'read'])).status).toBe(0);
    for (const words of [
      ['config', 'set', 'allow', 'all', '--yes'],
      ['config', 'unset', 'allow', '--yes'],
    ]) {
      expect((await run(words)).status).toBe(3);
    }
    expect((await run(['config', 'get', 'allow'])).stdout).toBe('read\n');
    const ended = await run(['config', 'unset', 'allow'], ways[2]);
    expect(ended.status, ended.stderr).toBe(0);
  });
});
