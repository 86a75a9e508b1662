/** Credentials belong to an origin: several servers listen, and each counts the credentials that it saw. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { newsletter } from '../../support/program.ts';
import { json, type Plain, service } from '../../support/service.ts';

const account = { id: 'a', name: 'The Slow Carriage', slug: 'slow-carriage', status: 'active' };
const page = { data: [], meta: { current_page: 1, per_page: 50, total: 0, last_page: 1 } };

/** A service that accepts everything, and what it saw of credentials: bearers, tokens and secrets. */
async function listener() {
  const { url, seen } = await service((request, response, one) => {
    if (request.url === '/oauth/token') {
      return json({ access_token: 'renewed', token_type: 'Bearer', expires_in: 7200, refresh_token: 'next' })(
        request,
        response,
        one,
      );
    }
    return json(request.url?.startsWith('/v1/account') ? account : page)(request, response, one);
  });
  const credentials = () =>
    seen.flatMap(({ headers, body }) => [
      ...(headers.authorization === undefined ? [] : [headers.authorization]),
      ...['refresh_token', 'token', 'client_secret'].flatMap(
        name => new URLSearchParams(body).get(name) ?? [],
      ),
    ]);
  return { url, seen, credentials };
}

interface Stored {
  readonly profile?: Plain;
  readonly credential: Plain;
}

/** A machine on which profile `work` is signed in, as given. */
function machine({ profile = {}, credential }: Stored) {
  const folder = temporaryFolder();
  const config = join(folder, 'config');
  mkdirSync(config, { mode: 0o700 });
  writeFileSync(
    join(config, 'config.json'),
    JSON.stringify({ current: 'work', profiles: { work: profile } }),
  );
  const file = join(config, 'credentials.json');
  const store = (work: Plain) => writeFileSync(file, JSON.stringify({ profiles: { work } }), { mode: 0o600 });
  store(credential);
  const run = (line: string, env: Record<string, string> = {}, stdin = '') =>
    newsletter(line.split(' '), { env: { NEWSLETTER_CONFIG_DIR: config, ...env }, cwd: folder, stdin });
  const stored = () =>
    (JSON.parse(readFileSync(file, 'utf8')) as { profiles: Record<string, Plain> }).profiles;
  return { run, folder, stored, store };
}

const expired = (own: string, more: Plain = {}): Plain => ({
  kind: 'oauth',
  origin: own,
  accessToken: 'old',
  refreshToken: 'refresh',
  expiresAt: Date.now() - 1000,
  authUrl: own,
  clientId: 'app',
  clientSecret: 'kept-secret',
  ...more,
});

describe('a stored key', () => {
  it('is replaced by one for another address only with --yes', async () => {
    const [own, other] = [await listener(), await listener()];
    const { run, stored } = machine({ profile: { 'base-url': own.url }, credential: {} });
    const line = 'login --api-key --credential-store file';
    const env = { NEWSLETTER_BASE_URL: other.url };
    const refused = await run(line, env, 'key-2\n');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(`Profile work is signed in to ${own.url}. Replace that by`);
    expect(stored().work).toEqual({});
    expect((await run(`${line} --yes`, env, 'key-2\n')).status).toBe(0);
    expect(stored().work).toMatchObject({ origin: other.url });
  });

  const key = (origin?: string): Plain => ({ kind: 'api-key', key: 'key-1', ...(origin && { origin }) });
  const commands = ['tags create --name A', 'token', 'doctor'];

  it.each(commands)('when a variable leads elsewhere, then "%s" sends it nowhere', async line => {
    const [own, other] = [await listener(), await listener()];
    const { run } = machine({ profile: { 'base-url': own.url }, credential: key(own.url) });
    const ended = await run(line, { NEWSLETTER_BASE_URL: other.url });
    const said = ended.stdout + ended.stderr;
    expect(said).toContain(`the credentials of profile work are for ${own.url}, not for ${other.url}`);
    expect(said).not.toContain('key-1');
    // The doctor reports failures, and looks whether somebody listens.
    expect(ended.status).toBe(line === 'doctor' ? 8 : 3);
    expect([...own.credentials(), ...other.credentials()]).toEqual([]);
  });
});

describe('a stored sign-in by browser', () => {
  it.each([
    ['NEWSLETTER_AUTH_URL', ''],
    ['NEWSLETTER_TOKEN_URL', '/oauth/token'],
    ['NEWSLETTER_BASE_URL', ''],
  ])('when %s leads elsewhere, then no token goes there', async (variable, path) => {
    const [own, other] = [await listener(), await listener()];
    const { run, stored } = machine({ profile: { 'base-url': own.url }, credential: expired(own.url) });
    const ended = await run('groups list', { [variable]: other.url + path });
    expect(ended).toMatchObject({ status: 3, stderr: expect.stringContaining(`not for ${other.url}`) });
    expect(ended.stderr).toContain(`unset ${variable}`);
    expect([...own.credentials(), ...other.credentials()]).toEqual([]);
    expect(stored().work).toMatchObject({ refreshToken: 'refresh' });
  });

  it('when it is signed out with a variable that leads elsewhere, then nothing is revoked there', async () => {
    const [own, other] = [await listener(), await listener()];
    const { run, stored } = machine({ profile: { 'base-url': own.url }, credential: expired(own.url) });
    const ended = await run('logout', { NEWSLETTER_AUTH_URL: other.url });
    expect(ended.status).toBe(8);
    expect(ended.stderr).toContain(`not for ${other.url}`);
    expect([...own.credentials(), ...other.credentials()]).toEqual([]);
    expect(stored()).toEqual({});
  });

  it('sends neither token nor secret where the token endpoint redirects to', async () => {
    const other = await listener();
    const own = await service((_, response) => response.writeHead(307, { location: `${other.url}/x` }).end());
    const { run } = machine({ profile: { 'base-url': own.url }, credential: expired(own.url) });
    const ended = await run('groups list');
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain(`${other.url}/x`);
    expect(ended.stderr).not.toMatch(/kept-secret|'refresh'/);
    expect(other.seen).toEqual([]);
  });
});
