/** A broker under connections and requests that are too many, too slow or malformed; on real sockets. */
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../support/run.ts';
import { json, service } from '../../support/service.ts';
import { signInService } from '../auth/sign-in.ts';
import { brokerFor, form } from './start.ts';

const refresh = form({ grant_type: 'refresh_token', refresh_token: 'r' });

/** A broker for a service that responds as told. */
async function brokerOf(responder: Parameters<typeof service>[0], args: readonly string[] = []) {
  const { url, seen } = await service(responder);
  const env = { NEWSLETTER_AUTH_URL: url, NEWSLETTER_CLIENT_ID: 'app' };
  const secret = { NEWSLETTER_CLIENT_SECRET: 'sandbox-secret' };
  const broker = await brokerFor({ env, secret }, args);
  return { ...broker, seen };
}

/** Opens a connection that sends what is given and then nothing. */
async function open(url: string, sent: string): Promise<{ socket: Socket; received: () => string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => {});
  await new Promise(resolve => socket.once('connect', resolve));
  socket.write(sent);
  return { socket, received: () => text };
}

const halfHead = 'POST /oauth/token HTTP/1.1\r\nHost: x\r\n';
const halfBody = `${halfHead}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\ngrant`;

describe('a broker', () => {
  it('when one address opens 1,000 slow connections, then it answers all the same, that address too', async () => {
    const broker = await brokerOf(json({ access_token: 'a', token_type: 'Bearer' }));
    const slow = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => open(broker.url, n % 2 === 0 ? halfHead : halfBody)),
    );
    expect((await fetch(`${broker.url}/oauth/token`, refresh)).status).toBe(200);
    expect(await (await fetch(`${broker.url}/healthz`)).json()).toEqual({ status: 'ok' });
    await until(() => slow.filter(({ socket }) => !socket.destroyed).length <= 32);
    const closed = broker.stderr().match(/ 127\.0\.0\.1 connection closed: more than 32 connections/g);
    expect(closed?.length).toBeGreaterThanOrEqual(968);
    const metrics = await (await fetch(`${broker.url}/metrics`)).text();
    expect(metrics).toMatch(/^newsletter_broker_refusals_total\{reason="connections"\} 9\d\d$/m);
  });

  it.each([
    ['nothing', ''],
    ['half a head', halfHead],
    ['half a body', halfBody],
  ])('when %s comes, then the connection ends with 408 after the time limit', async (_, sent) => {
    const broker = await brokerOf(json({}), ['--request-timeout', '1']);
    const { socket, received } = await open(broker.url, sent);
    await new Promise(resolve => socket.once('close', resolve));
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(broker.stderr()).toMatch(/127\.0\.0\.1 connection closed: incomplete request after 1 s/);
  });

  it('when a request is no HTTP, then it ends with 400, and the log does not repeat it', async () => {
    const broker = await brokerOf(json({}));
    const { socket, received } = await open(broker.url, 'secret-word\r\n\r\n');
    await new Promise(resolve => socket.once('close', resolve));
    expect(received()).toMatch(/^HTTP\/1\.1 400 /);
    await broker.said(/connection closed: not a valid request/);
    expect(broker.stderr()).not.toContain('secret-word');
  });

  it('when requests take long, then one address has so many at once, and others their own', async () => {
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    const broker = await brokerOf(
      async (_, response) => {
        await held;
        response.end('{}');
      },
      ['--behind-proxy', '--max-connections', '2', '--rate-limit', '1000'],
    );
    const ask = async (client: string) =>
      (await fetch(`${broker.url}/oauth/token`, { ...refresh, headers: { 'x-forwarded-for': client } }))
        .status;
    const first = [ask('2001:db8::1'), ask('[2001:db8::2]:4711')];
    await until(() => broker.seen.length === 2);
    expect(await ask('2001:db8:0:0:9::')).toBe(429);
    const other = ask('2001:db8:0:1::1');
    await until(() => broker.seen.length === 3);
    release();
    expect(await Promise.all([...first, other])).toEqual([200, 200, 200]);
    expect(broker.stderr()).toMatch(/2001:db8:0:0:9:: POST \/oauth\/token 429 .*too many requests at once/);
  });

  it('when requests wait in a queue on one connection, then it ends with the first that is too many', async () => {
    const broker = await brokerOf(json({}), ['--rate-limit', '2']);
    const { socket, received } = await open(
      broker.url,
      'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10),
    );
    await new Promise(resolve => socket.once('close', resolve));
    expect(received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 404', 'HTTP/1.1 429']);
    expect(broker.stderr().match(/too many requests/g)).toHaveLength(1);
  });

  it('when hundreds of requests wait on one connection, then it is closed', async () => {
    const broker = await brokerOf(json({}), ['--rate-limit', '1000']);
    const { socket, received } = await open(
      broker.url,
      'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(300),
    );
    await new Promise(resolve => socket.once('close', resolve));
    expect((received().match(/HTTP\/1\.1 404/g) ?? []).length).toBeLessThan(20);
    await broker.said(/connection closed: more than 16 requests wait on it/);
  });

  it('when the declared proxy is another, then X-Forwarded-For is ignored', async () => {
    const made = await signInService();
    const limited = ['--behind-proxy', '--trusted-proxy', '192.0.2.0/24', '--rate-limit', '1'];
    const broker = await brokerFor(made, limited);
    const statuses = [];
    for (const client of ['1.1.1.1', '2.2.2.2']) {
      const headers = { 'x-forwarded-for': client };
      statuses.push((await fetch(`${broker.url}/nowhere`, { headers })).status);
    }
    expect(statuses).toEqual([404, 429]);
  });

  it('when X-Forwarded-For is malformed, then the log says so', async () => {
    const broker = await brokerFor(await signInService(), ['--behind-proxy']);
    const headers = { 'x-forwarded-for': 'somebody' };
    expect((await fetch(`${broker.url}/oauth/token`, { ...refresh, headers })).status).toBe(400);
    await broker.said(/127\.0\.0\.1 POST .* X-Forwarded-For is malformed/);
  });

  it.each([
    ['body', (secret: string) => json({ error: 'x', error_description: btoa(`..${secret}`) }, 400)],
    ['header', (secret: string) => json({}, 429, { 'retry-after': encodeURIComponent(`!${secret}`) })],
  ])(
    'when the service repeats the secret in a %s, then nothing of it is passed back',
    async (_, responder) => {
      const broker = await brokerOf(responder('sandbox-secret'));
      const answer = await fetch(`${broker.url}/oauth/token`, refresh);
      expect(answer.status).toBe(502);
      expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
      await broker.said(/ 502 \d+ ms, the request to the service failed: invalid response/);
    },
  );
});
