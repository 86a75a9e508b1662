import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../src/auth/session.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { resolveSettings } from '../../src/settings/resolve.ts';
import { temporaryFolder } from '../support/home.ts';

const ignore = () => {};

/** A session where profile work is signed in and is current, and profile home is not signed in. */
function session(flags: { profile?: string }, environment: NodeJS.ProcessEnv = {}) {
  const configDir = temporaryFolder();
  writeFileSync(join(configDir, 'config.json'), '{"current":"work","profiles":{"work":{},"home":{}}}');
  const stored = { profiles: { work: { kind: 'api-key', key: 'stored-key' } } };
  writeFileSync(join(configDir, 'credentials.json'), JSON.stringify(stored), {
    mode: 0o600,
  });
  const settings = resolveSettings({ flags, environment, configDir });
  return createSession({
    settings,
    allowedOrigins: [],
    unbroken: work => work,
    environment,
    configDir,
    warn: ignore,
    note: ignore,
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
  });
}

describe('which credentials are used', () => {
  const environment = { NEWSLETTER_API_KEY: ' environment-key\n' };
  it.each([
    {
      title: 'only a stored key',
      flags: {},
      environment: {},
      key: 'stored-key',
      from: 'profile',
    },
    {
      title: 'a key in the environment',
      flags: {},
      environment,
      key: 'environment-key',
      from: 'environment',
    },
    {
      title: 'an explicit --profile and a key in the environment',
      flags: { profile: 'work' },
      environment,
      key: 'stored-key',
      from: 'profile',
    },
    {
      title: 'a profile and a key in the environment',
      flags: {},
      environment: { ...environment, NEWSLETTER_PROFILE: 'work' },
      key: 'environment-key',
      from: 'environment',
    },
    {
      title: 'an empty key in the environment',
      flags: {},
      environment: { NEWSLETTER_API_KEY: ' ' },
      key: 'stored-key',
      from: 'profile',
    },
  ])('when there is $title, then it is that of the $from', async ({ flags, environment, key, from }) => {
    const { credentials, describe } = session(flags, environment);
    expect(await credentials.bearer()).toBe(key);
    expect(await describe()).toMatchObject({ kind: 'api-key', from });
    expect(await credentials.renew(key)).toBeUndefined();
  });

  it('when an explicit --profile is not signed in, then a key in the environment does not stand in', async () => {
    const { credentials, describe } = session({ profile: 'home' }, environment);
    expect(await describe()).toBeUndefined();
    await expect(credentials.bearer()).rejects.toMatchObject({
      code: 'not_signed_in',
      hint: 'newsletter login --profile home',
      details: expect.arrayContaining([expect.stringContaining('NEWSLETTER_API_KEY is set')]),
    });
  });

  it.each(['two words', 'line\nbreak', 'bell\u0007', 'schlüssel'])(
    'when the key in the environment is %j, then it is refused without being repeated',
    async key => {
      const { credentials } = session({}, { NEWSLETTER_API_KEY: key });
      await expect(credentials.bearer()).rejects.toMatchObject({
        code: 'invalid_value',
        message: expect.stringMatching(/^NEWSLETTER_API_KEY(?!.*(two words|line|bell|schl))/s),
      });
    },
  );
});
