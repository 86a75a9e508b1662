/** An authorization server that misbehaves while somebody signs in. */
import { readdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { start } from '../../support/program.ts';
import { listening } from '../../support/service.ts';
import { decide, freePort, shownAddress, signInService } from './sign-in.ts';

type Answer = (response: ServerResponse) => void;

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const tokens = {
  access_token: 'issued-access',
  token_type: 'Bearer',
  expires_in: 7200,
  refresh_token: 'issued-refresh',
};

/** A login whose code comes back at once, at a server whose token endpoint answers as it is told. */
async function signInAt(answer: Answer, query: Record<string, string> = { code: 'issued-code' }) {
  const folder = temporaryFolder();
  const port = await freePort();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/oauth/token') answer(response);
      else if (request.url === '/v1/account') json(response, 200, { id: 'a1', name: 'Acme', slug: 'acme' });
      else response.end();
    });
  });
  const base = `http://127.0.0.1:${await listening(server)}`;
  onTestFinished(() => void server.closeAllConnections());
  const env = {
    NEWSLETTER_BASE_URL: base,
    NEWSLETTER_AUTH_URL: base,
    NEWSLETTER_CLIENT_ID: 'app',
    NEWSLETTER_CLIENT_SECRET: 'hush-hush',
    NEWSLETTER_REDIRECT_URI: `http://127.0.0.1:${port}/callback`,
  };
  const login = start(['login', '-v', '--retries', '0', '--timeout', '1'], {
    home: folder,
    env,
    stdin: 'open',
  });
  const state = new URL(await shownAddress(login)).searchParams.get('state') ?? '';
  const page = await fetch(`${env.NEWSLETTER_REDIRECT_URI}?${new URLSearchParams({ ...query, state })}`);
  return { folder, page: await page.text(), ...(await login.ended) };
}

const secrets = /hush-hush|issued-(code|access|refresh)|code_verifier=/;

describe('a token endpoint that misbehaves', () => {
  it.each<[string, Answer, number, RegExp]>([
    [
      'a web page',
      response => response.end('<title>Welcome</title>'),
      1,
      /sent a web page\n {2}Welcome[\s\S]*get auth-url/,
    ],
    ['500', response => response.writeHead(500).end('<h1>Oops</h1>'), 6, /service failed \(500[\s\S]*Oops/],
    ['a hang-up', response => response.destroy(), 7, /connection .* lost|closed/],
    ['silence', () => {}, 7, /timeout: no response from .* for 1 s/],
    [
      'a redirect elsewhere',
      response => response.writeHead(307, { location: 'https://example.com/' }).end(),
      1,
      /not followed/,
    ],
    ['no type', response => json(response, 200, { access_token: 'issued-access' }), 1, /token_type/],
    [
      'DPoP',
      response => json(response, 200, { ...tokens, token_type: 'DPoP' }),
      1,
      /unsupported type of token/,
    ],
    ['a used code', response => json(response, 400, { error: 'invalid_grant' }), 3, /invalid_grant/],
    [
      'an echo',
      response =>
        json(response, 400, { error: 'invalid_request', error_description: 'hush-hush issued-code' }),
      5,
      /\*\*\* \*\*\*/,
    ],
  ])(
    'when it answers with %s, then that is said, nothing is stored, and no secret shows',
    async (_, answer, exit, message) => {
      const { folder, page, status, stdout, stderr } = await signInAt(answer);
      expect(stderr).toMatch(message);
      expect(status).toBe(exit);
      expect(page).toContain('You are not signed in');
      expect(stdout + stderr + page).not.toMatch(secrets);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.each([
    ['without expires_in', { ...tokens, expires_in: undefined }],
    ['without a refresh token', { ...tokens, refresh_token: undefined }],
    ['with a type in capitals', { ...tokens, token_type: 'BEARER' }],
    ['with more than was asked for', { ...tokens, id_token: 'x.y.z', scope: 'account profile', extra: {} }],
  ])('when it answers %s, then the sign-in goes on', async (_, body) => {
    const { page, status } = await signInAt(response => json(response, 200, body));
    expect(status).toBe(0);
    expect(page).toContain('You are signed in');
  });
});

describe('a redirect that is no good', () => {
  it.each<[string, Record<string, string>, number, RegExp]>([
    ['neither code nor error', { hello: 'x' }, 1, /neither code nor error/],
    ['access_denied', { error: 'access_denied' }, 3, /not approved/],
    [
      'server_error',
      { error: 'server_error', error_description: 'out of \u001b[31mluck' },
      6,
      /out of \[31mluck \(server_error\)/,
    ],
    ['invalid_scope', { error: 'invalid_scope' }, 3, /refused the sign-in[\s\S]*invalid_scope/],
  ])('when it carries %s, then that is said and nothing is stored', async (_, query, exit, message) => {
    const { folder, status, stderr, page } = await signInAt(response => json(response, 200, tokens), query);
    expect(stderr).toMatch(message);
    expect(status).toBe(exit);
    expect(page).not.toContain('luck');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a code that is used twice', () => {
  it('when it was exchanged already, then the second sign-in fails', async () => {
    const made = await signInService();
    const login = start(['login', '--no-browser'], {
      home: made.folder,
      env: { ...made.env, ...made.secret },
      stdin: 'open',
    });
    const address = await shownAddress(login);
    const back = new URL(await decide(address));
    const stolen = await fetch(`${made.sandbox.authUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: made.redirectUri,
        code_verifier: 'v'.repeat(43),
        client_id: 'sandbox-client',
        client_secret: 'sandbox-secret',
      }),
    });
    // Without the verifier a stolen code is worth nothing, and the person's own sign-in is not disturbed.
    expect(stolen.status).toBe(400);
    await fetch(back);
    expect((await login.ended).status).toBe(0);
    const again = start(['login', '--no-browser'], {
      home: made.folder,
      env: { ...made.env, ...made.secret },
      stdin: 'open',
    });
    const state = new URL(await shownAddress(again)).searchParams.get('state') ?? '';
    back.searchParams.set('state', state);
    await fetch(back);
    expect(await again.ended).toMatchObject({ status: 3, stderr: expect.stringContaining('invalid_grant') });
  });
});
