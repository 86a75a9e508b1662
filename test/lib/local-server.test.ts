import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenForCallback } from '../../src/auth/callback-server.ts';
import { servePreview } from '../../src/emails/preview/server.ts';
import { checkHost, openLocalServer, readBody, send } from '../../src/lib/local-server.ts';
import { freePort } from '../commands/auth/sign-in.ts';
import { statusOf } from '../support/raw-request.ts';
import { listening, sandboxService } from '../support/service.ts';

describe('whose request a server on this machine answers', () => {
  it.each<[host: string | undefined, origin: string | undefined, isOurs: boolean]>([
    ['127.0.0.1:8976', undefined, true],
    ['localhost:8976', undefined, true],
    ['LocalHost:8976', undefined, true],
    ['[::1]:8976', undefined, true],
    ['127.0.0.1:8976', 'http://127.0.0.1:8976', true],
    ['127.0.0.1:8976', 'http://localhost:8976', true],
    ['[::1]:8976', 'http://[::1]:8976', true],
    // Another port is another server.
    ['127.0.0.1:8977', undefined, false],
    ['127.0.0.1', undefined, false],
    ['localhost', undefined, false],
    ['127.0.0.1:8976', 'http://127.0.0.1:8977', false],
    ['127.0.0.1:8976', 'http://localhost', false],
    // A name that leads here (DNS rebinding), and names that look like ours.
    ['evil.example:8976', undefined, false],
    ['evil.example:8976', 'http://evil.example:8976', false],
    ['localhost.evil.example:8976', undefined, false],
    ['127.0.0.1.evil.example:8976', undefined, false],
    ['evil.example@127.0.0.1:8976', undefined, false],
    ['127.0.0.1:8976@evil.example', undefined, false],
    ['127.0.0.1:8976/', undefined, false],
    ['127.0.0.1:', undefined, false],
    ['[::1', undefined, false],
    ['192.168.0.7:8976', undefined, false],
    ['', undefined, false],
    [undefined, undefined, false],
    // Another site's page that sends something here.
    ['127.0.0.1:8976', 'https://evil.example', false],
    ['127.0.0.1:8976', 'http://evil.example:8976', false],
    ['127.0.0.1:8976', 'https://127.0.0.1:8976', false],
    ['127.0.0.1:8976', 'null', false],
    ['127.0.0.1:8976', '', false],
    [undefined, 'http://127.0.0.1:8976', false],
  ])('when Host is %s and Origin %s, then %s', (host, origin, isOurs) => {
    expect(checkHost({ host, origin }, 8976)).toBe(isOurs);
  });

  it('when the port is 80, then Host and Origin do without it', () => {
    expect(checkHost({ host: 'localhost', origin: 'http://localhost' }, 80)).toBe(true);
    expect(checkHost({ host: 'localhost:80', origin: 'http://[::1]' }, 80)).toBe(true);
  });

  /** One address of each server, and what a stranger gets there. */
  const servers: Readonly<Record<string, () => Promise<[url: string, refused: number]>>> = {
    'the callback of a sign-in': async () => {
      const port = await freePort();
      const server = await listenForCallback(`http://127.0.0.1:${port}/callback`, 'state', () => {});
      onTestFinished(() => server.close(false));
      // Held until the sign-in has ended.
      server.callback.then(() => server.close(true));
      return [`http://127.0.0.1:${port}/callback?state=state`, 404];
    },
    'a preview': async () => {
      const server = await servePreview(() => '<p>secret</p>');
      onTestFinished(() => server.close());
      return [server.url, 404];
    },
    ...Object.fromEntries(
      ['GET /', 'GET /browse/subscribers', 'POST /oauth/token', 'GET /v1/account'].map(endpoint => [
        `the sandbox's ${endpoint}`,
        async () => [`${(await sandboxService()).sandbox.baseUrl}${endpoint.split(' ')[1]}`, 403] as const,
      ]),
    ),
  };

  it.each(Object.entries(servers))('when it is %s, then strangers are refused', async (name, open) => {
    const [url, refused] = await open();
    const { port, host } = new URL(url);
    const method = name.includes('POST') ? 'POST' : 'GET';
    const status = (headers: Record<string, string>) => statusOf(url, headers, method);
    expect(await status({ host: `evil.example:${port}` })).toBe(refused);
    expect(await status({ host: '127.0.0.1:1' })).toBe(refused);
    expect(await status({ origin: `http://evil.example:${port}` })).toBe(refused);
    expect(await status({ origin: 'null' })).toBe(refused);
    expect(await status({ origin: `http://${host}` })).not.toBe(refused);
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])(
    'when the sandbox is called %s, then it answers',
    async name => {
      const { sandbox } = await sandboxService();
      const { port } = new URL(sandbox.baseUrl);
      const headers = { host: `${name}:${port}`, authorization: `Bearer ${sandbox.apiKey}` };
      expect(await statusOf(`${sandbox.baseUrl}/v1/account`, headers)).toBe(200);
    },
  );
});

describe('a server on this machine', () => {
  const refusal = { status: 403, headers: {}, body: 'no' };

  it('when it answers, then nothing is kept, sniffed, framed or passed on', async () => {
    const server = await openLocalServer({ port: 0, refusal }, (_, response) =>
      send(response, { status: 200, headers: { 'x-frame-options': 'SAMEORIGIN' }, body: 'hello' }),
    );
    onTestFinished(() => server.close());
    const response = await fetch(server.origin);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(await response.text()).toBe('hello');
  });

  it('when a request fails it, then the connection is closed and the next one is answered', async () => {
    const server = await openLocalServer({ port: 0, refusal }, ({ url }, response) => {
      if (url === '/fails') throw new Error('it failed');
      send(response, { status: 204, headers: {}, body: '' });
    });
    onTestFinished(() => server.close());
    await expect(fetch(`${server.origin}/fails`)).rejects.toThrow('fetch failed');
    expect((await fetch(server.origin)).status).toBe(204);
  });

  it('when its port is in use, then the failure names it, with what to do', async () => {
    const port = await listening(createServer());
    const hint = 'take another';
    const opening = openLocalServer({ port, refusal, ifInUse: { hint } }, () => {});
    await expect(opening).rejects.toMatchObject({
      code: 'port_in_use',
      message: `port ${port} of 127.0.0.1 is in use`,
      hint,
    });
  });

  it('when this machine lacks the address, then that is no port in use', async () => {
    const opening = openLocalServer({ hostname: '192.0.2.1', port: 0, refusal }, () => {});
    await expect(opening).rejects.toMatchObject({
      code: 'invalid_value',
      message: 'cannot listen on port 0 of 192.0.2.1: EADDRNOTAVAIL',
    });
  });

  it('when it is closed, then requests in progress end, too', async () => {
    const server = await openLocalServer({ port: 0, refusal }, () => new Promise(() => {}));
    const request = fetch(server.origin).catch(() => 'cut');
    await expect.poll(() => statusOf(server.origin, { host: 'evil.example' })).toBe(403);
    await server.close();
    expect(await request).toBe('cut');
  });
});

describe('a body', () => {
  async function* parts() {
    yield Buffer.from('abc');
    yield Buffer.from('def');
    seen = 'all';
  }
  let seen = '';

  it.each([
    [6, false, 'abcdef', 'all'],
    [5, false, undefined, ''],
    [5, true, undefined, 'all'],
  ])('when at most %d bytes are taken and drain is %s, then %s', async (most, drain, expected, read) => {
    seen = '';
    expect((await readBody(parts(), most, drain))?.toString()).toBe(expected);
    expect(seen).toBe(read);
  });
});
