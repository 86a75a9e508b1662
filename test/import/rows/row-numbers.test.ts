import { expect, it } from 'vitest';
import { RowNumbers } from '../../../src/import/rows/row-numbers.ts';

it('of rows numbered through several files, each number leads back to its line', () => {
  const numbers = new RowNumbers(['a.csv', 'b.csv', 'c.csv']);
  numbers.endOf(0, 10);
  numbers.endOf(1, 5);
  expect([0, 1, 2].map(file => numbers.startOf(file))).toEqual([0, 10, 15]);
  expect([1, 10, 11, 15, 16].map(number => numbers.textOf(number))).toEqual([
    'a.csv:1',
    'a.csv:10',
    'b.csv:1',
    'b.csv:5',
    'c.csv:1',
  ]);
  expect(numbers.locate(16)).toEqual({ file: 2, line: 1 });
  expect(new RowNumbers(['a.csv']).textOf(7)).toBe('line 7');
});
