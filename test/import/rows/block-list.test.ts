/** Lists of addresses and domains that must not be emailed. */
import { expect, it } from 'vitest';
import { BlockList } from '../../../src/import/rows/block-list.ts';
import { casesOf } from '../../support/cases.ts';

const row = (...cells: string[]) => ({ line: 1, cells }) as Parameters<BlockList['add']>[0];

it.each(
  casesOf<[cells: string[], found: number, blocked: readonly string[], free: readonly string[]]>(
    new URL('block-list.tsv', import.meta.url),
  ),
)('a row %j has %d entries', (cells, found, blocked, free) => {
  const list = new BlockList();
  list.begin('no.csv');
  expect(list.add(row(...cells))).toBe(found);
  for (const key of blocked) expect(list.suppression(key)?.cause, key).toBe('on the list no.csv');
  for (const key of free) expect(list.suppression(key), key).toBeUndefined();
});

it('of a table, the columns of addresses count', () => {
  const list = new BlockList();
  list.begin('no.csv');
  expect(list.add(row('a@x.org', 'b@x.org'), [1])).toBe(1);
  expect([list.suppression('b@x.org') !== undefined, list.suppression('a@x.org')]).toEqual([true, undefined]);
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
