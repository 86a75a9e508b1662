import { describe, expect, test } from 'vitest';
import type { ListOptions } from '../../src/http/api.ts';
import { failureOf } from '../support/failure.ts';
import { json, type Responder, type Service, service } from '../support/service.ts';
import { api } from './api.ts';

const page = (current: number, last: number, ids = [`id-${current}`]) => ({
  data: ids.map(id => ({ id })),
  meta: { current_page: current, per_page: 1, total: last, last_page: last },
});

const asked = (url: string, parameter = 'page') =>
  Number(new URL(url, 'http://x').searchParams.get(parameter) ?? '1');

/** A list of so many pages. */
const list =
  (last: number): Responder =>
  (request, response) =>
    response.end(JSON.stringify(page(asked(request.url ?? ''), last)));

async function read(url: string, options: ListOptions = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const one of api(url).pages('listSubscribers', options))
    ids.push(...one.data.map(({ id }) => id));
  return ids;
}

const urls = ({ seen }: Service) => seen.map(one => one.url.replace('/v1/subscribers', ''));

describe('pages', () => {
  test.each([0, 1, 2, 5, 40])('asked for %i ahead come once each and in order', async ahead => {
    const home = await service(list(9));
    const ids = await read(home.url, { ahead });
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map(number => `id-${number}`));
    expect(urls(home).sort()).toEqual(['', ...[2, 3, 4, 5, 6, 7, 8, 9].map(number => `?page=${number}`)]);
  });

  test('are asked for with the size and the parameters that were given', async () => {
    const home = await service(list(4));
    const ids = await read(home.url, { page: 3, perPage: 50, query: { tag: 'a b' } });
    expect(ids).toEqual(['id-3', 'id-4']);
    expect(urls(home)).toEqual(['?tag=a+b&page=3&per_page=50', '?tag=a+b&page=4&per_page=50']);
  });

  test('are asked for without a number at first if only a size is given', async () => {
    const home = await service(list(2));
    await read(home.url, { perPage: 7 });
    expect(urls(home)).toEqual(['?per_page=7', '?page=2&per_page=7']);
  });

  test('are asked for by the parameter of the settings', async () => {
    const home = await service((request, response) =>
      response.end(JSON.stringify(page(asked(request.url ?? '', 'p'), 2))),
    );
    const client = api(home.url, { pageParam: 'p' });
    for await (const _ of client.pages('listGroups'));
    expect(home.seen.map(one => one.url)).toEqual(['/v1/groups', '/v1/groups?p=2']);
  });
});

test.each([0, 8])(
  'page 1 again, as from a service that ignores the parameter, ends a list (ahead %i)',
  async ahead => {
    const home = await service(json(page(1, 9)));
    const failure = await failureOf(read(home.url, { ahead }));
    expect(failure).toMatchObject({ code: 'paging_ignored', hint: expect.stringContaining('page-param') });
    expect(home.seen).toHaveLength(2);
  },
);

describe('a first page', () => {
  const second = json({ data: [{ id: 'x' }], meta: { current_page: 2, last_page: 2 } });
  const none = json({ data: [{ id: 'x' }], meta: { current_page: 0, last_page: 0 } });

  test('that is another than the first is refused', async () => {
    const { url, seen } = await service(second);
    const failure = await failureOf(read(url));
    expect(failure).toMatchObject({ code: 'unexpected_answer' });
    expect([failure.message, ...failure.details].join()).toContain('page 2 instead of the first');
    expect(seen).toHaveLength(1);
  });

  test.each<[what: string, answer: Responder, options: ListOptions]>([
    ['the first, counted from 0', none, {}],
    ['the one asked for', second, { page: 2 }],
    ['one that parameters may have asked for', second, { query: { page: '2' } }],
  ])('that is %s is taken', async (_, answer, options) => {
    const { url } = await service(answer);
    expect(await read(url, options)).toEqual(['x']);
  });

  test('of a typed path is taken whatever its number', async () => {
    const { url } = await service(second);
    const pages = api(url).sendPages({ method: 'GET', path: '/v1/groups', repeat: 'read' });
    const { value } = await pages[Symbol.asyncIterator]().next();
    expect(value).toMatchObject({ data: [{ id: 'x' }] });
  });
});

describe('asking ahead', () => {
  /** Holds every page back until it is released, and counts those under way. */
  function holding(last: number) {
    const held = new Map<number, () => void>();
    let most = 0;
    const responder: Responder = (request, response) => {
      const number = asked(request.url ?? '');
      held.set(number, () => {
        held.delete(number);
        response.end(JSON.stringify(page(number, last)));
      });
      response.on('close', () => held.delete(number));
      most = Math.max(most, held.size);
    };
    return { held, responder, most: () => most };
  }

  const until = (condition: () => boolean) => expect.poll(condition).toBe(true);

  test('keeps to its bound, and lets page 2 come alone', async () => {
    const { held, responder, most } = holding(8);
    const { url } = await service(responder);
    const reading = read(url, { ahead: 3 });
    for (const number of [1, 2]) {
      await until(() => held.has(number));
      expect([...held.keys()]).toEqual([number]);
      held.get(number)?.();
    }
    await until(() => held.size === 3);
    // The later ones first: order is kept all the same.
    for (const number of [5, 4, 3]) held.get(number)?.();
    await until(() => held.size === 3);
    for (const release of [...held.values()]) release();
    expect(await reading).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(number => `id-${number}`));
    expect(most()).toBe(3);
  });

  test('is given up when the reader stops early', async () => {
    const { held, responder } = holding(50);
    const { url } = await service(responder);
    const pages = api(url).pages('listSubscribers', { ahead: 4 })[Symbol.asyncIterator]();
    for (const number of [1, 2, 3]) {
      const next = pages.next();
      await until(() => held.has(number));
      held.get(number)?.();
      await next;
    }
    await until(() => held.size === 4);
    await pages.return?.();
    await until(() => held.size === 0);
  });

  test('that fails lets the pages before it come', async () => {
    const { url } = await service((request, response) => {
      const number = asked(request.url ?? '');
      response.statusCode = number === 4 ? 422 : 200;
      response.end(JSON.stringify(page(number, 9)));
    });
    const ids: string[] = [];
    const reading = (async () => {
      for await (const one of api(url).pages('listSubscribers', { ahead: 5 }))
        ids.push(...one.data.map(r => r.id));
    })();
    expect((await failureOf(reading)).code).toBe('refused');
    expect(ids).toEqual(['id-1', 'id-2', 'id-3']);
  });
});
