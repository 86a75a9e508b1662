/** What becomes of a row: docs/importing.md, "Rows that were not sent"; the codes are a public list. */
import { describe, expect, it } from 'vitest';
import type { ConsentRules } from '../../../src/import/consent/consent.ts';
import type { SourceRow } from '../../../src/import/files/row.ts';
import { plainRowParser, type RowRules, rowParser } from '../../../src/import/pass/row-parser.ts';
import { ColumnFormat } from '../../../src/import/rows/values/column-format.ts';

/** A file with the columns email, city, orders, birthday and tags. */
const usual: RowRules = {
  formats: new Map(),
  width: 5,
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
  names: ['Email', 'City', 'Orders', 'Birthday', 'Tags'],
  consent: undefined,
  addressSeparator: undefined,
  yearless: undefined,
  clean: undefined,
  roundTrip: false,
  isEscaped: false,
  undecoded: undefined,
  earlier: undefined,
  shard: undefined,
  tags: [],
  judge: () => undefined,
  badValues: () => undefined,
};

/** Rules by which everybody with the city "out" is left out, and "gone" in an unreadable row names an address. */
const consent = {
  suppression: (cells: readonly string[], address: string, column: number) =>
    cells[1] === 'out' ? { reason: `${address} in ${column}`, cause: 'out' } : undefined,
  addressesOptedOutBy: (cells: readonly string[]) => (cells.includes('gone') ? ['gone@x.org'] : []),
} as unknown as ConsentRules;

const second: RowRules['mapping'] = {
  ...usual.mapping,
  targets: [{ to: 'email' }, { to: 'email' }, ...usual.mapping.targets.slice(2)],
  others: [1],
};
const earlier = (code: string): RowRules['earlier'] => ({
  rejectOf: () => ({ code, reason: 'said "x.org" before' }),
  ownColumns: [0, 1, 2, 3, 4],
});
const sent = (email: string, more: object = {}) => ({ kind: 'subscriber', subscriber: { email, ...more } });
const left = { kind: 'suppressed', suppression: { cause: 'out' } };
const bad = (...blame: object[]) => ({ kind: 'rejected', code: 'bad_value', blame });

describe('a row that is sent or not', () => {
  it.each<[what: string, rules: Partial<RowRules>, row: Omit<SourceRow, 'line'>, expected: object]>([
    [
      'all values fit',
      {},
      { cells: ['ann@x.org', ' Bern ', '5', '2024-01-02', 'a, b'] },
      {
        ...sent('ann@x.org', {
          fields: { city: 'Bern', orders: 5, birthday: '2024-01-02' },
          tags: ['a', 'b'],
        }),
        key: 'ann@x.org',
        plain: true,
        dropped: [],
        risk: undefined,
      },
    ],
    ['cells are empty or missing', {}, { cells: ['ann@x.org', '', ' '] }, sent('ann@x.org')],
    [
      'the address needs to be read',
      {},
      { cells: ['Ann <ANN@X.org>'] },
      { ...sent('ANN@x.org'), key: 'ann@x.org', plain: false },
    ],
    [
      'there are more cells, which are empty',
      {},
      { cells: ['a@x.org', '', '', '', '', ' ', ''] },
      sent('a@x.org'),
    ],
    [
      'there are more cells',
      {},
      { cells: ['a@x.org', '', '', '', '', '', 'x'] },
      { kind: 'rejected', code: 'ragged_row', reason: '7 cells, but the header has 5' },
    ],
    [
      'a quote is misplaced in one line',
      {},
      { cells: ['"a'], damaged: 'misplaced quote' },
      {
        code: 'malformed_row',
        reason: 'misplaced quote in this line',
        blame: [{ cause: 'misplaced quote' }],
      },
    ],
    [
      'a quote is misplaced in several lines',
      {},
      { cells: ['"a\nb\nc'], damaged: 'misplaced quote' },
      { code: 'malformed_row', reason: 'misplaced quote in lines 7 to 9' },
    ],
    [
      'it is damaged otherwise',
      {},
      { cells: ['x'], damaged: 'invalid JSON' },
      { code: 'malformed_row', reason: 'invalid JSON' },
    ],
    [
      'there is no address',
      {},
      { cells: ['', 'Bern'] },
      { code: 'missing_email', reason: 'no email address', blame: [{ column: 0 }] },
    ],
    ['there is only a mark of zero width', {}, { cells: ['\u200b \u00a0'] }, { code: 'missing_email' }],
    [
      'there is something else',
      {},
      { cells: ['nobody', 'Bern'] },
      { code: 'invalid_email', reason: '"nobody": no @ in it', blame: [{ column: 0, value: 'nobody' }] },
    ],
    [
      'a number and a date do not fit',
      {},
      { cells: ['a@x.org', '', 'five', 'soon'] },
      {
        ...bad(
          { column: 2, value: 'five', cause: 'not a number' },
          { column: 3, value: 'soon', cause: 'not a date' },
        ),
        key: 'a@x.org',
        reason: expect.stringMatching(/^Orders: .*five.*; Birthday: .*soon/),
      },
    ],
    [
      'bad values are dropped',
      { badValues: () => 'drop' },
      { cells: ['a@x.org', 'Bern', 'five'] },
      { ...sent('a@x.org', { fields: { city: 'Bern' } }), dropped: [{ column: 2, value: 'five' }] },
    ],
    [
      'a text is too long',
      {},
      { cells: ['a@x.org', 'x'.repeat(100_001)] },
      bad({ column: 1, value: `${'x'.repeat(79)}…`, cause: 'longer than 100000 characters' }),
    ],
    [
      'a text is as long as it may be',
      {},
      { cells: ['a@x.org', 'x'.repeat(100_000)] },
      sent('a@x.org', { fields: { city: 'x'.repeat(100_000) } }),
    ],
    [
      'it is an export of ours',
      { roundTrip: true },
      { cells: ['Ann@X.org', ' Bern ', '5', '2024-01-02', '"a;b"'] },
      sent('Ann@X.org', { fields: { city: ' Bern ', orders: 5, birthday: '2024-01-02' }, tags: ['a;b'] }),
    ],
    [
      'formulas are escaped',
      { isEscaped: true },
      { cells: ["'+a@x.org", "'=1", "'-5"] },
      sent('+a@x.org', { fields: { city: '=1', orders: -5 } }),
    ],
    [
      'apostrophes are cleaned',
      { clean: cells => cells.map(cell => cell.replace(/^'/, '')) },
      { cells: ["'a@x.org", "'Bern"] },
      sent('a@x.org', { fields: { city: 'Bern' } }),
    ],
    [
      'dates without a year are left out',
      { yearless: /^\d\d-\d\d$/ },
      { cells: ['a@x.org', '', '', '12-31'] },
      {
        ...sent('a@x.org'),
        dropped: [{ column: 3, value: '12-31', cause: 'a date without a year', isLeftOut: true }],
      },
    ],
    [
      'other bad dates are not',
      { yearless: /^\d\d-\d\d$/ },
      { cells: ['a@x.org', '', '', '99'] },
      bad({ column: 3 }),
    ],
    [
      'numbers without a year are no dates',
      { yearless: /^x$/ },
      { cells: ['a@x.org', '', 'x'] },
      bad({ column: 2 }),
    ],
    ['another column has the address', { mapping: second }, { cells: [' ', 'b@x.org'] }, sent('b@x.org')],
    ['both columns have one', { mapping: second }, { cells: ['a@x.org', 'b@x.org'] }, sent('a@x.org')],
    [
      'no column has one',
      { mapping: second },
      { cells: ['', ' '] },
      { code: 'missing_email', blame: [{ column: 0 }] },
    ],
    [
      'a cell has several addresses',
      { addressSeparator: ';' },
      { cells: [' ;a@x.org; b@x.org;;c@x.org', 'Bern'] },
      {
        ...sent('a@x.org', { fields: { city: 'Bern' } }),
        dropped: [
          {
            column: 0,
            value: 'b@x.org, c@x.org',
            isLeftOut: true,
            problem: expect.stringContaining('Email: "b@x.org, c@x.org" is'),
          },
        ],
      },
    ],
    [
      'a cell could have several, and has one',
      { addressSeparator: ';' },
      { cells: ['a@x.org;'] },
      { ...sent('a@x.org'), dropped: [] },
    ],
    [
      'all get a tag',
      { tags: ['z'] },
      { cells: ['a@x.org', '', '', '', 'a'] },
      sent('a@x.org', { tags: ['z', 'a'] }),
    ],
    [
      'the person opted out',
      { consent },
      { cells: ['A@x.org', 'out'] },
      { ...left, key: 'a@x.org', suppression: { cause: 'out', reason: 'A@x.org in 0' } },
    ],
    [
      'somebody without an address opted out',
      { consent },
      { cells: ['', 'out'] },
      { ...left, key: undefined },
    ],
    [
      'somebody with an unreadable address opted out',
      { consent },
      { cells: ['nobody', 'out'] },
      { ...left, key: undefined },
    ],
    [
      'it is below a title of those who left',
      { consent },
      { cells: ['a@x.org', 'Bern'], optedOutBy: 'Left' },
      { kind: 'suppressed', suppression: { cause: 'below the title "Left"' } },
    ],
    [
      'it cannot be read, and names somebody',
      { consent },
      { cells: ['a@x.org', '', '', '', '', 'gone'] },
      { code: 'ragged_row', optedOut: ['gone@x.org'] },
    ],
    [
      'its address cannot be read, and it names somebody',
      { consent },
      { cells: ['nobody', 'out', 'gone'] },
      { ...left, optedOut: ['gone@x.org'] },
    ],
    [
      'it can be read',
      { consent },
      { cells: ['a@x.org', '', 'five', 'gone'] },
      { code: 'bad_value', optedOut: undefined },
    ],
    [
      'the address is too risky',
      { judge: () => ({ cause: 'unknown_tld', action: 'reject' }) },
      { cells: ['a@x.nosuch'] },
      {
        kind: 'rejected',
        code: 'unknown_tld',
        key: 'a@x.nosuch',
        blame: [{ column: 0, value: 'a@x.nosuch' }],
      },
    ],
    [
      'the address is risky, and kept',
      { judge: () => ({ cause: 'disposable_domain', action: 'keep' }) },
      { cells: ['a@x.org'] },
      { ...sent('a@x.org'), plain: true, risk: { cause: 'disposable_domain' } },
    ],
    [
      'bytes could not be decoded',
      { undecoded: [1] },
      { cells: ['a@x.org', 'B\ufffdrn'] },
      { code: 'bad_encoding', key: 'a@x.org', blame: [{ column: 1, value: 'B\ufffdrn' }] },
    ],
    ['bytes could be decoded', { undecoded: [1] }, { cells: ['a@x.org', 'Bern'] }, sent('a@x.org')],
    [
      'bytes of a bad row could not be decoded',
      { undecoded: [1] },
      { cells: ['a', 'B\ufffdrn'] },
      { code: 'bad_encoding', key: undefined },
    ],
    [
      'bytes of somebody who left could not be decoded',
      { undecoded: [2], consent },
      { cells: ['a@x.org', 'out', '\ufffd'] },
      left,
    ],
    [
      'it was malformed before, and stands in one cell',
      { earlier: earlier('malformed_row') },
      { cells: ['a@x.org', ' '] },
      {
        code: 'malformed_row',
        reason: 'said "x.org" before',
        blame: [{ cause: 'rejected by an earlier import' }],
      },
    ],
    [
      'it was malformed before, and is divided now',
      { earlier: earlier('malformed_row') },
      { cells: ['a@x.org', 'Bern'] },
      sent('a@x.org'),
    ],
    [
      'it was another problem before',
      { earlier: earlier('bad_value') },
      { cells: ['a@x.org'] },
      sent('a@x.org'),
    ],
  ])('when %s', (_, rules, row, expected) => {
    const parse = rowParser({ ...usual, ...rules }, 'send');
    expect({ key: undefined, optedOut: undefined, ...parse({ line: 7, ...row }) }).toMatchObject(expected);
  });
});

it('when a row is only checked, then nothing is made of it, and its columns learn from it', () => {
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
  expect(send({ line: 2, cells: ['a@x.org', '', '1.234'] })).toMatchObject(
    sent('a@x.org', { fields: { orders: 1234 } }),
  );
});

it('when a row is plain, then it is read without checks, as before', () => {
  const cells = ["a@x.org'", 'Bern', '5', '2024-01-02', 'a'];
  const clean = (all: readonly string[]) => all.map(cell => cell.replace("'", ''));
  const parse = plainRowParser({ ...usual, clean, tags: ['z'] });
  expect(parse({ line: 2, cells })).toEqual({
    email: 'a@x.org',
    fields: { city: 'Bern', orders: 5, birthday: '2024-01-02' },
    tags: ['z', 'a'],
  });
  expect(plainRowParser(usual)({ line: 2, cells: [] })).toEqual({ email: '' });
});
