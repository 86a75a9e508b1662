/** Lists of addresses and domains that must not be emailed. */
import { expect, it } from 'vitest';
import { BlockList } from '../../../src/import/rows/block-list.ts';

const row = (...cells: string[]) => ({ line: 1, cells }) as Parameters<BlockList['add']>[0];

it.each<
  [
    cells: string[],
    columns: readonly number[] | undefined,
    found: number,
    blocked: readonly string[],
    free: readonly string[],
  ]
>([
  [['ann@x.org'], undefined, 1, ['ann@x.org'], ['bob@x.org']],
  [
    ['Ann', 'ann@x.org; bob@x.org', 'c@y.org'],
    undefined,
    3,
    ['ann@x.org', 'bob@x.org', 'c@y.org'],
    ['d@y.org'],
  ],
  [['Ann <ann@x.org>'], undefined, 1, ['ann@x.org'], []],
  [['a@x.org:::b@x.org|c@x.org,d@x.org'], undefined, 4, ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org'], []],
  [['@spam.example'], undefined, 1, ['any@spam.example'], ['any@not-spam.example', 'any@sub.spam.example']],
  [['*@spam.example', 'x'], undefined, 1, ['any@spam.example'], []],
  // Alone on its line a domain needs no mark.
  [['spam.org'], undefined, 1, ['any@spam.org'], []],
  [['', ' spam.org ', ''], undefined, 1, ['any@spam.org'], []],
  [['mail.spam.co.uk'], undefined, 1, ['any@mail.spam.co.uk'], ['any@spam.co.uk']],
  [['163.com'], undefined, 1, ['any@163.com'], ['any@1163.com']],
  [['a-1.org'], undefined, 1, ['any@a-1.org'], []],
  [['b2b.org'], undefined, 1, ['any@b2b.org'], []],
  [['spam.org1'], undefined, 0, [], ['any@spam.org1']],
  [['spam.org', 'x'], undefined, 0, [], ['any@spam.org']],
  [['spam.org and more'], undefined, 0, [], ['any@spam.org']],
  [['spam'], undefined, 0, [], ['any@spam']],
  [['spam.c'], undefined, 0, [], ['any@spam.c']],
  [['-spam.org'], undefined, 0, [], []],
  [['@'], undefined, 0, [], []],
  [['x'], undefined, 0, [], []],
  [['a@x.org', 'b@x.org'], [1], 1, ['b@x.org'], ['a@x.org']],
])('a row %j (columns %j) has %d entries', (cells, columns, found, blocked, free) => {
  const list = new BlockList();
  list.begin('no.csv');
  expect(list.add(row(...cells), columns)).toBe(found);
  for (const key of blocked) expect(list.suppression(key)?.cause, key).toBe('on the list no.csv');
  for (const key of free) expect(list.suppression(key), key).toBeUndefined();
});

it('of several lists the one is named; a domain is shown', () => {
  const list = new BlockList();
  list.begin('one.csv');
  list.add(row('a@x.org'));
  list.begin('two.csv');
  list.add(row('@y.org'));
  expect(list.suppression('a@x.org')).toEqual({
    reason: 'on the list one.csv',
    cause: 'on the list one.csv',
  });
  expect(list.suppression('b@y.org')).toEqual({
    reason: 'on the list two.csv (@y.org)',
    cause: 'on the list two.csv',
  });
});
