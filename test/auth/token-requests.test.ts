/** Requests to the OAuth endpoints of the service or a broker: RFC 6749, RFC 7009; service.txt, "OAuth 2.0 for third-party apps". */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authorizationServer } from '../../src/auth/authorization-server.ts';
import type { OAuthClient } from '../../src/auth/credentials/credential.ts';
import { casesOfKind } from '../support/cases.ts';
import { failureOf } from '../support/failure.ts';
import { hangUp, json, type Responder, type Seen, service, text } from '../support/service.ts';
import { sessionSources } from './sources.ts';

type Call = (server: ReturnType<typeof authorizationServer>) => Promise<unknown>;

const refresh: Call = server => server.refresh('r1');
const request = {
  url: '',
  redirectUri: 'http://127.0.0.1:8976/callback',
  state: 's',
  codeVerifier: 'v'.repeat(43),
};
const exchange =
  (query: string): Call =>
  server =>
    server.exchangeCode(request, new URLSearchParams(query));
const tokens = { access_token: 'a', token_type: 'Bearer', refresh_token: 'r', expires_in: 60 };

/** A client of a service that answers so. */
async function client(responder: Responder, more: Partial<OAuthClient> = {}) {
  const { url, seen } = await service(responder);
  // A broker adds it.
  const secret = more.tokenUrl === undefined ? 'shh' : undefined;
  const at = { authUrl: url, clientId: 'app', ...more };
  const broker = more.tokenUrl === undefined ? {} : { tokenUrl: `${url}${more.tokenUrl}` };
  const server = authorizationServer({ ...at, ...broker }, secret, sessionSources().http);
  return { url, seen, server };
}

const formOf = (seen: readonly Seen[], at = 0) => Object.fromEntries(new URLSearchParams(seen[at]?.body));

describe('a request', () => {
  it('for authorization has PKCE and all that the service asks for', async () => {
    const { url, server } = await client(json({}));
    const made = await server.createRequest('http://127.0.0.1:1/callback');
    const opened = new URL(made.url);
    expect(opened.origin + opened.pathname).toBe(`${url}/oauth/authorize`);
    expect(Object.fromEntries(opened.searchParams)).toEqual({
      client_id: 'app',
      redirect_uri: 'http://127.0.0.1:1/callback',
      response_type: 'code',
      scope: 'account',
      state: made.state,
      code_challenge: createHash('sha256').update(made.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(made.redirectUri).toBe('http://127.0.0.1:1/callback');
    expect((await server.createRequest('http://127.0.0.1:1/callback')).state).not.toBe(made.state);
  });

  it('with a code, a refresh token or a token to revoke is as documented', async () => {
    const { seen, server } = await client(json(tokens));
    await server.exchangeCode(request, new URLSearchParams('code=c&state=s&iss=https://elsewhere.example'));
    await server.refresh('r1');
    await server.revoke('a1');
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /oauth/token',
      'POST /oauth/token',
      'POST /oauth/revoke',
    ]);
    const client_ = { client_id: 'app', client_secret: 'shh' };
    expect(formOf(seen)).toEqual({
      ...client_,
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: request.redirectUri,
      code_verifier: request.codeVerifier,
    });
    expect(formOf(seen, 1)).toEqual({ ...client_, grant_type: 'refresh_token', refresh_token: 'r1' });
    expect(formOf(seen, 2)).toEqual({ ...client_, token: 'a1' });
  });

  it.each([
    ['', '/oauth/token', '/oauth/revoke'],
    ['/', '/oauth/token', '/oauth/revoke'],
    ['/x/', '/x/oauth/token', '/x/oauth/revoke'],
    ['/x/token', '/x/token', '/x/revoke'],
  ])('to a broker at %j has no client secret, but the token of this machine', async (path, one, two) => {
    const more = { tokenUrl: path, brokerToken: 'mine' };
    const { seen, server } = await client(json(tokens), more);
    await server.refresh('r1');
    await server.revoke('r1');
    expect(seen.map(({ url }) => url)).toEqual([one, two]);
    expect(formOf(seen)).toEqual({ client_id: 'app', grant_type: 'refresh_token', refresh_token: 'r1' });
    expect(seen[0]?.headers.authorization).toBe('Bearer mine');
  });

  it('whose response is lost is repeated', async () => {
    const { seen, server } = await client(hangUp);
    await failureOf(server.refresh('r1'));
    expect(seen).toHaveLength(2);
  });
});

const rowsOf = <Row extends readonly unknown[]>(kind: string) =>
  casesOfKind<Row>(new URL('token-responses.tsv', import.meta.url), kind);

describe('a response of the token endpoint', () => {
  it.each(rowsOf<[title: string, body: object, read: object]>('read'))(
    'with %s is read',
    async (_, body, read) => {
      const { server } = await client(json(body));
      const whole = { refreshToken: undefined, expiresIn: undefined, ...read };
      expect(await server.refresh('r1')).toMatchObject(whole);
      // A type is missing in the answer to a refresh alone.
      if ('token_type' in body) expect(await exchange('code=c&state=s')(server)).toMatchObject(whole);
    },
  );

  it.each<[title: string, responder: Responder, message: RegExp]>([
    [
      'no Bearer token',
      json({ ...tokens, token_type: 'mac' }),
      /unsupported type of token|unexpected response/,
    ],
    ['a token that cannot be sent', json({ ...tokens, access_token: 'a b' }), /an invalid token/],
    ['no token', json({}), /^unexpected response: /],
    ['a list', json([]), /^unexpected response: /],
    ['a web page', text(' <html><h1>Hello</h1>', 200, { 'content-type': 'text/html' }), /other than JSON/],
    ['nothing', text(''), /other than JSON/],
  ])('with %s is an error that names the address to check', async (_, responder, message) => {
    for (const call of [refresh, exchange('code=c&state=s')]) {
      const { server } = await client(responder);
      expect(await failureOf(call(server))).toMatchObject({
        code: 'unexpected_answer',
        message: expect.stringMatching(message),
        hint: 'check the address: newsletter config get auth-url',
      });
    }
  });

  it.each(
    rowsOf<[status: number, error: string, challenge: string, who: string, code: string, said: string]>(
      'refused',
    ),
  )('with %d %s %s of the %s is %s: %s', async (status, error, challenge, who, code, said) => {
    const answer = json(
      error === '' ? {} : { error },
      status,
      challenge === '' ? {} : { 'www-authenticate': challenge },
    );
    const { server } = await client(answer, who === 'broker' ? { tokenUrl: '/b' } : {});
    const failure = await failureOf(refresh(server));
    expect(failure).toMatchObject({ code, status });
    expect(`${failure.message}; ${failure.hint}`).toContain(said);
    expect(failure.hint ?? '').not.toContain('base-url');
  });

  it.each([400, 404])('that repeats what it was sent (%d) shows no secret', async status => {
    const repeating: Responder = (_, response, seen) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: seen.body }));
    const { server } = await client(repeating);
    for (const call of [refresh, exchange('code=c-o-d-e&state=s')]) {
      const failure = await failureOf(call(server));
      const shown = JSON.stringify([failure.message, failure.details, failure.hint]);
      expect(shown).toContain('***');
      for (const secret of ['shh', 'r1', 'c-o-d-e', request.codeVerifier])
        expect(shown).not.toContain(`=${secret}`);
    }
  });

  it.each([200, 204])('of %d confirms a revocation, whatever its body', async status => {
    const { server } = await client(
      (_, response) => void response.writeHead(status).end(status === 204 ? '' : 'x'),
    );
    expect(await server.revoke('a')).toBeUndefined();
  });

  it('that refuses to revoke is a failure', async () => {
    const { server } = await client(json({ error: 'unsupported_token_type' }, 400));
    expect(await failureOf(server.revoke('a'))).toMatchObject({ status: 400 });
  });
});

describe('a callback', () => {
  it.each<[query: string, expected: object]>([
    [
      'error=access_denied&state=s',
      { code: 'sign_in_refused', message: 'access was not approved; nothing was stored' },
    ],
    [
      'error=access_denied&error_description=no&state=s',
      { code: 'sign_in_refused', details: ['no (access_denied)'] },
    ],
    ['error=server_error&state=s', { code: 'service_failing', details: ['server_error'] }],
    [
      'error=temporarily_unavailable&error_description=later&state=s',
      { code: 'service_failing', details: ['later (temporarily_unavailable)'] },
    ],
    [
      'error=invalid_scope&state=s',
      {
        code: 'sign_in_refused',
        message: 'the service refused the sign-in; nothing was stored',
        details: ['invalid_scope'],
      },
    ],
    ['code=c&state=other', { code: 'unexpected_answer' }],
    ['state=s', { code: 'unexpected_answer', message: expect.stringContaining('no authorization code') }],
    ['code=&state=s', { code: 'unexpected_answer' }],
  ])('with %s ends without a request, and says why', async (query, expected) => {
    const { seen, server } = await client(json(tokens));
    expect(await failureOf(exchange(query)(server))).toMatchObject(expected);
    expect(seen).toEqual([]);
  });
});
