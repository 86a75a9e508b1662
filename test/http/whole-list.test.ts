/** A list that is read to its end: each record once, and what is said when its count is not the service's. */
import { describe, expect, it } from 'vitest';
import type { ReceivedPage } from '../../src/http/received-page.ts';
import { WholeList } from '../../src/http/whole-list.ts';

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
