import { describe, expect, it } from 'vitest';
import { createSession } from '../../src/auth/session.ts';
import type { SettingFlags } from '../../src/settings/resolve.ts';
import { sessionSources } from './sources.ts';

/** A session where profile work is signed in and is current, and profile home is not signed in. */
function session(flags: SettingFlags, environment: NodeJS.ProcessEnv = {}, interactive = false) {
  const stored = { kind: 'api-key', key: 'stored-key' };
  return createSession({ ...sessionSources({ flags, environment, stored }), interactive });
}

const variables = 'set NEWSLETTER_BASE_URL and NEWSLETTER_API_KEY; or newsletter login --api-key';

describe('which credentials are used', () => {
  const environment = { NEWSLETTER_API_KEY: ' environment-key\n' };
  it.each<
    [what: string, flags: SettingFlags, environment: NodeJS.ProcessEnv, from: 'profile' | 'environment']
  >([
    ['only a stored key', {}, {}, 'profile'],
    ['a key in the environment', {}, environment, 'environment'],
    ['an explicit --profile and a key in the environment', { profile: 'work' }, environment, 'profile'],
    [
      'a profile and a key in the environment',
      {},
      { ...environment, NEWSLETTER_PROFILE: 'work' },
      'environment',
    ],
    ['an empty key in the environment', {}, { NEWSLETTER_API_KEY: ' ' }, 'profile'],
  ])('with %s, the right one is used', async (_, flags, environment, from) => {
    const key = from === 'profile' ? 'stored-key' : 'environment-key';
    const { credentials, signIn } = session(flags, environment);
    expect(await credentials.bearer()).toBe(key);
    const place = from === 'profile' ? 'file' : from;
    expect(await signIn()).toMatchObject({ credential: { kind: 'api-key', key }, place });
    expect(await credentials.renew(key)).toBeUndefined();
    const hint =
      from === 'profile'
        ? 'newsletter login --api-key --profile work'
        : 'set NEWSLETTER_API_KEY to a valid key, or unset it';
    expect(await credentials.remedy?.()).toBe(hint);
  });

  it('the token of a browser sign-in is sent', async () => {
    const stored = {
      kind: 'oauth',
      accessToken: 'token',
      expiresAt: 4_102_444_800_000,
      authUrl: 'https://login.example.com',
      clientId: 'c',
      origin: 'https://api.example.com',
    };
    const settings = { 'base-url': 'https://api.example.com', 'auth-url': 'https://login.example.com' };
    const { credentials, signIn } = createSession(sessionSources({ stored, settings }));
    expect(await credentials.bearer()).toBe('token');
    expect(await signIn()).toEqual({ credential: stored, place: 'file' });
    expect(await credentials.remedy?.()).toBe('newsletter login --profile work');
  });

  it('a key in the environment does not replace a --profile that is not signed in', async () => {
    const { credentials, signIn } = session({ profile: 'home' }, environment);
    expect(await signIn()).toBeUndefined();
    await expect(credentials.bearer()).rejects.toMatchObject({
      code: 'not_signed_in',
      hint: `${variables} --profile home < key-file`,
      details: expect.arrayContaining([expect.stringContaining('NEWSLETTER_API_KEY is set')]),
    });
    expect(await credentials.remedy?.()).toBe('newsletter login --profile home');
  });

  it.each<
    [what: string, flags: SettingFlags, environment: NodeJS.ProcessEnv, isAsked: boolean, hint: string]
  >([
    ['nothing', {}, {}, false, `${variables} < key-file`],
    ['nothing, and somebody is there', {}, {}, true, 'newsletter login'],
    ['the profile by flag', { profile: 'home' }, {}, true, 'newsletter login --profile home'],
    ['the profile by variable', {}, { NEWSLETTER_PROFILE: 'home' }, true, 'newsletter login --profile home'],
    ['a blank key', {}, { NEWSLETTER_API_KEY: ' ' }, true, 'newsletter login'],
    [
      'the profile by flag, and a blank key',
      { profile: 'home' },
      { NEWSLETTER_API_KEY: ' ' },
      true,
      'newsletter login --profile home',
    ],
  ])('without a sign-in, with %s, the error says how to sign in', async (_, ...given) => {
    const [flags, environment, interactive, hint] = given;
    const { credentials } = createSession({ ...sessionSources({ flags, environment }), interactive });
    await expect(credentials.bearer()).rejects.toMatchObject({
      code: 'not_signed_in',
      hint,
      details: interactive ? [] : expect.arrayContaining([expect.stringContaining('NEWSLETTER_BASE_URL')]),
    });
  });

  it.each(['two words', 'line\nbreak', 'bell\u0007', 'schlüssel'])(
    'the key %j in the environment is refused without being printed',
    async key => {
      const { credentials } = session({}, { NEWSLETTER_API_KEY: key });
      await expect(credentials.bearer()).rejects.toMatchObject({
        code: 'invalid_value',
        message: expect.stringMatching(/^NEWSLETTER_API_KEY(?!.*(two words|line|bell|schl))/s),
      });
    },
  );
});
