/** A list that is read to its end: each record once, and what is said when its count is not the service's. */

import { describe, expect, it } from 'vitest';
import type { ReceivedPage } from '../../src/http/api.ts';
import { readPages, WholeList } from '../../src/http/pages.ts';

const numberIn = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));

/** Pages: `ab/6@3:2` has records a and b of 6, and is page 3 of pages of 2. A digit is a record without an id. */
async function* received(text: string): AsyncGenerator<ReceivedPage<unknown>> {
  const pages = text.split(' ');
  for (const [at, page] of pages.entries()) {
    const [, ids = '', total, current, size] = /^(\w*)(?:\/(\d+))?(?:@(\d+))?(?::(\d+))?$/.exec(page) ?? [];
    const data = [...ids].map(id => (/\d/.test(id) ? Number(id) : { id }));
    const numbers = { current: numberIn(current) ?? at + 1, perPage: numberIn(size), total: numberIn(total) };
    yield { data, meta: {}, numbers: { ...numbers, last: pages.length } };
  }
}

const lost = (message: string) => `the list is incomplete: received ${message}`;
const changed = (message: string) => `the list changed while it was read: received ${message}`;

describe('a list', () => {
  it.each<[what: string, pages: string, got: string, failure?: string | undefined, warning?: string]>([
    ['is whole', 'ab/3 c/3', 'ab c'],
    ['is empty', '/0', ''],
    ['lacks one', 'a/2', 'a', lost('1, but the total is 2')],
    ['has one too many', 'ab/1', 'ab', changed('2, but the total is 1')],
    [
      'has no total',
      'a',
      'a',
      undefined,
      'unknown whether the list is complete: received 1, and the service sends no total',
    ],
    [
      'shows one twice, and lacks another',
      'ab/4 bc/4',
      'ab c',
      lost('3, but the total is 4; 1 came twice and count once'),
    ],
    [
      'shows one twice, and lacks none',
      'ab/3 bc/3',
      'ab c',
      undefined,
      changed('3, but the total is 3; 1 came twice and count once'),
    ],
    [
      'grew, and all came',
      'a/1 b/2',
      'a b',
      undefined,
      changed('2, but the total is 2 (1 at first); some may be missing'),
    ],
    ['grew, and one is missing', 'a/1 b/3', 'a b', lost('2, but the total is 3 (1 at first)')],
    [
      'repeats a page for ever',
      'a/1 a/1 b/1',
      'a',
      undefined,
      changed('1, but the total is 1; 1 came twice and count once'),
    ],
    ['is read from its third page', 'ef/6@3:2', 'ef'],
    ['is read from its third page, and lacks one', 'e/6@3:2', 'e', lost('1, but the total is 2')],
    ['is read from a page beyond its end', '/1@3:2', ''],
    ['is read from its third page, and the size of a page is not known', 'e/9@3', 'e'],
    ['counts its pages from 0', 'a/2@0:1 b/2', 'a b'],
    ['has records without ids', 'a55/3', 'a55'],
  ])('that %s', async (_, pages, got, failure, warning) => {
    const list = new WholeList(received(pages));
    const read: string[] = [];
    for await (const { data } of list)
      read.push(
        data.map(record => (typeof record === 'number' ? record : (record as { id: string }).id)).join(''),
      );
    expect(read.join(' ')).toBe(got);
    expect([list.incomplete()?.message, list.warning, list.isRead]).toEqual([failure, warning, true]);
    if (failure === undefined) expect(() => list.checkComplete()).not.toThrow();
    else expect(() => list.checkComplete()).toThrow(failure);
    expect(list.count).toBe(got.replace(' ', '').length);
  });

  it('that was not read to its end is not compared with the total', async () => {
    const list = new WholeList(received('a/2 b/2'));
    for await (const _ of list) break;
    expect([list.isRead, list.incomplete(), list.warning, list.total]).toEqual([
      false,
      undefined,
      undefined,
      2,
    ]);
  });
});

describe('the pages of a list', () => {
  type Page = readonly [size: number, last: number];
  /** The page that comes when the request names none has the number 0 or 1. */
  type Answers = Readonly<Record<number, Page>> & { readonly first: readonly [...Page, current: number] };
  it.each<[what: string, answers: Answers, asked: readonly (number | undefined)[], read: readonly number[]]>([
    ['are one', { first: [2, 1, 1] }, [undefined], [2]],
    ['are empty', { first: [0, 1, 1] }, [undefined], [0]],
    ['are three', { first: [2, 3, 1], 2: [2, 3], 3: [1, 3] }, [undefined, 2, 3], [2, 2, 1]],
    ['end with an empty one', { first: [2, 3, 1], 2: [0, 3] }, [undefined, 2], [2]],
    ['are counted from 0', { first: [1, 1, 0], 1: [2, 1] }, [undefined, 1], [1, 2]],
  ])('that %s are asked for and read in order', async (_, answers, asked, read) => {
    const numbers: (number | undefined)[] = [];
    const request = async (page: number | undefined): Promise<ReceivedPage<number>> => {
      numbers.push(page);
      const [size, last, current = page ?? 1] = answers[page ?? 'first'] ?? expect.unreachable();
      const data = Array.from({ length: size }, () => current);
      return { data, meta: {}, numbers: { current, last, perPage: undefined, total: undefined } };
    };
    const sizes: number[] = [];
    for await (const { data } of readPages(request, { first: undefined, ahead: 1, pageParam: 'page' }))
      sizes.push(data.length);
    expect([numbers, sizes]).toEqual([asked, read]);
  });
});
