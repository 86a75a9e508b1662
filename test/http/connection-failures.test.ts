import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { json, listening, service } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

const noRetry = { retries: 0 };

async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise(resolve => server.close(resolve));
  return port;
}

describe('a connection that fails', () => {
  test('a refused connection names host and port', async () => {
    const port = await unusedPort();
    for (const host of ['127.0.0.1', 'localhost']) {
      const client = api(`http://${host}:${port}`, noRetry);
      const failure = await failureOf(client.call('getAccount', {}));
      // Nothing left: what must not happen twice certainly did not happen.
      expect((await failureOf(client.call('sendEmail', { id: '7' }))).code).toBe(failure.code);
      expect(failure).toMatchObject({ code: 'connection_refused', exit: 7 });
      expect(failure.message).toContain(`${host}:${port}`);
      expect(failure.hint).toContain('base-url');
    }
  });

  test('a host that does not exist is named', async () => {
    const failure = await failureOf(api('https://no-such-host.invalid', noRetry).call('getAccount', {}));
    expect(failure).toMatchObject({ code: 'no_such_host', exit: 7 });
    expect(failure.message).toContain('no-such-host.invalid');
  });

  test('a plain server asked by https is a failure of TLS, and not retried', async () => {
    const { port } = await service(json(accountRecord));
    const lines: string[] = [];
    const client = api(`https://127.0.0.1:${port}`, { log: line => lines.push(line) });
    expect(await failureOf(client.call('getAccount', {}))).toMatchObject({
      code: 'tls_failed',
      exit: 7,
      message: `TLS error: the server at 127.0.0.1:${port} does not use TLS`,
      hint: expect.stringContaining('base-url'),
    });
    expect(lines.filter(line => line.startsWith('>'))).toHaveLength(1);
  });

  test('a peer that hangs up during the TLS handshake is a failure of TLS', async () => {
    const server = createSocketServer(socket =>
      socket.on('error', () => {}).once('data', () => socket.end()),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const failure = await failureOf(api(`https://127.0.0.1:${port}`, noRetry).call('getAccount', {}));
    expect(failure).toMatchObject({
      code: 'tls_failed',
      message: `TLS error: the server at 127.0.0.1:${port} ended the connection`,
      hint: expect.stringContaining('base-url'),
    });
  });

  test('headers that are too large name what allows more', async () => {
    const { url, port } = await service((_, response) =>
      response.setHeader('x', 'x'.repeat(20_000)).end('{}'),
    );
    expect(await failureOf(api(url, noRetry).call('getAccount', {}))).toMatchObject({
      code: 'unexpected_answer',
      message: `the headers of the response from 127.0.0.1:${port} are too large`,
      hint: expect.stringContaining('--max-http-header-size'),
    });
  });

  test('a server that does not use HTTP is named as such', async () => {
    const { url } = await service(request => request.socket.end('SSH-2.0-OpenSSH_9\r\n'));
    const failure = await failureOf(api(url).call('getAccount', {}));
    expect(failure).toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringContaining('does not use HTTP'),
    });
  });

  test.each(['000', '099'])('the status %s, which HTTP does not have, is named', async status => {
    const { url } = await service(request =>
      request.socket.end(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`),
    );
    const failure = await failureOf(api(url, noRetry).call('getAccount', {}));
    expect(failure).toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringContaining(`does not use HTTP: invalid status ${status}`),
    });
  });

  test.each([
    'connection: close\r\ntransfer-encoding: chunked',
    'content-length: 500',
    'transfer-encoding: chunked',
  ])('a response that is cut off (%s) is a lost connection', async framing => {
    const { url } = await service(request => {
      request.socket.end(`HTTP/1.1 200 OK\r\n${framing}\r\n\r\n5\r\n{"id"`);
    });
    expect((await failureOf(api(url, noRetry).call('getAccount', {}))).code).toBe('cut_off');
  });
});

describe('proxies of the environment', () => {
  /** A proxy that notes what it is asked for and responds to CONNECT with a status line; hangs up for ''; else is silent. */
  async function proxy(statusLine: string | undefined) {
    const asked: { line: string; head: string }[] = [];
    const server = createSocketServer(socket => {
      socket.on('error', () => {});
      socket.once('data', data => {
        const [line = '', ...head] = data.toString().split('\r\n');
        asked.push({ line, head: head.join('\n') });
        if (statusLine) socket.end(`HTTP/1.1 ${statusLine}\r\n\r\n`);
        else if (statusLine === '') socket.destroy();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  test.each(['HTTPS_PROXY', 'https_proxy'])('%s is used for https', async variable => {
    const { url, asked } = await proxy('403 Forbidden');
    const client = api('https://api.example.com', { ...noRetry, environment: { [variable]: url } });
    const failure = await failureOf(client.call('getAccount', {}));
    expect(failure).toMatchObject({
      code: 'connection_failed',
      hint: expect.stringContaining('HTTPS_PROXY'),
    });
    expect(failure.message).toContain('403');
    expect(asked[0]?.line).toBe('CONNECT api.example.com:443 HTTP/1.1');
    expect(asked[0]?.head).not.toContain('secret-bearer');
  });

  test('a proxy that hangs up ends the request', async () => {
    const { url } = await proxy('');
    const environment = { HTTPS_PROXY: url };
    const client = api('https://api.example.com', { ...noRetry, environment });
    const failure = await failureOf(client.call('getAccount', {}));
    expect(failure).toMatchObject({ code: 'connection_failed', exit: 7 });
    expect(failure.message).toContain('the proxy closed the connection');
  });

  test('a proxy that is not there is named', async () => {
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${await unusedPort()}` };
    const client = api('https://api.example.com', { ...noRetry, environment });
    const { message } = await failureOf(client.call('getAccount', {}));
    expect(message).toMatch(/^connection refused: .* \(through a proxy\)$/);
  });

  test.each(['http', 'https'])(
    'an %s proxy that is silent is waited for as long as a service',
    async scheme => {
      const { url } = await proxy(undefined);
      const environment = { HTTPS_PROXY: url.replace('http', scheme) };
      const client = api('https://api.example.com', { ...noRetry, timeout: 0.2, environment });
      expect(await failureOf(client.call('getAccount', {}))).toMatchObject({ code: 'timeout', exit: 7 });
    },
  );

  test.each(['nonsense', 'me:pass-word@proxy.example:3128'])('a proxy %s is refused', async value => {
    const client = api('https://api.example.com', { ...noRetry, environment: { HTTPS_PROXY: value } });
    const failure = await failureOf(client.call('getAccount', {}));
    expect(failure).toMatchObject({ code: 'invalid_value', exit: 2 });
    expect(failure.message).not.toContain('pass-word');
  });

  test('a host in NO_PROXY is reached without the proxy', async () => {
    const { url, asked } = await proxy('403 Forbidden');
    const environment = { HTTPS_PROXY: url, NO_PROXY: 'other.example, .invalid' };
    const failure = await failureOf(
      api('https://api.invalid', { ...noRetry, environment }).call('getAccount', {}),
    );
    expect(failure.code).toBe('no_such_host');
    expect(asked).toEqual([]);
  });
});
