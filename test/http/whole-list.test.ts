/** A list that is read to its end: each record once, and what is said when its count is not the service's. */

import { describe, expect, it } from 'vitest';
import type { ReceivedPage } from '../../src/http/api.ts';
import { readPages, WholeList } from '../../src/http/pages.ts';
import { casesOf } from '../support/cases.ts';

const numberIn = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));

/** Pages as whole-list.tsv has them. A digit is a record without an id. */
async function* received(text: string): AsyncGenerator<ReceivedPage<unknown>> {
  const pages = text.split(' ');
  for (const [at, page] of pages.entries()) {
    const [, ids = '', total, current, size] = /^(\w*)(?:\/(\d+))?(?:@(\d+))?(?::(\d+))?$/.exec(page) ?? [];
    const data = [...ids].map(id => (/\d/.test(id) ? Number(id) : { id }));
    const numbers = { current: numberIn(current) ?? at + 1, perPage: numberIn(size), total: numberIn(total) };
    yield { data, meta: {}, numbers: { ...numbers, last: pages.length } };
  }
}

describe('a list', () => {
  it.each(
    casesOf<[what: string, pages: string, got?: string, failure?: string, warning?: string]>(
      new URL('whole-list.tsv', import.meta.url),
    ),
  )('that %s', async (_, pages, got = '', failure = '', warning?: string) => {
    const list = new WholeList(received(pages));
    const read: string[] = [];
    for await (const { data } of list)
      read.push(
        data.map(record => (typeof record === 'number' ? record : (record as { id: string }).id)).join(''),
      );
    expect(read.join(' ')).toBe(got);
    expect([list.incomplete()?.message ?? '', list.warning, list.isRead]).toEqual([failure, warning, true]);
    if (failure === '') expect(() => list.checkComplete()).not.toThrow();
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
