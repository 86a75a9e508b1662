/** A column decides as a whole how its numbers or dates are read: docs/importing.md, "Numbers and dates". */
import { expect, it } from 'vitest';
import { ColumnFormat } from '../../../../src/import/rows/values/column-format.ts';
import type { FieldKind, ValueRules } from '../../../../src/import/rows/values/field-values.ts';
import { casesOf } from '../../../support/cases.ts';

const known = { decimalMark: undefined, dateFormat: undefined, dateOrder: undefined };

type Decided = [
  what: string,
  kind: FieldKind,
  texts: readonly string[],
  rules: Partial<ValueRules>,
  given?: ValueRules,
  usual?: Pick<ValueRules, 'decimalMark'>,
];
it.each(casesOf<Decided>(new URL('column-formats.tsv', import.meta.url)))(
  'when %s',
  (_, kind, texts, rules, given = {}, usual = {}) => {
    const format = new ColumnFormat(kind, given, usual);
    expect(format.rules).toEqual({ ...given, decimalMark: given.decimalMark ?? usual.decimalMark });
    const before = format.rules;
    for (const text of texts) format.observe(text);
    const hasChanged = format.decide();
    expect(format.rules).toEqual({ ...known, ...rules });
    const { decimalMark, dateOrder } = format.rules;
    expect(hasChanged).toBe(decimalMark !== before.decimalMark || dateOrder !== before.dateOrder);
    // What has been settled stays so.
    for (const text of texts) format.observe(text);
    expect(format.decide()).toBe(false);
  },
);

it('it knows the orders that all dates may have', () => {
  const orders = (...texts: string[]) => {
    const format = new ColumnFormat('date', {});
    for (const text of texts) format.observe(text);
    return format.possibleOrders;
  };
  expect(orders()).toEqual([]);
  expect(orders('2024-01-02', '45292')).toEqual([]);
  expect(orders('1/2/2024')).toEqual(['DMY', 'MDY']);
  expect(orders('1/2/2024', '2024-01-02', '01/02/03')).toEqual(['DMY', 'MDY']);
  expect(orders('1/2/2024', '31/12/2024')).toEqual(['DMY']);
  expect(orders('12/31/2024', '31/12/2024')).toEqual([]);
});
