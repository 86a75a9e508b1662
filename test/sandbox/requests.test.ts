import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { read, sandboxService } from '../support/service.ts';

test('when the bearer is missing or wrong, then 401 with a challenge', async () => {
  const { sandbox } = await sandboxService();
  const none = await fetch(`${sandbox.baseUrl}/v1/account`);
  expect(none.status).toBe(401);
  expect(none.headers.get('www-authenticate')).toBe('Bearer realm="sandbox"');
  const wrong = await fetch(`${sandbox.baseUrl}/v1/account`, {
    headers: { authorization: 'Bearer nonsense' },
  });
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
  expect((await fetch(`${sandbox.baseUrl}/favicon.ico`)).status).toBe(404);
  expect((await fetch(`${sandbox.baseUrl}/oauth/elsewhere`)).status).toBe(404);
});

test('when path, method or id is unknown, then 404 or 405 as JSON with a request id', async () => {
  const { call } = await sandboxService();
  for (const path of ['/v1/nothing', '/v2/account', '/v1/groups/x', '/v1/tags/x/y']) {
    const { status, body, headers } = await call('GET', path);
    expect([path, status]).toEqual([path, 404]);
    expect(body.message).toBeTypeOf('string');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
  const unknown = await call('PATCH', '/v1/subscribers/3f2504e0-4f89-41d3-9a0c-0305e82c3301', {});
  expect(unknown.status).toBe(404);
  const { status, headers } = await call('DELETE', '/v1/subscribers');
  expect([status, headers.get('allow')]).toEqual([405, 'POST, GET']);
});

test('when a body is not as the contract has it, then it is refused and nothing changes', async () => {
  const { call, request } = await sandboxService();
  const before = (await call('GET', '/v1/account')).body;
  const json = { 'content-type': 'application/json' };
  const malformed = await request('PATCH', '/v1/account', { headers: json, body: '{"name": ' });
  expect(malformed.status).toBe(400);
  const array = await request('PATCH', '/v1/account', { headers: json, body: '[]' });
  expect(array.status).toBe(400);
  const form = await request('PATCH', '/v1/account', { body: new URLSearchParams({ name: 'x' }) });
  expect(form.status).toBe(415);
  const fields = await call('PATCH', '/v1/account', { name: 7, status: 'banned', colour: 'red' });
  expect(fields.status).toBe(422);
  expect(fields.body.errors).toEqual({
    name: ['name must be a string.'],
    status: ['status is read-only.'],
    colour: ['colour is not a known field.'],
  });
  const deep = await call('POST', '/v1/groups', { name: 'x', filters: [{ field: 'email', odd: 1 }] });
  expect(Object.keys(deep.body.errors as object)).toEqual(['filters.0.operator', 'filters.0.odd']);
  expect((await call('GET', '/v1/account')).body).toEqual(before);
});

test('when a patch gives some fields, then only those change', async () => {
  const { call } = await sandboxService();
  const before = (await call('GET', '/v1/account')).body;
  expect((await call('PATCH', '/v1/account', {})).body).toEqual(before);
  const { body } = await call('PATCH', '/v1/account', { name: 'Fast Carriage', physical_address: '' });
  const { updated_at } = body;
  expect(body).toEqual({ ...before, name: 'Fast Carriage', physical_address: null, updated_at });
  expect(updated_at).not.toBe(before.updated_at);
});

test('when pages are requested, then they cover everything once', async () => {
  const { call } = await sandboxService({ subscribers: 23 });
  const seen: unknown[] = [];
  for (const page of [1, 2, 3]) {
    const { body, data } = await call('GET', `/v1/subscribers?page=${page}&per_page=10`);
    expect(body.meta).toEqual({ current_page: page, per_page: 10, total: 23, last_page: 3 });
    seen.push(...data.map(one => one.id));
  }
  expect(new Set(seen).size).toBe(23);
  const beyond = await call('GET', '/v1/subscribers?page=4&per_page=10');
  expect(beyond.data).toEqual([]);
  expect((await call('GET', '/v1/subscribers?per_page=9999')).body.meta).toMatchObject({ per_page: 500 });
  for (const query of ['page=0', 'page=x', 'per_page=-1', 'per_page=1.5']) {
    expect((await call('GET', `/v1/subscribers?${query}`)).status, query).toBe(422);
  }
});

test('when the page size is set, then no page is larger', async () => {
  const { call } = await sandboxService({ subscribers: 9, pageSize: 4 });
  expect((await call('GET', '/v1/subscribers')).data).toHaveLength(4);
  expect((await call('GET', '/v1/subscribers?per_page=100')).data).toHaveLength(4);
});

test('when a client accepts gzip, then a large response is compressed, and a small one is not', async () => {
  const { sandbox } = await sandboxService();
  const raw = (path: string) =>
    new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'accept-encoding': 'gzip' };
      get(sandbox.baseUrl + path, { headers }, async response => {
        const bytes = Buffer.concat(await response.toArray());
        resolve({ encoding: response.headers['content-encoding'], bytes });
      }).on('error', reject);
    });
  const page = await raw('/v1/subscribers?per_page=100');
  expect(page.encoding).toBe('gzip');
  expect(JSON.parse(gunzipSync(page.bytes).toString()).data).toHaveLength(100);
  const small = await raw('/v1/emails?per_page=1&page=99');
  expect(small.encoding).toBeUndefined();
});

test('when requests come in, then they are counted by the path of the contract', async () => {
  const { call, sandbox } = await sandboxService();
  const { data } = await call('GET', '/v1/groups');
  await call('GET', `/v1/groups/${data[0]?.id}`);
  await call('GET', `/v1/groups/${data[1]?.id}`);
  await call('GET', '/v1/elsewhere');
  expect(sandbox.requests()).toEqual({ 'GET /v1/groups': 1, 'GET /v1/groups/{id}': 2, 'GET (unknown)': 1 });
});

test('when more requests come than the rate limit has, then 429 with Retry-After until the second is over', async () => {
  let now = 1_700_000_000_000;
  const { call } = await sandboxService({ rateLimit: 2, clock: () => now });
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await call('GET', '/v1/account')).status);
  expect(statuses).toEqual([200, 200, 429]);
  const { headers, body } = await call('GET', '/v1/account');
  expect(headers.get('retry-after')).toBe('1');
  expect(body.message).toContain('2');
  now += 1000;
  expect((await call('GET', '/v1/account')).status).toBe(200);
});

test('failures that are asked for are of every kind, and the same for one seed', async () => {
  const outcomes = async () => {
    const { request } = await sandboxService({ failRate: 1, seed: 5, subscribers: 1 });
    const seen: string[] = [];
    for (let i = 0; i < 40; i++) {
      const outcome = await request('GET', '/v1/account')
        .then(read)
        .then(
          ({ status, headers }) => `${status} ${headers.get('retry-after') ?? ''}`.trim(),
          () => 'cut',
        );
      seen.push(outcome);
    }
    return seen;
  };
  const first = await outcomes();
  expect([...new Set(first)].sort()).toEqual(['500', '503', '503 1', 'cut']);
  expect(await outcomes()).toEqual(first);
});
