/** `doctor` and each fault that it reports, with real sockets, certificates and files. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { onlyByYou } from '../../src/doctor/checks/files.ts';
import { account } from '../support/account.ts';
import { type Certificate, certificate } from '../support/certificate.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletterProcess, startProcess } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import { until } from '../support/run.ts';
import { hangUp, json, listening, service, text } from '../support/service.ts';

interface Line {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly fix: string | null;
}
type Environment = Readonly<Record<string, string>>;

const key = 'key-that-nobody-may-see';
/** Where nothing listens. */
const gone = 'http://127.0.0.1:9';
const record = { id: '1', name: 'Acme', slug: 'acme', status: 'active' };

/** Runs `doctor` and finds lines of its report by name. The report must never contain a secret. */
async function examined(env: Environment, words: readonly string[] = []) {
  // Node reads that variable when it starts.
  const run = env.NODE_EXTRA_CA_CERTS === undefined ? newsletter : newsletterProcess;
  const { status, stdout, stderr } = await run(['doctor', '--json', ...words], { env });
  expect(stdout + stderr).not.toContain(key);
  expect(stderr).not.toMatch(/^error:/m);
  const lines = JSON.parse(stdout) as Line[];
  const troubles = lines.filter(each => each.status === 'failure' || each.status === 'warning');
  expect(troubles.filter(each => each.status === 'failure' && each.fix === null)).toEqual([]);
  expect(status).toBe(troubles.length === 0 ? 0 : 8);
  return {
    lines,
    troubles,
    line: (name: string) => lines.find(each => each.name === name),
    /** The only warning or failure. */
    finding: () => {
      expect(troubles).toHaveLength(1);
      return troubles[0];
    },
  };
}

/** A service without faults, unless `answer` is one. */
async function well(answer = json(record)) {
  const { url } = await service(answer);
  return { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: key };
}

/** A config dir with files in it. */
function kept(files: Readonly<Record<string, unknown>> = {}, mode = 0o600) {
  const folder = join(temporaryFolder(), 'kept');
  mkdirSync(folder, { mode: 0o700 });
  for (const [name, content] of Object.entries(files)) {
    const data = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(folder, name), data, { mode });
  }
  return folder;
}

describe('doctor where all is well', () => {
  it('when it looks at a sandbox, then every line is ok and the status 0', async () => {
    const { env } = await account();
    const { troubles, lines, line } = await examined(env);
    expect(troubles).toEqual([]);
    expect(lines.every(({ status }) => status === 'ok')).toBe(true);
    expect(line('account')?.message).toContain('slow-carriage');
    expect(line('clock')?.status).toBe('ok');
  });

  it('when it is read by a person, then each line has a sign and a word, within 80 columns', async () => {
    const { env } = await account();
    for (const NO_COLOR of ['1', '']) {
      const { stdout, stderr } = await newsletter(['doctor', '-o', 'table'], {
        env: { ...env, NEWSLETTER_BASEURL: 'x', NO_COLOR, FORCE_COLOR: NO_COLOR === '' ? '1' : '' },
      });
      const plain = stripVTControlCharacters(stdout);
      expect(plain).toContain('✓ ok      ');
      expect(plain).toMatch(/^! warning variables: .*\n {10}.*\n {10}fix: unset NEWSLETTER_BASEURL$/m);
      expect(Math.max(...plain.split('\n').map(row => row.length))).toBeLessThanOrEqual(80);
      expect(stdout === plain).toBe(NO_COLOR === '1');
      expect(stderr).toContain('1 warning');
    }
  });
});

describe('doctor on files', () => {
  const base = { 'config.json': { profiles: { default: {} } } };

  it.each([
    ['config.json', '{'],
    ['config.json', '{"profiles":[]}'],
    ['credentials.json', 'nonsense'],
  ])('when %s is damaged, then it says so', async (name, damage) => {
    const folder = kept({ ...base, [name]: damage });
    const { line } = await examined({ ...(await well()), NEWSLETTER_CONFIG_DIR: folder });
    expect(line(name)).toMatchObject({ status: 'failure', message: expect.stringContaining('damaged') });
  });

  it('when other users can read the folder or a file, then each is a warning', async () => {
    const folder = kept(
      { ...base, 'credentials.json': { profiles: { default: { kind: 'api-key', key } } } },
      0o644,
    );
    chmodSync(folder, 0o755);
    const { NEWSLETTER_BASE_URL } = await well();
    const { line } = await examined({ NEWSLETTER_BASE_URL, NEWSLETTER_CONFIG_DIR: folder });
    expect(line('folder')).toMatchObject({ status: 'warning', fix: `chmod 700 ${folder}` });
    expect(line('config.json')).toMatchObject({
      status: 'warning',
      fix: `chmod 600 ${join(folder, 'config.json')}`,
    });
    expect(line('credentials.json')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/\(mode 644\); fixed now/),
    });
    expect(statSync(join(folder, 'credentials.json')).mode & 0o777).toBe(0o600);
  });

  it('when the folder is a file, cannot be written to, or is everybody’s, then that is a failure', async () => {
    const env = await well();
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const shared = kept();
    chmodSync(shared, 0o1777);
    for (const [folder, says] of [
      [file, 'is a file'],
      [join(file, 'below'), 'cannot create'],
      [shared, 'every user of this machine'],
    ] as const) {
      const { line } = await examined({ ...env, NEWSLETTER_CONFIG_DIR: folder });
      expect(line('folder')).toMatchObject({ status: 'failure', message: expect.stringContaining(says) });
    }
    if (!existsSync('/proc/self')) return;
    const { line } = await examined({ ...env, NEWSLETTER_CONFIG_DIR: '/proc/self' });
    expect(line('folder')).toMatchObject({ status: 'failure', message: expect.stringMatching(/write/) });
  });

  it('when there are no modes, as on Windows, then none is claimed', () => {
    expect(onlyByYou('win32')).not.toContain('600');
    expect(onlyByYou('linux')).toContain('600');
  });
});

describe('doctor on settings', () => {
  it('when variables are malformed, then every one of them is named', async () => {
    const { lines } = await examined({
      ...(await well()),
      NEWSLETTER_TIMEOUT: 'soon',
      NEWSLETTER_OUTPUT: 'xml',
      NEWSLETTER_AUTH_URL: 'http://example.com',
    });
    const wrong = lines.filter(({ name, status }) => name === 'settings' && status === 'failure');
    expect(wrong.map(({ message }) => / for (\w+):/.exec(message)?.[1])).toEqual([
      'NEWSLETTER_AUTH_URL',
      'NEWSLETTER_OUTPUT',
      'NEWSLETTER_TIMEOUT',
    ]);
  });

  it('when a variable means nothing, then the one that is meant is named', async () => {
    const { finding } = await examined({ ...(await well()), NEWSLETTER_BASEURL: 'https://x' });
    expect(finding()).toMatchObject({
      name: 'variables',
      message: expect.stringContaining('did you mean NEWSLETTER_BASE_URL?'),
    });
  });

  it('when there is no such profile, then what depends on it is skipped', async () => {
    const { line } = await examined(await well(), ['--profile', 'nobody']);
    expect(line('profile')).toMatchObject({ status: 'failure', message: expect.stringContaining('nobody') });
    expect(line('service')).toMatchObject({ status: 'skipped' });
  });

  it('when a key stands beside a profile, then it says which wins', async () => {
    const profiles = { work: { kind: 'api-key', key: 'another' } };
    const folder = kept({
      'config.json': { current: 'work', profiles: { work: {} } },
      'credentials.json': { profiles },
    });
    const env = { ...(await well()), NEWSLETTER_CONFIG_DIR: folder };
    expect((await examined(env)).finding()).toMatchObject({ name: 'NEWSLETTER_API_KEY', status: 'warning' });
    const named = await examined(env, ['--profile', 'work']);
    expect(named.line('NEWSLETTER_API_KEY')).toMatchObject({
      message: 'set, but --profile work overrides it',
    });
  });
});

describe('doctor on the way to the service', () => {
  const failureOf = async (url: string, env: Environment = {}) =>
    (await examined({ NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: key, ...env })).finding();

  it('says that the address is missing or unknown', async () => {
    expect((await examined({ NEWSLETTER_API_KEY: key })).finding()).toMatchObject({
      name: 'base-url',
      status: 'failure',
    });
    expect(await failureOf('https://no-such-host.invalid')).toMatchObject({ name: 'tls' });
  });

  it('when connection refused, then the service fails and the rest is skipped', async () => {
    const { line, finding } = await examined({ NEWSLETTER_BASE_URL: gone, NEWSLETTER_API_KEY: key });
    expect(finding()).toMatchObject({ name: 'service', message: 'connection refused: 127.0.0.1:9' });
    for (const name of ['account', 'clock']) expect(line(name)?.status).toBe('skipped');
  });

  it('when it accepts and says nothing, then --timeout ends the wait', async () => {
    const { url } = await service(() => {});
    const found = await failureOf(url, { NEWSLETTER_TIMEOUT: '0.3' });
    expect(found).toMatchObject({ name: 'service', message: expect.stringContaining('for 0.3 s') });
  });

  it('when Ctrl-C comes meanwhile, then it ends at once with 130', async () => {
    const { url } = await service(() => {});
    const { ended, stdout, signal } = startProcess(['doctor'], {
      env: { NEWSLETTER_BASE_URL: url, NEWSLETTER_TIMEOUT: '3600' },
    });
    await until(() => stdout().includes('base-url'));
    signal('SIGINT');
    expect((await ended).status).toBe(130);
  });

  it.each([
    ['a web page', text('<!doctype html><title>Hello</title>', 200), 'returns a web page'],
    ['a page that is not found', text('<h1>Not found</h1>', 404), 'returns a web page'],
    ['nothing there', json({ message: 'no route' }, 404), 'the path in base-url is wrong'],
    ['a redirect', text('', 301, { location: 'https://example.com/' }), 'redirects to https://example.com/'],
    ['a failing service', json({}, 503), 'failed (503)'],
    ['something else', text('SSH-2.0', 200), 'does not return JSON'],
    ['a hang-up', hangUp, 'was lost'],
  ])('when %s answers, then it says so', async (_, answer, says) => {
    const { url } = await service(answer);
    expect(await failureOf(url)).toMatchObject({ name: 'service', message: expect.stringContaining(says) });
  });

  it.each([
    [-600_000, 'ahead of'],
    [600_000, 'behind'],
  ])('when the clocks differ by %d ms, then this one is %s', async (ahead, says) => {
    const date = new Date(Date.now() + ahead).toUTCString();
    const found = (await examined(await well(json(record, 200, { date })))).finding();
    expect(found).toMatchObject({ name: 'clock', status: 'warning', message: expect.stringContaining(says) });
  });

  it('when the proxy is malformed, unused, or not there, then it says so', async () => {
    const secret = { HTTPS_PROXY: 'user:password@proxy' };
    const malformed = await failureOf('https://example.com', secret);
    expect(malformed).toMatchObject({ name: 'proxy', status: 'failure' });
    expect(JSON.stringify(malformed)).not.toContain('password');
    const there = await examined({ ...(await well()), HTTP_PROXY: gone });
    expect(there.line('proxy')?.message).toContain('not used: the service is on this machine');
    const found = await failureOf('https://api.example.com', { HTTPS_PROXY: gone });
    expect(found).toMatchObject({ name: 'service', fix: expect.stringContaining('HTTPS_PROXY') });
  });

  it('when NODE_EXTRA_CA_CERTS leads nowhere, then it says so', async () => {
    const found = (await examined({ ...(await well()), NODE_EXTRA_CA_CERTS: '/no/such.pem' })).finding();
    expect(found).toMatchObject({ name: 'certificates', message: expect.stringContaining('ENOENT') });
  });
});

describe('doctor on certificates', () => {
  const trouble = async (made: Certificate, trusted: boolean, env: Environment = {}) => {
    const url = await secure(made);
    const trust: Environment = trusted ? { NODE_EXTRA_CA_CERTS: made.file } : {};
    return await examined({ NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: key, ...trust, ...env });
  };

  it('when it is trusted, then all is well', async () => {
    expect((await trouble(await certificate('localhost', 30), true)).troubles).toEqual([]);
  });

  it.each([
    ['self-signed', 'localhost', 30, false, 'self-signed'],
    ['expired', 'localhost', -1, true, 'expired on'],
    ['of another host', 'example.org', 30, true, 'is for example.org, not for localhost'],
    ['about to end', 'localhost', 2, true, 'valid until'],
  ] as const)('when it is %s, then it says so', async (_, host, days, trusted, says) => {
    const { finding } = await trouble(await certificate(host, days), trusted);
    expect(finding()).toMatchObject({ name: 'tls', message: expect.stringContaining(says) });
  });

  it('when certificates are not checked at all, then that is a warning', async () => {
    const { line } = await trouble(await certificate('localhost', 30), true, {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });
    expect(line('certificates')).toMatchObject({ status: 'warning' });
  });
});

describe('doctor on the sign-in', () => {
  it('when there are no credentials, or they are refused, then it says so', async () => {
    const { NEWSLETTER_BASE_URL } = await well();
    expect((await examined({ NEWSLETTER_BASE_URL })).finding()).toMatchObject({
      name: 'sign-in',
      status: 'failure',
    });
    const refused = (await examined(await well(json({ message: 'no' }, 401)))).finding();
    expect(refused).toMatchObject({ name: 'account', fix: expect.stringContaining('NEWSLETTER_API_KEY') });
  });

  it('when the account is another one, or paused, then it says so', async () => {
    const other = await examined({ ...(await well()), NEWSLETTER_EXPECT_ACCOUNT: 'other' });
    expect(other.finding()).toMatchObject({
      name: 'account',
      message: expect.stringContaining('not to other'),
    });
    const paused = await examined(await well(json({ ...record, status: 'paused' })));
    expect(paused.finding()).toMatchObject({ status: 'warning', message: 'Acme (acme) is paused' });
  });

  it('when the address of the sign-in by browser does not answer, then it says so', async () => {
    const { NEWSLETTER_BASE_URL } = await well();
    const { line } = await examined({ NEWSLETTER_BASE_URL, NEWSLETTER_AUTH_URL: gone });
    expect(line('auth-url')).toMatchObject({
      status: 'failure',
      message: expect.stringContaining('connection refused'),
    });
  });

  it('when the sign-in by browser has ended and cannot be renewed, then it says so', async () => {
    const { url } = await service(json({ message: 'no' }, 401));
    const auth = await service(text('', 400));
    const entry = { kind: 'oauth', accessToken: key, expiresAt: Date.parse('2026-01-02T03:04:00Z') };
    const profiles = { default: { ...entry, authUrl: auth.url, clientId: 'app' } };
    const settings = { 'base-url': url, 'auth-url': auth.url, 'client-id': 'app' };
    const folder = kept({
      'config.json': { profiles: { default: settings } },
      'credentials.json': { profiles },
    });
    const { line } = await examined({ NEWSLETTER_CONFIG_DIR: folder });
    expect(line('sign-in')?.message).toContain('the token expired 2026-01-02 03:04 UTC');
    expect(line('account')).toMatchObject({
      status: 'failure',
      fix: expect.stringContaining('newsletter login'),
    });
    expect(line('auth-url')?.status).toBe('ok');
  });
});

/** A service without faults over TLS. */
async function secure({ file, key: keyFile }: Certificate): Promise<string> {
  const server = createHttps({ cert: readFileSync(file), key: readFileSync(keyFile) }, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
  });
  return `https://localhost:${await listening(server as never)}`;
}
