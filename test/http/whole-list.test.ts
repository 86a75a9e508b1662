/** A list that is read to its end: each record once, and what is said when its count is not the service's. */

import { describe, expect, it } from 'vitest';
import type { ReceivedPage } from '../../src/http/api.ts';
import { readPages, WholeList } from '../../src/http/pages.ts';
import { Failure } from '../../src/lib/failure.ts';

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
  ])('when it %s', async (_, pages, got, failure, warning) => {
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

  it('when it was not read to its end, then nothing is said of its count', async () => {
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
  type Answer =
    | readonly [
        size: number,
        last: number,
        total?: number | undefined,
        perPage?: number | undefined,
        current?: number,
      ]
    | Failure;
  /** @param answers by the number of the page that is asked for; 1 when the request names none */
  async function paged(answers: Readonly<Record<number, Answer>>, first?: number, ahead?: number) {
    const asked: (number | undefined)[] = [];
    const told: number[] = [];
    const read: number[] = [];
    const request = async (page: number | undefined): Promise<ReceivedPage<number>> => {
      asked.push(page);
      const answer = answers[page ?? 1] ?? new Failure('not_found', 'no such page');
      if (answer instanceof Failure) throw answer;
      const [size, last, total, perPage, current = page ?? 1] = answer;
      const data = Array.from({ length: size }, () => current);
      return { data, meta: {}, numbers: { current, last, perPage, total } };
    };
    const onPage = (_: unknown, count: number) => void told.push(count);
    let failure: unknown;
    try {
      const pages = readPages(request, {
        first,
        ahead,
        pageParam: 'page',
        ...(ahead === 0 ? {} : { onPage }),
      });
      for await (const { data, numbers } of pages) read.push(numbers.current * 100 + data.length);
    } catch (error) {
      failure = error;
    }
    return { asked, told, read, failure };
  }
  const no = undefined;
  const three = { 1: [2, 3], 2: [2, 3], 3: [1, 3] } as const;

  it.each<
    [
      what: string,
      answers: Readonly<Record<number, Answer>>,
      asked: readonly (number | undefined)[],
      read: readonly number[],
    ]
  >([
    ['one page is all', { 1: [2, 1, 2] }, [no], [102]],
    ['it is empty', { 1: [0, 1, 5, 2] }, [no], [100]],
    ['there are three', three, [no, 2, 3], [102, 202, 301]],
    ['one in the middle is empty', { 1: [2, 3], 2: [0, 3], 3: [2, 3] }, [no, 2], [102]],
    ['more are counted than the last page shows', { 1: [2, 1, 3], 2: [1, 1, 3] }, [no], [102]],
    ['it is counted from 0', { 1: [1, 1, 2, no, 0] }, [no, 1], [1]],
  ])('when %s', async (_, answers, asked, read) => {
    const seen = await paged(answers);
    expect({ asked: seen.asked, read: seen.read }).toEqual({ asked, read });
    expect(seen.told).toEqual(read.map((__, at) => at + 1));
  });

  it.each<
    [
      what: string,
      first: number,
      answers: Readonly<Record<number, Answer>>,
      asked: readonly number[],
      read: readonly number[],
    ]
  >([
    ['the rest is read', 2, { 2: [2, 3, 5, 2], 3: [1, 3, 5, 2] }, [2, 3], [202, 301]],
    ['it may be the last', 3, { 3: [2, 3, 6] }, [3], [302]],
  ])('when a page is named, then %s', async (_, first, answers, asked, read) => {
    expect(await paged(answers, first)).toMatchObject({ asked, read });
  });

  it('when another page comes than the one asked for, then paging is ignored', async () => {
    const message = 'the service ignores the page parameter: page=2 returned page 1';
    expect(await paged({ 1: [2, 3], 2: [2, 3, no, no, 1] })).toMatchObject({
      read: [102],
      failure: { code: 'paging_ignored', message },
    });
  });

  it('when none may be asked for ahead, then each is asked for in its turn', async () => {
    expect(await paged(three, undefined, 0)).toMatchObject({ asked: [no, 2, 3], read: [102, 202, 301] });
  });
});
