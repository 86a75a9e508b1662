/** Numbers as docs/importing.md promises them: the decimal mark of the column holds, and what is in doubt is no number. */
import { expect, it } from 'vitest';
import {
  ambiguousNumber,
  parseNumber,
  shownDecimalMark,
} from '../../../../src/import/rows/values/numbers.ts';

/** What a text is with a point, with a comma, and where nothing is known; and the mark that it shows. */
type Row = readonly [
  text: string,
  point: number | string,
  comma: number | string,
  unknown: number | string,
  shown: ReturnType<typeof shownDecimalMark>,
];
const no = 'not a number';
const digits = 'a number with too many digits';

const rows: readonly Row[] = [
  ['0', 0, 0, 0, undefined],
  ['9', 9, 9, 9, undefined],
  ['1234567890', 1234567890, 1234567890, 1234567890, undefined],
  ['123456789012345', 123456789012345, 123456789012345, 123456789012345, undefined],
  ['1234567890123456', 1234567890123456, 1234567890123456, 1234567890123456, undefined],
  ['007', 7, 7, 7, undefined],
  ['-5', -5, -5, -5, undefined],
  ['+5', 5, 5, 5, undefined],
  ['1e3', 1000, 1000, 1000, undefined],
  ['1E+3', 1000, 1000, 1000, undefined],
  ['25e-1', 2.5, 2.5, 2.5, undefined],
  ['1e12', 1e12, 1e12, 1e12, undefined],
  // One mark: decimals, but for three digits behind it, which may be thousands. A point that cannot divide thousands is
  // the mark in any column, as programs write it.
  ['1.5', 1.5, 1.5, 1.5, '.'],
  ['1,5', no, 1.5, 1.5, ','],
  ['1.50', 1.5, 1.5, 1.5, '.'],
  ['12,50', no, 12.5, 12.5, ','],
  ['0.5', 0.5, 0.5, 0.5, '.'],
  ['0,123', no, 0.123, 0.123, ','],
  ['0.123', 0.123, 0.123, 0.123, '.'],
  ['1.234', 1.234, 1234, ambiguousNumber, 'either'],
  ['1,234', 1234, 1.234, ambiguousNumber, 'either'],
  ['123.456', 123.456, 123456, ambiguousNumber, 'either'],
  ['-1.234', -1.234, -1234, ambiguousNumber, 'either'],
  ['+1,234', 1234, 1.234, ambiguousNumber, 'either'],
  ['1234.567', 1234.567, 1234.567, 1234.567, '.'],
  ['1234,567', no, 1234.567, 1234.567, ','],
  ['1.2345', 1.2345, 1.2345, 1.2345, '.'],
  ['12.3456', 12.3456, 12.3456, 12.3456, '.'],
  ['.5', 0.5, 0.5, 0.5, '.'],
  [',5', no, 0.5, 0.5, ','],
  ['.25', 0.25, 0.25, 0.25, '.'],
  ['.123', 0.123, 0.123, 0.123, '.'],
  ['5.', 5, 5, 5, '.'],
  ['5,', no, 5, 5, ','],
  ['-1.5', -1.5, -1.5, -1.5, '.'],
  ['+1,5', no, 1.5, 1.5, ','],
  ['1.5e3', 1500, 1500, 1500, '.'],
  ['1,5E-3', no, 0.0015, 0.0015, ','],
  ['1.5e+3', 1500, 1500, 1500, '.'],
  ['1,5e3', no, 1500, 1500, ','],
  ['1.5e12', 1.5e12, 1.5e12, 1.5e12, '.'],
  ['1,5e+12', no, 1.5e12, 1.5e12, ','],
  // Both marks, or one of them twice.
  ['1,234.5', 1234.5, no, 1234.5, '.'],
  ['1.234,5', no, 1234.5, 1234.5, ','],
  ['12,345.67', 12345.67, no, 12345.67, '.'],
  ['12.345,67', no, 12345.67, 12345.67, ','],
  ['123,456.', no, no, no, '.'],
  ['1,234,567', 1234567, no, 1234567, '.'],
  ['1.234.567', no, 1234567, 1234567, ','],
  ['12,345,678.9', 12345678.9, no, 12345678.9, '.'],
  ['12.345.678,9', no, 12345678.9, 12345678.9, ','],
  ['123,456,789', 123456789, no, 123456789, '.'],
  ['123.456.789', no, 123456789, 123456789, ','],
  ['-1,234,567.8', -1234567.8, no, -1234567.8, '.'],
  ["1'234.5", 1234.5, no, 1234.5, '.'],
  ["1'234,5", no, 1234.5, 1234.5, ','],
  ['1 234,5', no, 1234.5, 1234.5, ','],
  ['1\u00a0234.5', 1234.5, no, 1234.5, '.'],
  ['1\u202f234\u202f567,8', no, 1234567.8, 1234567.8, ','],
  ["1'234", 1234, 1234, 1234, undefined],
  ['1 234 567', 1234567, 1234567, 1234567, undefined],
  // None.
  ['', no, no, no, undefined],
  ['.', no, no, no, '.'],
  [',', no, no, no, ','],
  ['1.2.3', no, no, no, undefined],
  ['1,2,3', no, no, no, undefined],
  ['1,2.3', no, no, no, undefined],
  ['1,23,456', no, no, no, undefined],
  ['1.23.456', no, no, no, undefined],
  ['1234,567,890', no, no, no, undefined],
  ['1234.567.890', no, no, no, undefined],
  ['1,234,56', no, no, no, undefined],
  ['1.234.56', no, no, no, undefined],
  ['1,234,5678', no, no, no, undefined],
  ['1,234.56x', no, no, no, undefined],
  ['x1.234,56', no, no, no, undefined],
  ['x1,234,567', no, no, no, undefined],
  ['1.234.567x', no, no, no, undefined],
  ['x1.5', no, no, no, undefined],
  ['1.5x', no, no, no, undefined],
  ['1:5', no, no, no, undefined],
  ['1/5', no, no, no, undefined],
  ['--5', no, no, no, undefined],
  ['5-', no, no, no, undefined],
  ['1 2', no, no, no, undefined],
  ['1e', no, no, no, undefined],
  ['1.5ex', no, no, no, undefined],
  ['1.5e-', no, no, no, undefined],
  ['1e999', no, no, no, undefined],
  // Rounding would change them.
  ['9007199254740991', 9007199254740991, 9007199254740991, 9007199254740991, undefined],
  ['9007199254740993', digits, digits, digits, undefined],
  ['+9007199254740993', digits, digits, digits, undefined],
  ['9,007,199,254,740,993', digits, no, digits, '.'],
  ['9007199254740992', 9007199254740992, 9007199254740992, 9007199254740992, undefined],
  // As other programs write it, too.
  ['12345678901234567000', 12345678901234567000, 12345678901234567000, 12345678901234567000, undefined],
  ['100000000000000000000', 1e20, 1e20, 1e20, undefined],
  ['1000000000000000000000', 1e21, 1e21, 1e21, undefined],
  ['0009007199254740994', 9007199254740994, 9007199254740994, 9007199254740994, undefined],
  ['0.30000000000000004441', 0.30000000000000004, 0.30000000000000004, 0.30000000000000004, '.'],
];

it('when the mark of the column is known or not, then numbers are read by it, and what is in doubt is none', () => {
  const read = (text: string, mark?: '.' | ',') => {
    const parsed = parseNumber(text, mark);
    if ('value' in parsed) return parsed.value;
    return [ambiguousNumber, digits, no].find(reason => parsed.problem.includes(reason)) ?? parsed.problem;
  };
  expect(rows.map(([text]) => [text, read(text, '.'), read(text, ','), read(text)])).toEqual(
    rows.map(row => row.slice(0, 4)),
  );
});

it('when a number is looked at, then it shows the mark of its column, or that it may have either', () => {
  expect(rows.map(([text]) => [text, shownDecimalMark(text)])).toEqual(
    rows.map(([text, , , , shown]) => [text, shown]),
  );
});
