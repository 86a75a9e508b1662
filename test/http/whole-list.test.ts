/** A list that is read to its end: each record once, and what is said when its count is not the service's. */
import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/http/pages.ts';
import type { ReceivedPage } from '../../src/http/received-page.ts';
import { WholeList } from '../../src/http/whole-list.ts';
import { Failure } from '../../src/lib/failure.ts';

interface Page {
  /** Ids, or other records. */
  readonly ids: readonly unknown[];
  readonly total?: number | undefined;
  readonly current?: number;
  readonly perPage?: number;
}

async function read(pages: readonly Page[]) {
  async function* received(): AsyncGenerator<ReceivedPage<unknown>> {
    for (const [at, { ids, total, current = at + 1, perPage }] of pages.entries()) {
      const data = ids.map(id => (typeof id === 'string' ? { id } : id));
      yield { data, meta: {}, numbers: { current, last: pages.length, perPage, total } };
    }
  }
  const list = new WholeList(received());
  const got: unknown[][] = [];
  for await (const { data } of list) got.push(data.map(record => (record as { id?: unknown })?.id ?? record));
  return { list, got };
}

const lost = (message: string) => `the list is incomplete: received ${message}`;
const changed = (message: string) => `the list changed while it was read: received ${message}`;

describe('a list', () => {
  it.each<
    [
      what: string,
      pages: readonly Page[],
      got: unknown[][],
      failure: string | undefined,
      warning: string | undefined,
    ]
  >([
    [
      'is whole',
      [
        { ids: ['a', 'b'], total: 3 },
        { ids: ['c'], total: 3 },
      ],
      [['a', 'b'], ['c']],
      undefined,
      undefined,
    ],
    ['is empty', [{ ids: [], total: 0 }], [[]], undefined, undefined],
    ['lacks one', [{ ids: ['a'], total: 2 }], [['a']], lost('1, but the total is 2'), undefined],
    [
      'has one too many',
      [{ ids: ['a', 'b'], total: 1 }],
      [['a', 'b']],
      changed('2, but the total is 1'),
      undefined,
    ],
    [
      'has no total',
      [{ ids: ['a'] }],
      [['a']],
      undefined,
      'unknown whether the list is complete: received 1, and the service sends no total',
    ],
    [
      'shows one twice, and lacks another',
      [
        { ids: ['a', 'b'], total: 4 },
        { ids: ['b', 'c'], total: 4 },
      ],
      [['a', 'b'], ['c']],
      lost('3, but the total is 4; 1 came twice and count once'),
      undefined,
    ],
    [
      'shows one twice, and lacks none',
      [
        { ids: ['a', 'b'], total: 3 },
        { ids: ['b', 'c'], total: 3 },
      ],
      [['a', 'b'], ['c']],
      undefined,
      changed('3, but the total is 3; 1 came twice and count once'),
    ],
    [
      'grew, and all came',
      [
        { ids: ['a'], total: 1 },
        { ids: ['b'], total: 2 },
      ],
      [['a'], ['b']],
      undefined,
      changed('2, but the total is 2 (1 at first); some may be missing'),
    ],
    [
      'grew, and one is missing',
      [
        { ids: ['a'], total: 1 },
        { ids: ['b'], total: 3 },
      ],
      [['a'], ['b']],
      lost('2, but the total is 3 (1 at first)'),
      undefined,
    ],
    [
      'repeats a page for ever',
      [
        { ids: ['a'], total: 1 },
        { ids: ['a'], total: 1 },
        { ids: ['b'], total: 1 },
      ],
      [['a']],
      undefined,
      changed('1, but the total is 1; 1 came twice and count once'),
    ],
    [
      'is read from its third page',
      [{ ids: ['e', 'f'], total: 6, current: 3, perPage: 2 }],
      [['e', 'f']],
      undefined,
      undefined,
    ],
    [
      'is read from its third page, and lacks one',
      [{ ids: ['e'], total: 6, current: 3, perPage: 2 }],
      [['e']],
      lost('1, but the total is 2'),
      undefined,
    ],
    [
      'is read from a page beyond its end',
      [{ ids: [], total: 1, current: 3, perPage: 2 }],
      [[]],
      undefined,
      undefined,
    ],
    [
      'is read from its third page, and the size of a page is not known',
      [{ ids: ['e'], total: 9, current: 3 }],
      [['e']],
      undefined,
      undefined,
    ],
    [
      'counts its pages from 0',
      [
        { ids: ['a'], total: 2, current: 0, perPage: 1 },
        { ids: ['b'], total: 2 },
      ],
      [['a'], ['b']],
      undefined,
      undefined,
    ],
    [
      'has records without ids',
      [{ ids: ['a', 5, 5, { id: 7 }], total: 4 }],
      [['a', 5, 5, 7]],
      undefined,
      undefined,
    ],
  ])('when it %s', async (_, pages, got, failure, warning) => {
    const whole = await read(pages);
    expect(whole.got).toEqual(got);
    expect(whole.list.incomplete()?.message).toBe(failure);
    expect(whole.list.warning).toBe(warning);
    expect(whole.list.isRead).toBe(true);
    if (failure === undefined) expect(() => whole.list.checkComplete()).not.toThrow();
    else expect(() => whole.list.checkComplete()).toThrow(failure);
    expect(whole.list.count).toBe(got.flat().length);
  });

  it('when it was not read to its end, then nothing is said of its count', async () => {
    async function* two(): AsyncGenerator<ReceivedPage<unknown>> {
      const numbers = { current: 1, last: 2, perPage: 1, total: 2 };
      yield { data: [{ id: 'a' }], meta: {}, numbers };
      yield { data: [{ id: 'b' }], meta: {}, numbers };
    }
    const list = new WholeList(two());
    for await (const page of list) {
      expect(page.data).toHaveLength(1);
      break;
    }
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
    | {
        readonly size: number;
        readonly current?: number;
        readonly last: number;
        readonly total?: number;
        readonly perPage?: number;
      }
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
      const { size, current = page ?? 1, last, total, perPage } = answer;
      return {
        data: Array.from({ length: size }, () => current),
        meta: {},
        numbers: { current, last, perPage, total },
      };
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

  it.each<
    [
      what: string,
      answers: Readonly<Record<number, Answer>>,
      first: number | undefined,
      asked: readonly (number | undefined)[],
      read: readonly number[],
    ]
  >([
    ['one page is all', { 1: { size: 2, last: 1, total: 2 } }, undefined, [undefined], [102]],
    ['it is empty', { 1: { size: 0, last: 1, total: 5, perPage: 2 } }, undefined, [undefined], [100]],
    [
      'there are three',
      { 1: { size: 2, last: 3 }, 2: { size: 2, last: 3 }, 3: { size: 1, last: 3 } },
      undefined,
      [undefined, 2, 3],
      [102, 202, 301],
    ],
    [
      'it begins with the second',
      { 2: { size: 2, last: 3, total: 5, perPage: 2 }, 3: { size: 1, last: 3, total: 5, perPage: 2 } },
      2,
      [2, 3],
      [202, 301],
    ],
    [
      'one in the middle is empty',
      { 1: { size: 2, last: 3 }, 2: { size: 0, last: 3 }, 3: { size: 2, last: 3 } },
      undefined,
      [undefined, 2],
      [102],
    ],
    [
      'more are counted than the last page shows',
      { 1: { size: 2, last: 1, total: 3 }, 2: { size: 1, last: 1, total: 3 } },
      undefined,
      [undefined, 2],
      [102, 201],
    ],
    [
      'the pages before the first one that is read are counted',
      { 3: { size: 2, last: 3, total: 7, perPage: 2 }, 4: { size: 1, last: 4, total: 7, perPage: 2 } },
      3,
      [3, 4],
      [302, 401],
    ],
    [
      'the size of a page is not known, then that of the first read counts',
      { 3: { size: 2, last: 3, total: 6 } },
      3,
      [3],
      [302],
    ],
    [
      'nothing is counted, and the last page is full',
      { 1: { size: 2, last: 1, perPage: 2 }, 2: { size: 1, last: 1, perPage: 2 } },
      undefined,
      [undefined, 2],
      [102, 201],
    ],
    [
      'nothing is counted, and the last page is not full',
      { 1: { size: 1, last: 1, perPage: 2 } },
      undefined,
      [undefined],
      [101],
    ],
    ['neither count nor size is known', { 1: { size: 1, last: 1 } }, undefined, [undefined], [101]],
    [
      'the page after the last repeats it',
      { 1: { size: 2, last: 1, total: 3 }, 2: { size: 2, current: 1, last: 1, total: 3 } },
      undefined,
      [undefined, 2],
      [102],
    ],
    [
      'the page after the last is not found',
      { 1: { size: 2, last: 1, total: 3 } },
      undefined,
      [undefined, 2],
      [102],
    ],
    [
      'the page after the last is refused',
      { 1: { size: 2, last: 1, total: 3 }, 2: new Failure('refused', 'no') },
      undefined,
      [undefined, 2],
      [102],
    ],
    ['it is counted from 0', { 1: { size: 1, current: 0, last: 1 } }, undefined, [undefined, 1], [1]],
  ])('when %s', async (_, answers, first, asked, read) => {
    const seen = await paged(answers, first);
    expect({ asked: seen.asked, read: seen.read }).toEqual({ asked, read });
    expect(seen.told).toEqual(read.map((__, at) => at + 1));
  });

  it('when the page after the last fails in another way, then that is the failure', async () => {
    const busy = new Failure('overloaded', 'busy');
    const seen = await paged({ 1: { size: 2, last: 1, total: 3 }, 2: busy });
    expect(seen).toMatchObject({ read: [102], failure: busy });
  });

  it('when another page comes than the one asked for, then paging is ignored', async () => {
    const seen = await paged({ 1: { size: 2, last: 3 }, 2: { size: 2, current: 1, last: 3 } });
    expect(seen).toMatchObject({
      read: [102],
      failure: {
        code: 'paging_ignored',
        message: 'the service ignores the page parameter: page=2 returned page 1',
      },
    });
  });

  it('when none may be asked for ahead, then each is asked for in its turn', async () => {
    const three = { 1: { size: 2, last: 3 }, 2: { size: 2, last: 3 }, 3: { size: 1, last: 3 } };
    expect(await paged(three, undefined, 0)).toMatchObject({
      asked: [undefined, 2, 3],
      read: [102, 202, 301],
    });
  });
});
