/** An authorization server that misbehaves while somebody signs in. */
import { readdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { start } from '../../support/program.ts';
import { listening } from '../../support/service.ts';
import { freePort, shownAddress } from './sign-in.ts';

type Answer = (response: ServerResponse) => void;

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A login whose code comes back at once, at a server whose token endpoint answers as it is told. */
async function signInAt(answer: Answer) {
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
  const page = await fetch(
    `${env.NEWSLETTER_REDIRECT_URI}?${new URLSearchParams({ code: 'issued-code', state })}`,
  );
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
    ['silence', () => {}, 7, /timeout: no response from .* for 1 s/],
    [
      'a redirect elsewhere',
      response => response.writeHead(307, { location: 'https://example.com/' }).end(),
      1,
      /not followed/,
    ],
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
});
