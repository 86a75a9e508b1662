/** One request on a connection: what of it leaves, how much a response may bring. */
import { getEventListeners, once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createSocketServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NetworkError } from '../../src/http/errors/network-error.ts';
import type { TransportRequest } from '../../src/http/transport.ts';
import { undiciTransport } from '../../src/http/undici/transport.ts';
import { certificate } from '../support/certificate.ts';
import { listening, seenOf } from '../support/service.ts';

async function opened(answer: RequestListener, environment: NodeJS.ProcessEnv = {}) {
  const server = createServer(answer);
  const port = await listening(server);
  const transport = undiciTransport(1000, environment);
  onTestFinished(() => transport.close());
  const stop = new AbortController();
  const send = (more: Partial<TransportRequest> = {}) =>
    transport.send({
      method: 'GET',
      url: new URL(`http://127.0.0.1:${port}/`),
      headers: {},
      content: [],
      bytes: 0,
      signal: stop.signal,
      ...more,
    });
  return { server, port, transport, stop, send };
}

const body = (size: number) => ({ method: 'POST', content: [Buffer.alloc(size, 'x')], bytes: size });
const errorOf = (sent: Promise<unknown>): Promise<NetworkError> =>
  sent.then(
    () => expect.unreachable(),
    error => error,
  );

describe('what leaves', () => {
  test.each([0, 1, 64 * 1024, 64 * 1024 + 1, 300_000])(
    'a body of %d bytes leaves whole, with its length',
    async size => {
      const seen: unknown[] = [];
      const { send } = await opened(async (request, response) => {
        const { headers, body: text } = await seenOf(request);
        seen.push(headers['content-length'], text === 'x'.repeat(size));
        response.end();
      });
      await send(size === 0 ? {} : body(size));
      expect(seen).toEqual([size === 0 ? undefined : String(size), true]);
    },
  );

  test('a request that was given up before it could leave does not', async () => {
    let seen = 0;
    const { send, stop } = await opened(() => seen++);
    // Its connection is being made.
    const sent = errorOf(send());
    stop.abort('enough');
    expect(await sent).toMatchObject({ sent: false, cause: 'enough' });
    // That connection is there, and is not used.
    await errorOf(send());
    expect(seen).toBe(0);
  });

  test('a request that is given up does not wait for the TLS connection that is made', async () => {
    const silent = createSocketServer(socket => socket.on('error', () => {}));
    const port = await listening(silent);
    const { send, stop } = await opened(() => {});
    const sent = errorOf(send({ url: new URL(`https://127.0.0.1:${port}/`) }));
    const [socket] = (await once(silent, 'connection')) as [Socket];
    onTestFinished(() => void socket.destroy());
    stop.abort(new Error('enough'));
    expect(await sent).toMatchObject({ sent: false });
  });
});

test.each<[host: string, names: readonly string[]]>([
  ['127.0.0.1', []],
  ['localhost', ['localhost']],
])('an https proxy at %s is named to TLS by %j', async (host, names) => {
  const { pem } = await certificate(host);
  const named: string[] = [];
  const proxy = createTlsServer({
    ...pem,
    SNICallback: (name, done) => {
      named.push(name);
      done(null);
    },
  });
  const port = await listening(proxy);
  const transport = undiciTransport(1000, { HTTPS_PROXY: `https://${host}:${port}` });
  onTestFinished(() => transport.close());
  // Nobody trusts its certificate, which is looked at after the greeting.
  const sent = transport.send(requestTo(new URL('https://news.example/')));
  expect((await errorOf(sent)).code).toBe('tls_failed');
  expect(named).toEqual(names);
});

describe('what comes', () => {
  test.each([
    [10, undefined],
    [11, 'unexpected_answer'],
  ])('%d bytes in parts, of which 10 are taken, end with %s', async (size, code) => {
    const { send } = await opened((_, response) => {
      response.write('x'.repeat(6));
      response.end('x'.repeat(size - 6));
    });
    const ended = send({ largest: 10 }).then(
      ({ body: received }) => received.byteLength,
      (error: NetworkError) => error.code,
    );
    expect(await ended).toBe(code ?? size);
  });

  test.each([
    [256 * 1024 * 1024, 'cut_off'],
    [256 * 1024 * 1024 + 1, 'unexpected_answer'],
  ])('a response that announces %d bytes ends with %s', async (size, code) => {
    const { send } = await opened(({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`, () => socket.end());
    });
    expect((await errorOf(send())).code).toBe(code);
  });

  test('an interim response alone is no response', async () => {
    const { send } = await opened(({ socket }) => {
      socket.end('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n');
    });
    expect(await errorOf(send())).toMatchObject({ code: 'cut_off', sent: true, status: undefined });
  });

  test('an interim response is passed over', async () => {
    const { send } = await opened(({ socket }) => {
      socket.end('HTTP/1.1 103 Early Hints\r\nx-a: 1\r\n\r\nHTTP/1.1 204 Done\r\nx-b: 2\r\n\r\n');
    });
    expect(await send()).toMatchObject({ status: 204, statusText: 'Done', headers: { 'x-b': '2' } });
  });
});

test.each([
  ['has come', 204],
  ['was given up', 'connection_failed'],
])('nothing listens for Ctrl-C when a response %s', async (_, ended) => {
  const { send, stop } = await opened((__, response) => {
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    if (ended === 204) response.writeHead(204).end();
    else stop.abort(new Error('enough'));
  });
  const sent = send().then(
    ({ status }) => status,
    (error: NetworkError) => error.code,
  );
  expect(await sent).toBe(ended);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

describe('closing', () => {
  test('a connection is used again, and closed in the end', async () => {
    const { server, transport, send } = await opened((_, response) => response.end('1'));
    const sockets: Socket[] = [];
    server.on('connection', (socket: Socket) => sockets.push(socket));
    await send();
    await send();
    expect(sockets).toHaveLength(1);
    await transport.close();
    if (!sockets[0]?.destroyed) await once(sockets[0] ?? server, 'close');
  });

  test('requests through a proxy share its tunnel, which is closed in the end', async () => {
    const { port } = await opened((_, response) => response.end('1'));
    const { url: proxy, asked, tunnels } = await tunnelsTo(port);
    const environment = { HTTP_PROXY: proxy };
    const { send, transport } = await opened(() => {}, environment);
    const url = new URL('http://news.example/');
    for (let times = 0; times < 2; times++) expect((await send({ url })).status).toBe(200);
    expect(asked).toEqual(['news.example:80']);
    await errorOf(undiciTransport(1, { HTTP_PROXY: 'nonsense' }).send(requestTo(url)));
    await transport.close();
    if (!tunnels[0]?.destroyed) await once(tunnels[0] as Socket, 'close');
  });
});

/** A proxy whose tunnels all lead to a port here. */
async function tunnelsTo(port: number) {
  const asked: string[] = [];
  const tunnels: Socket[] = [];
  const proxy = createServer();
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request.url ?? '');
    tunnels.push(socket);
    const target = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    target.pipe(socket).on('error', () => {});
    socket.pipe(target).on('error', () => {});
  });
  return { url: `http://127.0.0.1:${await listening(proxy)}`, asked, tunnels };
}

function requestTo(url: URL): TransportRequest {
  return { method: 'GET', url, headers: {}, content: [], bytes: 0, signal: new AbortController().signal };
}
