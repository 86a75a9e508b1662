import { expect, test } from 'vitest';
import { RowNumbers } from '../../../src/import/rows/row-numbers.ts';

// A file of so many lines would take an hour to write.
test('when files have more lines than can be told apart, then the import is refused', () => {
  const places = new RowNumbers(['a.csv', 'b.csv']);
  places.endOf(0, 600_000_000);
  expect(places.textOf(600_000_001)).toBe('b.csv:1');
  expect(() => places.endOf(1, 600_000_000)).toThrow('more than 1,073,741,822 lines in one import');
});
