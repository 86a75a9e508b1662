/** What becomes of a row: docs/importing.md, "Rows that were not sent"; the codes are a public list. */
import { expect, it } from 'vitest';
import type { ConsentRules } from '../../../src/import/consent/consent.ts';
import type { SourceRow } from '../../../src/import/files/row.ts';
import { plainRowParser, type RowRules, rowParser } from '../../../src/import/pass/row-parser.ts';
import { ColumnFormat } from '../../../src/import/rows/values/column-format.ts';
import { casesOf } from '../../support/cases.ts';

/** A file with the columns email, city, orders, birthday and tags. */
const usual: RowRules = {
  dialect: { header: ['', '', '', '', ''], names: ['Email', 'City', 'Orders', 'Birthday', 'Tags'] },
  options: { tag: [] },
  formats: new Map(),
  mapping: {
    targets: [
      { to: 'email' },
      { to: 'field', variable: 'city', kind: 'text' },
      { to: 'field', variable: 'orders', kind: 'number' },
      { to: 'field', variable: 'birthday', kind: 'date' },
      { to: 'tags' },
    ],
    email: 0,
    others: [],
  },
  consent: undefined,
  addressSeparator: undefined,
  yearless: undefined,
  clean: undefined,
  roundTrip: false,
  isEscaped: false,
  undecoded: undefined,
  earlier: undefined,
  judge: () => undefined,
  badValues: () => undefined,
};

/** Rules by which everybody with the city "out" is left out, and "gone" in an unreadable row names an address. */
const consent = {
  suppression: (cells: readonly string[], address: string, column: number) =>
    cells[1] === 'out' ? { reason: `${address} in ${column}`, cause: 'out' } : undefined,
  addressesOptedOutBy: (cells: readonly string[]) => (cells.includes('gone') ? ['gone@x.org'] : []),
} as unknown as ConsentRules;

const earlier = (code: string): RowRules['earlier'] => ({
  rejectOf: () => ({ code, reason: 'said "x.org" before' }),
  ownColumns: [0, 1, 2, 3, 4],
});

/** The rules that rows.tsv names. */
const named: Readonly<Record<string, Partial<RowRules>>> = {
  '': {},
  'bad values dropped': { badValues: () => 'drop' },
  'our export': { roundTrip: true },
  escaped: { isEscaped: true },
  cleaned: { clean: cells => cells.map(cell => cell.replace(/^'/, '')) },
  yearless: { yearless: /^\d\d-\d\d$/ },
  'yearless x': { yearless: /^x$/ },
  'two address columns': {
    mapping: {
      ...usual.mapping,
      targets: [{ to: 'email' }, { to: 'email' }, ...usual.mapping.targets.slice(2)],
      others: [1],
    },
  },
  'several addresses': { addressSeparator: ';' },
  'tag z': { options: { tag: ['z'] } },
  consent: { consent },
  'risky rejected': { judge: () => ({ cause: 'unknown_tld', action: 'reject' }) },
  'risky kept': { judge: () => ({ cause: 'disposable_domain', action: 'keep' }) },
  'undecoded 1': { undecoded: [1] },
  'consent, undecoded 2': { consent, undecoded: [2] },
  'earlier malformed_row': { earlier: earlier('malformed_row') },
  'earlier bad_value': { earlier: earlier('bad_value') },
};

const cases = casesOf<[what: string, rules: string, row: SourceRow['cells'] | object, outcome: object]>(
  new URL('rows.tsv', import.meta.url),
);

const bad = (...blame: object[]) => ({ kind: 'rejected', code: 'bad_value', blame });

it.each(cases)(
  'by its cells and the rules a row is sent, left out or rejected: %s',
  (_, rules, row, outcome) => {
    const parse = rowParser({ ...usual, ...named[rules] }, 'send');
    const cells = Array.isArray(row) ? { cells: row } : row;
    expect(named).toHaveProperty([rules]);
    expect(parse({ line: 7, ...(cells as Omit<SourceRow, 'line'>) })).toEqual(outcome);
  },
);

it('a text of 100,000 characters is a value, a longer one is none', () => {
  const parse = rowParser(usual, 'send');
  const longest = 'x'.repeat(100_000);
  expect(parse({ line: 7, cells: ['a@x.org', longest] })).toMatchObject({
    subscriber: { fields: { city: longest } },
  });
  expect(parse({ line: 7, cells: ['a@x.org', `${longest}x`] })).toMatchObject(
    bad({ column: 1, value: `${'x'.repeat(79)}…`, cause: 'longer than 100000 characters' }),
  );
});

it('a row that is only checked teaches its columns, and makes nothing', () => {
  const format = new ColumnFormat('number', {});
  const fitting = new Uint8Array(5);
  const parse = rowParser(
    { ...usual, formats: new Map([[2, format]]), yearless: /^\d\d-\d\d$/ },
    'validate',
    fitting,
  );
  expect(parse({ line: 2, cells: ['a@x.org', 'Bern', '1,5', '12-31', 'a'] })).toMatchObject({
    subscriber: { email: 'a@x.org' },
    dropped: [{ column: 3 }],
  });
  expect([...fitting]).toEqual([0, 0, 1, 1, 0]);
  expect(parse({ line: 3, cells: ['a@x.org', 'x'.repeat(100_001), 'five'] })).toMatchObject(
    bad({ column: 1 }, { column: 2 }),
  );
  expect([format.decide(), format.rules.decimalMark]).toEqual([true, ',']);
  const send = rowParser({ ...usual, formats: new Map([[2, format]]) }, 'send');
  expect(send({ line: 2, cells: ['a@x.org', '', '1.234'] })).toMatchObject({
    subscriber: { fields: { orders: 1234 } },
  });
});

it('a plain row is read without checks', () => {
  const cells = ["a@x.org'", 'Bern', '5', '2024-01-02', 'a'];
  const clean = (all: readonly string[]) => all.map(cell => cell.replace("'", ''));
  const parse = plainRowParser({ ...usual, clean, options: { tag: ['z'] } });
  expect(parse({ line: 2, cells })).toEqual({
    email: 'a@x.org',
    fields: { city: 'Bern', orders: 5, birthday: '2024-01-02' },
    tags: ['z', 'a'],
  });
  expect(plainRowParser(usual)({ line: 2, cells: [] })).toEqual({ email: '' });
});
