import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { json, service, text } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

const to = (location: string, status = 302) => text('', status, { location });

describe('the bearer', () => {
  test('a request carries the bearer and the user agent', async () => {
    const { url, seen } = await service(json(accountRecord));
    await api(url).call('getAccount', {});
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-bearer',
      'user-agent': 'newsletter/test',
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
    });
  });

  test('a GET that is redirected within the origin takes the bearer along', async () => {
    const { url, seen } = await service(to('/elsewhere?x=1'), json(accountRecord));
    await api(url).call('getAccount', {});
    expect(seen.map(one => [one.url, one.headers.authorization])).toEqual([
      ['/v1/account', 'Bearer secret-bearer'],
      ['/elsewhere?x=1', 'Bearer secret-bearer'],
    ]);
  });
});

describe('redirects', () => {
  test.each(['http://example.com/', 'ftp://127.0.0.1/', 'http://['])(
    'a GET that is redirected to %s is not followed',
    async location => {
      const { url, seen } = await service(to(location));
      const failure = await failureOf(api(url).call('getAccount', {}));
      expect(failure).toMatchObject({ code: 'unexpected_answer', status: 302 });
      expect(failure.message).toContain(location);
      expect(seen).toHaveLength(1);
    },
  );

  // Loopback as well: whatever listens on this machine is not the service.
  test.each([301, 302, 303, 307, 308])(
    'a GET that is redirected (%i) to another origin goes nowhere, and names the address',
    async status => {
      const other = await service(json({ data: [], meta: {} }));
      const home = await service(to(`${other.url}/v1/subscribers?token=abc`, status));
      const failure = await failureOf(api(home.url).call('getAccount', {}));
      expect(failure).toMatchObject({
        code: 'unexpected_answer',
        status,
        message: `the service redirects GET /v1/account to ${other.url}/v1/subscribers?token=***, another origin; not followed`,
      });
      expect([home.seen.length, other.seen.length]).toEqual([1, 0]);
    },
  );

  test('another port or scheme is another origin', async () => {
    const { seen, port } = await service(json(accountRecord));
    for (const location of [`http://localhost:${port}/`, `https://127.0.0.1:${port}/`]) {
      const { url: home } = await service(to(location));
      expect((await failureOf(api(home).call('getAccount', {}))).message).toContain('not followed');
    }
    expect(seen).toHaveLength(0);
  });

  test('a sixth redirect is not followed', async () => {
    const { url, seen } = await service(to('/again'));
    expect(await failureOf(api(url).call('getAccount', {}))).toMatchObject({ code: 'unexpected_answer' });
    expect(seen).toHaveLength(6);
  });

  test.each([301, 302, 303])('a write that is redirected by %i is not followed', async status => {
    const { url, seen } = await service(to('/new?token=abc', status));
    const failure = await failureOf(api(url).call('updateTag', { id: '7', body: { name: 'x' } }));
    expect(failure).toMatchObject({ code: 'outcome_unknown', status });
    expect(failure.message).toContain(`${url}/new?token=***`);
    expect(seen).toHaveLength(1);
  });

  test.each([307, 308])(
    'a write that is redirected by %i on the same origin is followed, unless it must leave once',
    async status => {
      const { url, seen } = await service(to('/new', status), json(accountRecord));
      await api(url).call('updateTag', { id: '7', body: { name: 'x' } });
      expect(seen.map(one => `${one.method} ${one.url} ${one.body}`)).toEqual([
        'PATCH /v1/tags/7 {"name":"x"}',
        'PATCH /new {"name":"x"}',
      ]);
      const once = await service(to('/new', status), json(accountRecord));
      const failure = await failureOf(api(once.url).call('createTag', { body: { name: 'x' } }));
      expect(failure).toMatchObject({ code: 'outcome_unknown', status });
      expect(once.seen).toHaveLength(1);
    },
  );
});

test('a header that the program itself sets is refused', async () => {
  const { url, seen } = await service(json(accountRecord));
  const headers = { Authorization: 'Bearer x' };
  const failure = await failureOf(api(url).send({ method: 'GET', path: '/', headers, repeat: 'read' }));
  expect(failure).toMatchObject({ code: 'invalid_value' });
  expect(seen).toHaveLength(0);
});
