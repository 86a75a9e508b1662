import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Credential } from '../../src/auth/credentials/credential.ts';
import { type LoginRequest, login, type ReplacedAccount } from '../../src/auth/login.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { takeLock } from '../../src/lib/lock.ts';
import { changeConfig } from '../../src/settings/config-lock.ts';
import { readConfig, withProfile } from '../../src/settings/profiles.ts';
import { resolveSettings, type SettingFlags } from '../../src/settings/resolve.ts';
import { api } from '../http/api.ts';
import { temporaryFolder } from '../support/home.ts';
import { json, service } from '../support/service.ts';
import { sessionSources } from './sources.ts';

const ignore = () => {};
const keptFor = (folder: string, profile: string) =>
  JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')).profiles[profile];

/** A service that knows one key, and that account's name. */
async function serviceFor(key: string): Promise<string> {
  const { url } = await service((request, response, seen) => {
    const known = request.url === '/v1/account' && request.headers.authorization === `Bearer ${key}`;
    const answer = known ? json({ id: 'a1', name: 'Acme', slug: 'acme' }) : json({ message: 'no' }, 401);
    answer(request, response, seen);
  });
  return url;
}

type More = Pick<LoginRequest, 'agreed'> & {
  readonly credential?: Credential;
  readonly signal?: AbortSignal;
};

/** @param more beside what the command line and the environment say */
async function signIn(
  configDir: string,
  key: string,
  flags: SettingFlags,
  environment: NodeJS.ProcessEnv = {},
  { credential = { kind: 'api-key', key }, signal, ...more }: More = {},
) {
  const settings = resolveSettings({
    flags: { credentialStore: 'file', ...flags },
    environment,
    configDir,
    creating: true,
  });
  return await login({
    sources: { ...sessionSources({ environment, ...(signal && { signal }) }), settings, configDir },
    credential,
    connect: async credentials => api(settings.need('base-url'), { credentials, retries: 0 }),
    ...more,
  });
}

describe('signing in with a key', () => {
  it('stores it with the address, and makes the first profile current', async () => {
    const folder = temporaryFolder();
    const baseUrl = await serviceFor('good');
    const result = await signIn(folder, 'good', { baseUrl, profile: 'work' });
    expect(result).toMatchObject({
      account: { name: 'Acme' },
      profile: 'work',
      current: 'work',
    });
    expect(keptFor(folder, 'work')).toEqual({
      kind: 'api-key',
      key: 'good',
      origin: baseUrl,
    });
    expect(readConfig(folder)).toEqual({
      current: 'work',
      profiles: { work: { 'base-url': baseUrl, account: 'Acme (acme)', 'account-id': 'a1' } },
    });
  });

  it('keeps the settings of the profile', async () => {
    const folder = temporaryFolder();
    const baseUrl = await serviceFor('good');
    await changeConfig({ configDir: folder, warn: ignore, clock: systemClock }, config =>
      withProfile(config, 'work', { 'base-url': baseUrl, timeout: 9 }),
    );
    await signIn(folder, 'good', { profile: 'work' });
    expect(readConfig(folder).profiles).toEqual({
      work: { 'base-url': baseUrl, timeout: 9, account: 'Acme (acme)', 'account-id': 'a1' },
    });
  });

  it('waits for another process that refreshes the sign-in before', async () => {
    const folder = temporaryFolder();
    const baseUrl = await serviceFor('good');
    onTestFinished((await takeLock(join(folder, 'sign-in-work.lock'))) ?? expect.unreachable());
    const signal = AbortSignal.abort(new Error('Ctrl-C'));
    const flags = { baseUrl, profile: 'work' };
    await expect(signIn(folder, 'good', flags, {}, { signal })).rejects.toThrow('Ctrl-C');
    expect(readdirSync(folder)).not.toContain('credentials.json');
  });

  it('does not make the profile of a sandbox current', async () => {
    const folder = temporaryFolder();
    const baseUrl = await serviceFor('good');
    expect((await signIn(folder, 'good', { baseUrl, profile: 'sandbox' })).current).toBe('');
    expect(readConfig(folder).current).toBeUndefined();
  });

  it('makes the profile current if the current one is no longer there', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'config.json'), '{"current":"gone","profiles":{}}', { mode: 0o600 });
    const baseUrl = await serviceFor('good');
    expect((await signIn(folder, 'good', { baseUrl, profile: 'work' })).current).toBe('work');
  });

  it('that the service rejects names what to check', async () => {
    const folder = temporaryFolder();
    const baseUrl = await serviceFor('good');
    const credential = { kind: 'oauth', accessToken: 'bad', clientId: 'c', authUrl: baseUrl } as const;
    await expect(signIn(folder, '', { baseUrl }, {}, { credential })).rejects.toMatchObject({
      code: 'credentials_refused',
      message: 'the service rejected the token that was just issued; nothing was stored',
      hint: expect.stringContaining('base-url and auth-url'),
    });
    await expect(signIn(folder, 'bad', { baseUrl })).rejects.toMatchObject({
      message: 'the service rejected this key; nothing was stored',
      hint: expect.stringContaining('copy the key'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a profile that is signed in already', () => {
  const elsewhere = 'https://old.example.com';
  it.each<[what: string, settings: object, isSignedIn: boolean, before: string | undefined]>([
    ['to the same account', { account: 'Acme (acme)' }, true, undefined],
    ['to another account', { account: 'Bolt (bolt)' }, true, 'Bolt (bolt)'],
    [
      'to the same account elsewhere',
      { account: 'Acme (acme)', 'base-url': elsewhere },
      true,
      `Acme (acme) at ${elsewhere}`,
    ],
    ['elsewhere, to an account without a name here', { 'base-url': elsewhere }, true, elsewhere],
    ['to an account without a name here', {}, true, undefined],
    // A profile keeps its rails when it is signed out.
    ['no longer, to another account', { account: 'Bolt (bolt)' }, false, 'Bolt (bolt)'],
  ])('%s (%j) is replaced only after it was named', async (_, given, isSignedIn, before) => {
    const baseUrl = await serviceFor('good');
    const folder = temporaryFolder();
    const work = { 'base-url': baseUrl, ...given };
    const write = (name: string, content: object) =>
      writeFileSync(join(folder, name), JSON.stringify(content), { mode: 0o600 });
    write('config.json', { current: 'work', profiles: { work } });
    if (isSignedIn) write('credentials.json', { profiles: { work: { kind: 'api-key', key: 'old' } } });
    const asked: unknown[] = [];
    const refuse = async (_: unknown, replaced: ReplacedAccount | undefined) => {
      if (replaced === undefined) return;
      asked.push([replaced.from, replaced.to, replaced.isSignedIn]);
      throw new Error('no');
    };
    const flags = { baseUrl, profile: 'work' };
    const refused = signIn(folder, 'good', flags, {}, { agreed: refuse }).catch(error => error.message);
    expect(await refused).toEqual(before === undefined ? expect.anything() : 'no');
    const now = before?.includes(elsewhere) ? `Acme (acme) at ${baseUrl}` : 'Acme (acme)';
    expect(asked).toEqual(before === undefined ? [] : [[before, now, isSignedIn]]);
    if (isSignedIn) expect(keptFor(folder, 'work').key).toBe(before === undefined ? 'good' : 'old');
    else expect(readdirSync(folder)).toEqual(['config.json']);
    // Where nobody asks, it is replaced.
    await signIn(folder, 'good', flags);
    expect(keptFor(folder, 'work')).toMatchObject({ key: 'good' });
  });
});
