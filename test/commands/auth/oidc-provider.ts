/** An OAuth server that none of us wrote (oidc-provider), strict where the sandbox could be lenient. */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { freePort } from './sign-in.ts';

const account = { id: 'a1', name: 'Acme', slug: 'acme' };

/** The provider, a REST interface that believes its tokens, and the environment that leads to both. */
export async function stranger(seconds = 3600) {
  const [port, callbackPort] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${port}`;
  const redirectUri = `http://127.0.0.1:${callbackPort}/callback`;
  const provider = new Provider(base, {
    clients: [
      {
        client_id: 'app',
        client_secret: 'a secret of the app',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['account'],
    pkce: { required: () => true, methods: ['S256'] },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    features: { revocation: { enabled: true } },
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' },
    ttl: { AccessToken: seconds, RefreshToken: 3600, Grant: 3600, Session: 3600, Interaction: 3600 },
    cookies: { keys: ['only for tests'] },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  });
  const requests: string[] = [];
  const oauth = provider.callback();
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (request.url !== '/v1/account') return void oauth(request, response);
    const token = await provider.AccessToken.find(
      request.headers.authorization?.replace('Bearer ', '') ?? '',
    );
    const knows = token !== undefined && !token.isExpired && token.scopes.has('account');
    response.writeHead(knows ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(knows ? account : { message: 'who are you?' }));
  });
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const env = {
    NEWSLETTER_BASE_URL: base,
    NEWSLETTER_AUTH_URL: base,
    NEWSLETTER_CLIENT_ID: 'app',
    NEWSLETTER_CLIENT_SECRET: 'a secret of the app',
    NEWSLETTER_REDIRECT_URI: redirectUri,
  };
  const came = (what: string) => requests.filter(request => request === what).length;
  return { env, came, folder: temporaryFolder() };
}

/** Goes through the provider's pages as a browser would, up to the redirect that leaves it. */
export async function agree(address: string, decision: 'agree' | 'abort' = 'agree'): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (url: URL, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ');
    const answer = await fetch(url, { redirect: 'manual', ...init, headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  let url = new URL(address);
  let answer = await visit(url);
  for (let step = 0; step < 12; step++) {
    const location = answer.headers.get('location');
    if (location !== null) {
      const to = new URL(location, url);
      if (to.origin !== url.origin) return to.href;
      url = to;
      answer = await visit(url);
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(`no form on the page of ${url}: ${page.slice(0, 2000)}`);
    if (decision === 'abort') url = new URL(`${url.href}/abort`);
    const body = new URLSearchParams({ prompt, login: 'mira', password: 'any' });
    answer = await (decision === 'abort' ? visit(url) : visit(url, { method: 'POST', body }));
  }
  throw new Error(`the provider does not come to an end: ${url}`);
}
