/** A column decides as a whole how its numbers or dates are read: docs/importing.md, "Numbers and dates". */
import { expect, it } from 'vitest';
import { ColumnFormat } from '../../../../src/import/rows/values/column-format.ts';
import type { FieldKind, ValueRules } from '../../../../src/import/rows/values/field-values.ts';

const known = { decimalMark: undefined, dateFormat: undefined, dateOrder: undefined };

it.each<
  [
    what: string,
    kind: FieldKind,
    texts: readonly string[],
    rules: Partial<ValueRules>,
    given?: ValueRules,
    usual?: Pick<ValueRules, 'decimalMark'>,
  ]
>([
  ['no number shows it', 'number', ['1.234', '7'], {}],
  ['one shows a point', 'number', ['1.234', '1.5'], { decimalMark: '.' }],
  ['one shows a comma', 'number', ['1,5', '1.234'], { decimalMark: ',' }],
  ['they contradict each other', 'number', ['1,5', '1.5'], {}],
  [
    'they contradict each other, and one is usual',
    'number',
    ['1,5', '1.5'],
    { decimalMark: '.' },
    {},
    { decimalMark: '.' },
  ],
  ['none shows it, and one is usual', 'number', ['7'], { decimalMark: '.' }, {}, { decimalMark: '.' }],
  ['one shows another than the usual', 'number', ['1,5'], { decimalMark: ',' }, {}, { decimalMark: '.' }],
  ['it is given', 'number', ['1.5'], { decimalMark: ',' }, { decimalMark: ',' }, { decimalMark: '.' }],
  ['no date shows it', 'date', ['1/2/2024', '4/4/2024'], {}],
  ['one date has the day first', 'date', ['1/2/2024', '31/12/2024'], { dateOrder: 'DMY' }],
  ['one date has the month first', 'date', ['12/31/2024', '1/2/2024'], { dateOrder: 'MDY' }],
  ['one date has the year first', 'date', ['98/12/31', '01/02/03'], { dateOrder: 'YMD' }],
  ['dates contradict each other', 'date', ['31/12/2024', '12/31/2024'], {}],
  ['dates are of ISO 8601', 'date', ['2024-01-02'], {}],
  ['an order is given', 'date', ['31/12/2024'], { dateOrder: 'MDY' }, { dateOrder: 'MDY' }],
  ['a form is given', 'date', ['1/2/2024'], { dateFormat: 'DMY' }, { dateFormat: 'DMY' }],
  ['they are numbers', 'date', ['45292', '36526'], {}],
  ['months have names', 'date', ['2 stycznia 2024', '3 listopada 2024'], {}],
  ['it is no date and no number', 'text', ['1,5', '31/12/2024', '45292'], {}],
])('when %s', (_, kind, texts, rules, given = {}, usual = {}) => {
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
});

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
