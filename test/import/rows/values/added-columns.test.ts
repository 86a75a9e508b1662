/** Columns of a rejects file of this program: docs/importing.md, "Rows that were not sent". */
import { expect, it } from 'vitest';
import { earlierReject, isAddedColumn } from '../../../../src/import/rows/values/added-columns.ts';

const header = ['Email', ' _line', '_code ', ' _reason ', '_file'];

it('a column of such a name is ours; one of files only in a rejects file', () => {
  const ours = [' _line ', '_code', '_reason'];
  expect(['Email', ...ours, '_lines', '_file'].filter(name => isAddedColumn(name, ['Email']))).toEqual(ours);
  expect(isAddedColumn(' _file ', header)).toBe(true);
  for (const missing of [1, 2, 3])
    expect(
      isAddedColumn(
        '_file',
        header.filter((_, at) => at !== missing),
      ),
    ).toBe(false);
});

it('of a file with all of them, each row says why it was rejected', () => {
  const rejectOf = earlierReject(header);
  expect(rejectOf?.(['a@x.org', '2', ' bad_value ', ' no number ', 'a.csv'])).toEqual({
    ...{ code: 'bad_value', reason: 'no number', file: 'a.csv' },
  });
  expect(rejectOf?.(['a@x.org'])).toEqual({ code: '', reason: '', file: undefined });
  for (const missing of [1, 2, 3])
    expect(earlierReject(header.filter((_, at) => at !== missing))).toBeUndefined();
});
