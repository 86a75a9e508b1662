/** Dates by the forms that docs/importing.md names: ISO 8601, forms that cannot be taken for another, and given ones. */
import { expect, it } from 'vitest';
import { type DateRules, parseDate, shownDateOrders } from '../../../../src/import/rows/values/dates.ts';
import { casesOf, casesOfKind } from '../../../support/cases.ts';

const oddDates = new URL('odd-dates.tsv', import.meta.url);

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
  const rows = casesOfKind<[text: string, reason: string]>(oddDates, 'no date');
  expect(rows.map(([text]) => [text, why(text)])).toEqual(
    rows.map(([text, reason]) => [text, expect.stringContaining(reason)]),
  );
  expect(why('31/12/2024', { dateFormat: 'MDY' })).toContain('not a date in the format MDY');
});

it('a date shows the orders that its column may have', () => {
  const rows = casesOfKind<[string, ReturnType<typeof shownDateOrders>]>(oddDates, 'orders');
  expect(rows.map(([text]) => [text, shownDateOrders(text)])).toEqual(rows);
});
