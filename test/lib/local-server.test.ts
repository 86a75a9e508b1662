import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenForCallback } from '../../src/auth/callback-server.ts';
import {
  checkHost,
  closable,
  listen,
  openLocalServer,
  pageResponse,
  readBody,
  send,
} from '../../src/lib/local-server.ts';
import { freePort } from '../commands/auth/sign-in.ts';
import { casesOf } from '../support/cases.ts';
import { statusOf } from '../support/raw-request.ts';
import { listening, sandboxService } from '../support/service.ts';

describe('a request to a server on this machine', () => {
  type Host = [
    whose: 'own' | 'strange',
    headers: readonly [host: string | null, origin: string | null],
    port?: number,
  ];
  it.each(casesOf<Host>(new URL('hosts.tsv', import.meta.url)))(
    'is %s: Host and Origin are %j',
    (whose, [host, origin], port = 8976) => {
      const headers = { host: host ?? undefined, origin: origin ?? undefined };
      expect(checkHost(headers, port)).toBe(whose === 'own');
    },
  );

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
    ...Object.fromEntries(
      ['GET /', 'GET /subscribers', 'POST /oauth/token', 'GET /v1/account'].map(endpoint => [
        `the sandbox's ${endpoint}`,
        async () => [`${(await sandboxService()).sandbox.baseUrl}${endpoint.split(' ')[1]}`, 403] as const,
      ]),
    ),
  };

  it.each(Object.entries(servers))("to %s is refused if it is a stranger's", async (name, open) => {
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
});

describe('a server on this machine', () => {
  const refusal = { status: 403, headers: {}, body: 'no' };

  it('answers with headers against caching, sniffing and framing', async () => {
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

  it('survives a request that it fails at', async () => {
    const server = await openLocalServer({ port: 0, refusal }, ({ url }, response) => {
      if (url === '/fails') throw new Error('it failed');
      send(response, { status: 204, headers: {}, body: '' });
    });
    onTestFinished(() => server.close());
    await expect(fetch(`${server.origin}/fails`)).rejects.toThrow('fetch failed');
    expect((await fetch(server.origin)).status).toBe(204);
  });

  it.each(['192.0.2.1', '[192.0.2.1]'])(
    'without the address %s does not speak of a port in use',
    async hostname => {
      const opening = openLocalServer({ hostname, port: 0, refusal }, () => {});
      await expect(opening).rejects.toMatchObject({
        code: 'invalid_value',
        message: 'cannot listen on port 0 of 192.0.2.1: EADDRNOTAVAIL',
      });
    },
  );

  it('is at one address where the other is missing, as without IPv6', async () => {
    const addresses = ['192.0.2.1', '127.0.0.1'];
    const server = await openLocalServer(
      { port: 0, refusal, addresses },
      (_, response) => void response.end(),
    );
    onTestFinished(() => server.close());
    expect((await fetch(server.origin)).status).toBe(200);
  });

  it('is at neither address if the port is in use at one', async () => {
    const port = await freePort();
    const opening = openLocalServer({ port, refusal, addresses: ['127.0.0.1', '127.0.0.1'] }, () => {});
    await expect(opening).rejects.toMatchObject({ code: 'port_in_use' });
    const server = await openLocalServer({ port, refusal }, () => {});
    await server.close();
  });

  const hasIPv6 = Object.values(networkInterfaces()).some(each => each?.some(one => one.address === '::1'));

  it.skipIf(!hasIPv6)('called localhost is at both addresses', async () => {
    const server = await openLocalServer(
      { hostname: 'localhost', port: 0, refusal },
      (_, response) => void response.end(),
    );
    onTestFinished(() => server.close());
    const { port } = new URL(server.origin);
    for (const host of ['127.0.0.1', '[::1]'])
      expect(await statusOf(`http://${host}:${port}`, { host: `localhost:${port}` })).toBe(200);
  });

  it('takes long headers up to the limit', async () => {
    const open = (limits?: object) =>
      openLocalServer({ port: 0, refusal, ...(limits && { limits }) }, (_, response) => void response.end());
    const usual = await open();
    const strict = await open({ maxHeaderSize: 1000 });
    onTestFinished(async () => void (await Promise.all([usual.close(), strict.close()])));
    const status = ({ origin }: typeof usual, size: number) =>
      statusOf(origin, { 'x-long': 'x'.repeat(size) });
    expect([await status(usual, 30_000), await status(usual, 33_000)]).toEqual([200, 431]);
    expect([await status(strict, 100), await status(strict, 1000)]).toEqual([200, 431]);
  });
});

describe('a page', () => {
  it.each([
    [undefined, 'none', 'DENY'],
    ["'self'", 'self', 'SAMEORIGIN'],
  ] as const)('when it may be framed by %s, then its headers say so', (framedBy, ancestors, options) => {
    expect(pageResponse(404, { html: '<p>', policy: "default-src 'none'" }, framedBy)).toEqual({
      status: 404,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; frame-ancestors '${ancestors}'`,
        'x-frame-options': options,
      },
      body: '<p>',
    });
  });
});

describe('a server that is closed', () => {
  /** A server whose requests the test answers, and a client with one connection. */
  async function opened() {
    const waiting: ((response: ServerResponse) => void)[] = [];
    const responses: ServerResponse[] = [];
    const server = createServer((_, response) => {
      const next = waiting.shift();
      if (next) next(response);
      else responses.push(response);
    });
    const { close } = closable(server);
    const port = await listening(server);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const request = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get({ port, agent }, resolve).on('error', reject);
      });
    const nextResponse = () =>
      new Promise<ServerResponse>(resolve => {
        const there = responses.shift();
        if (there) resolve(there);
        else waiting.push(resolve);
      });
    return { close, request, nextResponse };
  }
  const long = 60_000;

  it('answers the request in progress, and does not keep its connection', async () => {
    const { close, request, nextResponse } = await opened();
    const asked = request();
    const response = await nextResponse();
    const closing = close(long);
    response.end('1');
    const answer = await asked;
    expect(answer.headers.connection).toBe('close');
    await once(answer.resume(), 'end');
    await closing;
  });

  it('ends a response that has begun', async () => {
    const { close, request, nextResponse } = await opened();
    const asked = request();
    const response = await nextResponse();
    response.write('1');
    const answer = await asked;
    const closing = close(long);
    const followed = request();
    response.end('2');
    expect(answer.headers.connection).toBe('keep-alive');
    await once(answer.resume(), 'end');
    (await nextResponse()).end('3');
    expect((await followed).headers.connection).toBe('close');
    (await followed).resume();
    await closing;
  });

  it('cuts off a request that does not end', async () => {
    const { close, request, nextResponse } = await opened();
    const asked = request().catch((error: NodeJS.ErrnoException) => error.code);
    await nextResponse();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let isClosed = false;
    const closing = close(1000).then(() => {
      isClosed = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await closing;
    expect(await asked).toBe('ECONNRESET');
    const other = closable(createServer().listen(0));
    await other.close(1000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on after a client that hung up', async () => {
    const server = createServer((_, response) => {
      response.emit('error', new Error('write EPIPE'));
      response.end();
    });
    onTestFinished(() => closable(server).close());
    closable(server);
    const port = await listen(server, '127.0.0.1', 0);
    for (let times = 0; times < 2; times++) server.emit('error', new Error('accept EMFILE'));
    expect(await statusOf(`http://127.0.0.1:${port}`, {})).toBe(200);
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
  ])('of which %d bytes are taken, drained: %s, ends with %s', async (most, drain, expected, read) => {
    seen = '';
    expect((await readBody(parts(), most, drain))?.toString()).toBe(expected);
    expect(seen).toBe(read);
  });
});
