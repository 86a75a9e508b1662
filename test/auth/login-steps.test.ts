import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readFileEntry } from '../../src/auth/credentials/file.ts';
import { login } from '../../src/auth/login.ts';
import type { Api } from '../../src/http/api.ts';
import { createApi } from '../../src/http/client.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { changeConfig } from '../../src/settings/change-config.ts';
import { readConfig, withProfile } from '../../src/settings/profiles.ts';
import { resolveSettings, type SettingFlags } from '../../src/settings/resolve.ts';
import { temporaryFolder } from '../support/home.ts';

const ignore = () => {};

/** A service that knows one key, and that account's name. */
async function serviceFor(key: string): Promise<string> {
  const server = createServer((request, response) => {
    const known = request.url === '/v1/account' && request.headers.authorization === `Bearer ${key}`;
    response.writeHead(known ? 200 : 401, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(known ? { id: 'a1', name: 'Acme', slug: 'acme' } : { message: 'no' }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function signIn(
  configDir: string,
  key: string,
  flags: SettingFlags,
  environment: NodeJS.ProcessEnv = {},
) {
  const settings = resolveSettings({
    flags: { credentialStore: 'file', ...flags },
    environment,
    configDir,
    creating: true,
  });
  const opened: Api[] = [];
  try {
    return await login({
      sources: {
        settings,
        allowedOrigins: [],
        unbroken: work => work,
        configDir,
        warn: ignore,
        note: ignore,
        environment,
        clock: systemClock,
        http: {
          timeout: 5,
          retries: 0,
          maxWait: 0,
          environment,
          userAgent: 'test',
          signal: new AbortController().signal,
          clock: systemClock,
        },
      },
      credential: { kind: 'api-key', key },
      connect: async credentials => {
        const api = createApi({
          baseUrl: settings.need('base-url'),
          credentials,
          timeout: 10,
          retries: 0,
          maxWait: 0,
          pageParam: 'page',
          perPageParam: 'per_page',
          environment: {},
          userAgent: 'test',
          signal: new AbortController().signal,
          clock: systemClock,
        });
        opened.push(api);
        return api;
      },
    });
  } finally {
    for (const api of opened) await api.close();
  }
}

describe('signing in with a key', () => {
  it('when the service knows the key, then it is stored, with the address, and the profile is current', async () => {
    const folder = temporaryFolder();
    const baseUrl = await serviceFor('good');
    const result = await signIn(folder, 'good', { baseUrl, profile: 'work' });
    expect(result).toMatchObject({
      account: { name: 'Acme' },
      profile: 'work',
      current: 'work',
    });
    expect(readFileEntry(folder, 'work', ignore)).toEqual({
      kind: 'api-key',
      key: 'good',
      origin: baseUrl,
    });
    expect(readConfig(folder)).toEqual({
      current: 'work',
      profiles: { work: { 'base-url': baseUrl, account: 'Acme (acme)' } },
    });
  });

  it('when another profile is current, then that stays so', async () => {
    const folder = temporaryFolder();
    const baseUrl = await serviceFor('good');
    await signIn(folder, 'good', { profile: 'work' }, { NEWSLETTER_BASE_URL: baseUrl });
    const result = await signIn(folder, 'good', { baseUrl, profile: 'home' });
    expect(result).toMatchObject({ profile: 'home', current: 'work' });
    expect(readConfig(folder)).toMatchObject({
      current: 'work',
      profiles: {
        work: { 'base-url': baseUrl },
        home: { 'base-url': baseUrl },
      },
    });
  });

  it('when the profile has settings already, then they stay', async () => {
    const folder = temporaryFolder();
    const baseUrl = await serviceFor('good');
    await changeConfig({ configDir: folder, warn: ignore, clock: systemClock }, config =>
      withProfile(config, 'work', { 'base-url': baseUrl, timeout: 9 }),
    );
    await signIn(folder, 'good', { profile: 'work' });
    expect(readConfig(folder).profiles).toEqual({
      work: { 'base-url': baseUrl, timeout: 9, account: 'Acme (acme)' },
    });
  });

  it('when the service refuses the key, then nothing is stored', async () => {
    const folder = temporaryFolder();
    const baseUrl = await serviceFor('good');
    await expect(signIn(folder, 'bad', { baseUrl })).rejects.toMatchObject({
      code: 'credentials_refused',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('when the key belongs to another account than the one expected, then nothing is stored', async () => {
    const folder = temporaryFolder();
    const baseUrl = await serviceFor('good');
    const refused = signIn(folder, 'good', { baseUrl, expectAccount: 'other' });
    await expect(refused).rejects.toMatchObject({ code: 'wrong_account' });
    expect(readdirSync(folder)).toEqual([]);
    await signIn(folder, 'good', { baseUrl, expectAccount: 'acme' });
    expect(readdirSync(folder)).toContain('credentials.json');
  });
});
