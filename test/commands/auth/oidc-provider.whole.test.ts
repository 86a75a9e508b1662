import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newsletterProcess } from '../../support/process.ts';
import { newsletter, start } from '../../support/program.ts';
import { agree, stranger } from './oidc-provider.ts';
import { shownAddress } from './sign-in.ts';

async function signedIn(seconds?: number) {
  const made = await stranger(seconds);
  const login = start(['login'], { home: made.folder, env: made.env, stdin: 'open' });
  await fetch(await agree(await shownAddress(login)));
  expect(await login.ended).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('signed in to Acme'),
  });
  const file = join(made.folder, 'settings', 'credentials.json');
  const kept = () => JSON.parse(readFileSync(file, 'utf8')).profiles.default;
  const tamper = (change: object) =>
    writeFileSync(file, JSON.stringify({ profiles: { default: { ...kept(), ...change } } }), { mode: 0o600 });
  return { ...made, kept, tamper };
}

describe('an OAuth server that somebody else wrote', () => {
  it('when the person agrees, then the sign-in works from login to logout', async () => {
    const { env, folder, came, kept } = await signedIn();
    expect((await newsletter(['whoami'], { home: folder, env })).status).toBe(0);
    const { accessToken } = kept();
    expect(await newsletter(['logout'], { home: folder, env })).toMatchObject({
      status: 0,
      stderr: 'signed out: default\n',
    });
    expect(came('POST /oauth/revoke')).toBe(2);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await fetch(`${env.NEWSLETTER_BASE_URL}/v1/account`, { headers })).status).toBe(401);
  });

  it('when many processes find the token at its end, then its strict rotation is met once', async () => {
    const { env, folder, came, kept, tamper } = await signedIn();
    for (let round = 1; round <= 2; round++) {
      const before = kept().refreshToken;
      tamper({ expiresAt: Date.now() - 1 });
      const ended = await Promise.all(
        [1, 2, 3, 4, 5].map(() => newsletterProcess(['account', 'get'], { home: folder, env })),
      );
      expect(ended.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0]);
      expect(came('POST /oauth/token')).toBe(1 + round);
      expect(kept().refreshToken).not.toBe(before);
    }
  });

  it('when the redirect URI differs by a slash, then the provider refuses and the time-out says what to compare', async () => {
    const { env, folder } = await stranger();
    const args = ['login', '--redirect-uri', `${env.NEWSLETTER_REDIRECT_URI}/`, '--login-timeout', '2'];
    const login = start(args, { home: folder, env });
    const page = await fetch(await shownAddress(login), { redirect: 'manual' });
    expect(page.status).toBe(400);
    expect(await login.ended).toMatchObject({ status: 7, stderr: expect.stringContaining('redirect-uri') });
  });
});
