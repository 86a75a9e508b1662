/** A sign-in in the browser, from the request that is opened to the page that is shown in the end. */
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BrowserSignInOptions, signInByBrowser } from '../../src/auth/browser-sign-in.ts';
import type { OAuthCredential } from '../../src/auth/credentials/credential.ts';
import { freePort } from '../commands/auth/sign-in.ts';
import type { TestClock } from '../support/clock.ts';
import { failureOf } from '../support/failure.ts';
import { limit } from '../support/load.ts';
import { json, type Responder, service } from '../support/service.ts';
import { sessionSources } from './sources.ts';

const now = Date.parse('2026-06-01T00:00:00Z');
const tokens = { access_token: 'a', token_type: 'Bearer', refresh_token: 'r', expires_in: 60 };

/** @param approve what the user does with the URL that is shown */
async function signingIn(
  approve: (shown: URL, made: { readonly stdin: PassThrough; readonly stop: AbortController }) => void,
  more: Partial<BrowserSignInOptions> = {},
  answer: Responder = json(tokens),
) {
  const { url, seen } = await service(answer);
  const stop = new AbortController();
  const stdin = new PassThrough();
  const said: string[] = [];
  const warned: string[] = [];
  const port = await freePort();
  const options: BrowserSignInOptions = {
    client: { authUrl: url, clientId: 'app' },
    clientSecret: 'shh',
    keepSecret: false,
    redirectUri: `http://127.0.0.1:${port}/callback`,
    // Ends the test if the callback is never received.
    timeout: limit(20) / 1000,
    browser: false,
    stdin: stdin as unknown as NodeJS.ReadStream,
    environment: {},
    http: sessionSources({ signal: stop.signal }).http,
    say: message => void said.push(message),
    showAddress: async address => approve(new URL(address), { stdin, stop }),
    warn: message => void warned.push(message),
    ...more,
  };
  const run = <T>(finish: (credential: OAuthCredential) => Promise<T>) => signInByBrowser(options, finish);
  return { run, seen, said, warned, options, url, port, stdin, stop };
}

const paste =
  (query: string) =>
  (shown: URL, { stdin }: { readonly stdin: PassThrough }) =>
    void stdin.write(`code=c&state=${shown.searchParams.get('state')}${query}\n`);

describe('a sign-in by browser', () => {
  it('by a pasted URL keeps the tokens with what they need, and stops reading stdin', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    onTestFinished(() => void vi.useRealTimers());
    const { run, url, stdin, said, stop } = await signingIn(paste(''));
    const whole = {
      kind: 'oauth',
      accessToken: 'a',
      refreshToken: 'r',
      expiresIn: 60,
      expiresAt: now + 60_000,
      authUrl: url,
      clientId: 'app',
      tokenUrl: undefined,
      clientSecret: undefined,
    };
    expect(await run(async credential => credential)).toEqual(whole);
    expect(stdin.isPaused()).toBe(true);
    expect(said[0]).toBe('to sign in, open this URL in a browser:');
    expect(said).toContain('or paste the URL here that the browser was redirected to:');
    stop.abort(new Error('later'));
  });

  it('ignores a callback with another state, and goes on waiting', async () => {
    const statuses: number[] = [];
    const { run, warned, seen } = await signingIn((shown, { stdin }) => {
      const redirect = shown.searchParams.get('redirect_uri');
      void fetch(`${redirect}?code=stolen&state=other`).then(({ status }) => {
        statuses.push(status);
        stdin.write(`code=c&state=${shown.searchParams.get('state')}\n`);
      });
    });
    expect(await run(async ({ accessToken }) => accessToken)).toBe('a');
    expect(statuses).toEqual([404]);
    expect(warned).toEqual(['a request that does not belong to this sign-in was ignored; still waiting']);
    expect(seen.map(({ body }) => new URLSearchParams(body).get('code'))).toEqual(['c']);
  });

  it('keeps the client secret if asked to, and no time at which tokens without a lifetime end', async () => {
    const made = await signingIn(paste(''), { keepSecret: true }, json({ ...tokens, expires_in: undefined }));
    expect(await made.run(async credential => credential)).toMatchObject({
      clientSecret: 'shh',
      expiresAt: undefined,
    });
  });

  it.each([true, false])('shows in the browser whether it was stored: %s', async works => {
    let page = Promise.resolve('');
    const { run, seen, port } = await signingIn(
      shown => {
        // A code may have a question mark in it.
        const query = `code=c?c&state=${shown.searchParams.get('state')}`;
        page = fetch(`http://127.0.0.1:${port}/callback?${query}`).then(response => response.text());
      },
      { stdin: undefined },
    );
    const ended = run(async () => {
      if (works) return 'stored';
      throw new Error('the disk is full');
    });
    if (works) expect(await ended).toBe('stored');
    else await expect(ended).rejects.toThrow('the disk is full');
    expect(await page).toContain(works ? 'You are signed in' : 'You are not signed in');
    const bodies = seen.map(({ url, body }) => [
      url,
      new URLSearchParams(body).get('code') ?? new URLSearchParams(body).get('token'),
    ]);
    // What was issued and is stored nowhere is revoked.
    expect(bodies).toEqual([['/oauth/token', 'c?c'], ...(works ? [] : [['/oauth/revoke', 'r']])]);
  });

  it('that cannot be stored ends with that failure, even if revoking fails as well', async () => {
    const answer: Responder = ({ url }, response, seen) =>
      url === '/oauth/token'
        ? json({ access_token: 'a', token_type: 'Bearer' })({} as never, response, seen)
        : json({}, 403)({} as never, response, seen);
    const { run, seen } = await signingIn(paste(''), {}, answer);
    await expect(run(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow(
      'the disk is full',
    );
    expect(new URLSearchParams(seen[1]?.body).get('token')).toBe('a');
  });

  it('ends with the reason of Ctrl-C, before or while it waits', async () => {
    const waiting = await signingIn((_, { stop }) => stop.abort(new Error('Ctrl-C')));
    await expect(waiting.run(async () => {})).rejects.toThrow('Ctrl-C');
    const later = await signingIn((_, { stop }) => void setImmediate(() => stop.abort(new Error('Ctrl-C'))));
    await expect(later.run(async () => {})).rejects.toThrow('Ctrl-C');
    expect(later.seen).toEqual([]);
  });

  it('that is not approved in time ends, and frees its port', async () => {
    const { run, options } = await signingIn(() => {}, { timeout: 300 });
    const clock = options.http.clock as TestClock;
    const showing = new Promise<void>(resolve => {
      Object.assign(options, { showAddress: async () => resolve() });
    });
    const ended = failureOf(run(async () => {}));
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    const turn = () => new Promise(resolve => setImmediate(resolve));
    await showing.then(turn);
    clock.move(299_999);
    await turn();
    expect(isOver).toBe(false);
    clock.move(1);
    expect(await ended).toMatchObject({
      code: 'timeout',
      message: 'the sign-in was not completed within 300 s; nothing was stored',
    });
    const stdin = new PassThrough();
    const showAddress = async (address: string) => paste('')(new URL(address), { stdin });
    const more = { showAddress, stdin: stdin as unknown as NodeJS.ReadStream };
    const again = signInByBrowser({ ...options, ...more }, async () => 'in');
    expect(await again).toBe('in');
  });

  it.runIf(process.platform === 'linux')('without a display says to open the URL', async () => {
    const { run, said } = await signingIn(paste(''), { browser: true, environment: {} });
    await run(async () => {});
    expect(said.at(-1)).toContain('open the URL yourself');
  });
});
