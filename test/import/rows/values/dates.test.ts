/** Dates by the forms that docs/importing.md names: ISO 8601, forms that cannot be taken for another, and given ones. */
import { expect, it } from 'vitest';
import {
  ambiguousDate,
  type DateRules,
  parseDate,
  shownDateOrders,
} from '../../../../src/import/rows/values/dates.ts';
import { casesOf } from '../../../support/cases.ts';

/** The value, or undefined for what is none. */
function read(text: string, rules: DateRules = {}) {
  const parsed = parseDate(text, rules);
  return 'value' in parsed ? parsed.value : undefined;
}

const dates = casesOf<[text: string, value?: string, rules?: DateRules]>(
  new URL('dates.tsv', import.meta.url),
);

it('a date that can be read in one way has its value, and any other has none', () => {
  expect(dates.map(([text, , rules]) => [text, read(text, rules) ?? '', rules])).toEqual(
    dates.map(([text, value = '', rules]) => [text, value, rules]),
  );
});

it('of what is no date, the reason helps', () => {
  const why = (text: string, rules: DateRules = {}) => {
    const parsed = parseDate(text, rules);
    return 'problem' in parsed ? parsed.problem.replace(/^.*" is |^.*": /, '') : parsed.value;
  };
  const rows = [
    ['01/02/2024', ambiguousDate],
    ['01/02/2024 10:20', ambiguousDate],
    ['3 listopada 2024', 'not a date'],
    ['2024', 'not a full date'],
    ['12/2024', 'not a full date'],
    ['2024-01', 'not a full date'],
    ['24.12.', 'not a full date'],
    ['24 12', 'not a full date'],
    ['12345', 'not a date'],
    ['31/31/2024', 'not a date'],
    ['30 January March', 'not a date'],
    ['12/2024x', 'not a date'],
    ['x12/2024', 'not a date'],
    ['7', 'not a date'],
    ['12345/1', 'not a date'],
    ['1/12345', 'not a date'],
    ['tomorrow', 'not a date'],
    ['31/12/2024 25:00', 'not a date'],
    ['30 February 2024', 'not a date'],
  ];
  expect(rows.map(([text = '']) => [text, why(text)])).toEqual(
    rows.map(([text, reason]) => [text, expect.stringContaining(reason ?? '')]),
  );
  expect(why('31/12/2024', { dateFormat: 'MDY' })).toContain('not a date in the format MDY');
});

it('a date shows the orders that its column may have', () => {
  const rows: readonly (readonly [string, ReturnType<typeof shownDateOrders>])[] = [
    ['01/02/2024', ['DMY', 'MDY']],
    ['31/12/2024', ['DMY']],
    ['12/31/2024', ['MDY']],
    ['12/31/2024 10:20', ['MDY']],
    ['01/02/03', ['DMY', 'MDY', 'YMD']],
    ['98/12/31', ['YMD']],
    ['01.02.03', ['DMY', 'YMD']],
    ['01.02.2024', []],
    ['2024/01/02', []],
    ['31/31/2024', []],
    ['2 January 2024', []],
    ['45292', []],
  ];
  expect(rows.map(([text]) => [text, shownDateOrders(text)])).toEqual(rows);
});
