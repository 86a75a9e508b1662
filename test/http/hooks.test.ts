import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/lib/failure.ts';
import { failureOf } from '../support/failure.ts';
import { json, service } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

const page = (current: number, last: number) => ({
  data: [{ id: `id-${current}` }],
  meta: { current_page: current, per_page: 1, total: last, last_page: last },
});

describe('the hook before a request', () => {
  const wrong = new Failure('wrong_account', 'another account');
  const refuse = { beforeRequest: () => Promise.reject(wrong) };
  const raw = { method: 'GET', path: '/v1/groups', repeat: 'read' } as const;

  test('throws in place of any request', async () => {
    const { url, seen } = await service(json(accountRecord));
    const client = api(url, refuse);
    const first = (pages: AsyncIterable<unknown>) => pages[Symbol.asyncIterator]().next();
    const requests = [
      () => client.call('getAccount', {}),
      () => client.call('sendEmail', { id: '1' }),
      () => first(client.pages('listGroups')),
      () => client.send(raw),
      () => first(client.sendPages(raw)),
    ];
    for (const request of requests) expect(await failureOf(request())).toBe(wrong);
    expect(seen).toHaveLength(0);
  });

  test('is not called for a preview', async () => {
    const { url } = await service(json(accountRecord));
    const client = api(url, refuse);
    expect(client.preview('getAccount', {}).url).toBe(`${url}/v1/account`);
    expect(client.previewOf(raw).url).toBe(`${url}/v1/groups`);
  });

  test('is awaited once for each request, with its endpoint, and not for a retry', async () => {
    const { url, seen } = await service(json({}, 503), json(accountRecord), json(page(1, 1)), json({}));
    const told: unknown[] = [];
    const client = api(url, {
      async beforeRequest(endpoint) {
        await new Promise(resolve => setTimeout(resolve, 20));
        told.push([endpoint, seen.length]);
      },
    });
    await client.call('getAccount', {});
    for await (const _ of client.pages('listGroups'));
    await client.send(raw);
    expect(told).toEqual([
      ['getAccount', 0],
      ['listGroups', 2],
      [undefined, 3],
    ]);
  });
});
