/** What the broker does when one address asks too often, and when the service repeats the client secret. */
import { expect, it } from 'vitest';
import { json, service } from '../../support/service.ts';
import { brokerFor, form } from './start.ts';

const refresh = form({ grant_type: 'refresh_token', refresh_token: 'r' });

/** A broker for a service that responds as told. */
async function brokerOf(responder: Parameters<typeof service>[0], args: readonly string[] = []) {
  const { url } = await service(responder);
  const env = { NEWSLETTER_AUTH_URL: url, NEWSLETTER_CLIENT_ID: 'app' };
  return await brokerFor({ env, secret: { NEWSLETTER_CLIENT_SECRET: 'sandbox secret' } }, args);
}

it('without --behind-proxy, the broker ignores X-Forwarded-For', async () => {
  const broker = await brokerOf(json({}), ['--rate-limit', '1']);
  const statuses = [];
  for (const client of ['1.1.1.1', '2.2.2.2'])
    statuses.push((await fetch(`${broker.url}/x`, { headers: { 'x-forwarded-for': client } })).status);
  expect(statuses).toEqual([404, 429]);
});

it.each([
  ['a body', json({ error: 'x', error_description: 'got sandbox secret' }, 400)],
  ['a percent-encoded body', json({ error: 'x', error_description: 'client_secret=sandbox%20secret' }, 400)],
  ['a header', json({}, 429, { 'retry-after': 'sandbox secret' })],
])('a response that repeats the secret in %s is not passed on', async (_, responder) => {
  const broker = await brokerOf(responder);
  const response = await fetch(`${broker.url}/oauth/token`, refresh);
  expect([response.status, await response.json()]).toMatchObject([502, { error: 'temporarily_unavailable' }]);
  await broker.said(/ 502 \d+ ms, the request to the service failed: invalid response/);
  expect(broker.stderr()).not.toContain('sandbox secret');
});
