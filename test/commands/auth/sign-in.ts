/** Signing in: a sandbox that knows where to send people back, and a person who approves. */
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { temporaryFolder } from '../../support/home.ts';
import { start } from '../../support/program.ts';
import type { Ended, Running, RunOptions } from '../../support/run.ts';
import { sandboxService } from '../../support/service.ts';

/** Containers often lack it. */
export const hasIPv6 = Object.values(networkInterfaces()).some(addresses =>
  addresses?.some(({ address }) => address === '::1'),
);

/** A port that is free on all loopback addresses, and that the system gives to nobody who asks for any. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const server = createServer();
    const isFree = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false));
      server.listen(port, hasIPv6 ? '::' : '127.0.0.1', () => resolve(true));
    });
    await new Promise(resolve => server.close(resolve));
    if (isFree) return port;
  }
}

/** The address that the program asks the person to open. */
export async function shownAddress(login: Running): Promise<string> {
  const [address] = await login.said(/https?:\/\/\S+\/oauth\/authorize\?\S+(?=\n)/);
  return address;
}

/** What the person does on the consent page. @returns the address that the browser is sent to */
export async function decide(address: string, decision: 'approve' | 'cancel' = 'approve'): Promise<string> {
  const page = await (await fetch(address)).text();
  const form_token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const answer = await fetch(new URL('/oauth/authorize', address), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ form_token, decision }),
  });
  return answer.headers.get('location') ?? '';
}

/** A sandbox that knows a redirect URI on a free port, and the environment that leads to it. */
export async function signInService(options: SandboxOptions & { readonly host?: string } = {}) {
  const { host = '127.0.0.1', ...rest } = options;
  const port = await freePort();
  const redirectUri = `http://${host}:${port}/callback`;
  const { sandbox, close } = await sandboxService({ subscribers: 3, redirectUris: [redirectUri], ...rest });
  const env = {
    NEWSLETTER_BASE_URL: sandbox.baseUrl,
    NEWSLETTER_AUTH_URL: sandbox.authUrl,
    NEWSLETTER_CLIENT_ID: sandbox.clientId,
    NEWSLETTER_REDIRECT_URI: redirectUri,
  };
  const secret = { NEWSLETTER_CLIENT_SECRET: sandbox.clientSecret };
  return { sandbox, env, secret, port, redirectUri, close, folder: temporaryFolder() };
}

export type SignInService = Awaited<ReturnType<typeof signInService>>;

/** Signs in by browser, from beginning to end. @param begin starts the program */
export async function signIn(
  { folder, env, secret }: SignInService,
  args: readonly string[] = [],
  begin: (args: readonly string[], options: RunOptions) => Running = start,
): Promise<Ended> {
  const options = { home: folder, env: { ...env, ...secret }, stdin: 'open' } as const;
  const login = begin(['login', ...args], options);
  await fetch(await decide(await shownAddress(login)));
  return await login.ended;
}
