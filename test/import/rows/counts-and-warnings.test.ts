/** What a pass over a file counts by cause, and what of the file looks odd. */
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/import/columns/dialect.ts';
import type { SourceRow } from '../../../src/import/files/row.ts';
import { FileWarnings } from '../../../src/import/pass/file-warnings.ts';
import type { RowRules } from '../../../src/import/pass/row-parser.ts';
import { plainCells } from '../../../src/import/rejects-file.ts';
import { FileCounts } from '../../../src/import/rows/file-counts.ts';
import { ColumnFormat } from '../../../src/import/rows/values/column-format.ts';

describe('counts', () => {
  it("of reasons in people's own words, the first hundred are counted one by one", () => {
    const counts = new FileCounts([]);
    for (let at = 0; at < 103; at++) counts.suppress({ reason: '', cause: `because ${at}`, column: 1 });
    counts.suppress({ reason: '', cause: 'because 0', column: 1 });
    expect(counts.suppressions).toHaveLength(101);
    expect(counts.suppressions.slice(0, 2)).toEqual([
      { cause: 'other causes', column: undefined, count: 3 },
      { cause: 'because 0', column: 1, count: 2 },
    ]);
  });

  it('of values that differ, the first fifty are counted', () => {
    const counts = new FileCounts([]);
    const add = (value: string) => counts.dropped.add('bad_value', [{ cause: 'c', column: 1, value }], 2);
    for (let at = 0; at < 60; at++) add(`v${at}`);
    add('v0');
    add('v59');
    const [reason] = counts.dropped.sorted();
    expect([reason?.count, reason?.values.size, reason?.values.get('v0'), reason?.values.get('v50')]).toEqual(
      [62, 50, 2, undefined],
    );
  });
});

describe('warnings', () => {
  const dialect = {
    delimiter: ',',
    header: ['Name', 'Email', 'City'],
    addressColumn: 1,
    isHeaderAssumed: false,
    headerLine: 3,
  } as Partial<Dialect> as Dialect;
  /** The warnings of rows, the first of which stands on line 4. */
  const warned = (
    rows: readonly (readonly string[])[],
    more: Partial<Dialect> = {},
    damaged?: SourceRow['damaged'],
  ) => {
    const warnings = new FileWarnings({ ...dialect, ...more });
    let line = 4;
    const placed = rows.map(cells => {
      const row = { line, cells, ...(damaged && { damaged }) };
      line += cells.join('').split('\n').length;
      return row;
    });
    warnings.look(placed);
    return warnings.list;
  };

  const swallowed = 'Ann\nBob,bob@x.org,Rome\nCy,cy@x.org,Oslo';
  it.each<
    [
      what: string,
      cells: readonly string[],
      found: number,
      more?: Partial<Dialect>,
      damaged?: SourceRow['damaged'],
    ]
  >([
    ['a line like a row', ['Ann\nBob,bob@x.org,Rome\nx,y', 'ann@x.org', 'Bern'], 1],
    ['two such lines', [`${swallowed}\nx,y`, 'ann@x.org', 'Bern'], 2],
    ['the last line, which goes on in the next cells', ['Ann\nBob', 'bob@x.org', 'Rome'], 1],
    ['the last line, which is too short for a row', ['Ann\nBob', 'bob@x.org'], 0],
    ['a line with too few cells', ['Ann\nBob,bob@x.org\nx,y', 'a@x.org', 'Bern'], 0],
    ['a line with its address elsewhere', ['Ann\nbob@x.org,Bob,Rome\nx,y', 'a@x.org', 'Bern'], 0],
    ['a line without an address', ['Ann\nBob,bob,Rome\nx,y', 'ann', 'Bern'], 0],
    ['a line of another delimiter', ['Ann\nBob;bob@x.org;Rome\nx,y', 'a@x.org', 'Bern'], 0],
    ['a line of the delimiter', ['Ann\nBob;bob@x.org;Rome\nx;y', 'a@x.org', 'Bern'], 1, { delimiter: ';' }],
    ['a very long line', [`Ann\nBob,bob@x.org,${'x'.repeat(10_000)}\nx,y`, 'a@x.org', 'Bern'], 0],
    ['a long line', [`Ann\nBob,bob@x.org,${'x'.repeat(9_000)}\nx,y`, 'a@x.org', 'Bern'], 1],
    ['its first line only', ['Bob,bob@x.org,Rome', 'a@x.org', 'Bern'], 0],
    ['damage', [`${swallowed}\nx,y`, 'ann@x.org', 'Bern'], 0, {}, 'misplaced quote'],
  ])('of a cell with %s, as many lines are said to be lost', (_, cells, found, more, damaged) => {
    const list = warned([['Ann', 'a@x.org', 'Bern'], cells, ['Zoe', 'z@x.org', 'Bern']], more, damaged);
    expect(list).toMatchObject(found === 0 ? [] : [{ code: 'rows_in_cell', count: found, line: 5 }]);
    expect(list[0]?.message ?? 'from line 6 on').toContain('from line 6 on');
  });

  it('lines of a later cell are counted on', () => {
    const [warning] = warned([['Ann\nx', 'a@x.org\ny', `${swallowed}\nx,y`]]);
    expect(warning?.message).toContain('2 lines, from line 7 on');
    expect(warned([['Ann', 'a@x.org', swallowed]])[0]?.count).toBe(2);
  });
});

describe('cells of a rejects file', () => {
  const targets: RowRules['mapping']['targets'] = [
    { to: 'email' },
    { to: 'field', variable: 'city', kind: 'text' },
    { to: 'field', variable: 'orders', kind: 'number' },
    { to: 'field', variable: 'birthday', kind: 'date' },
    { to: 'tags' },
  ];
  const formats = new Map([
    [2, new ColumnFormat('number', { decimalMark: ',' })],
    [3, new ColumnFormat('date', { dateOrder: 'MDY' })],
  ]);
  const rules = {
    formats,
    dialect: { header: ['', '', '', '', ''], names: [] },
    mapping: { targets, email: 0, others: [1] },
    roundTrip: false,
    isEscaped: false,
  } as Partial<RowRules> as RowRules;
  const texts = { mapping: { targets: targets.slice(0, 2), email: 0, others: [] } };

  it.each<
    [what: string, rules: Partial<RowRules>, cells: readonly string[], plain: readonly string[] | undefined]
  >([
    [
      'numbers and dates',
      {},
      ['a', 'b', '1.234,5', '1/2/2024', 'x,y'],
      ['a', 'b', '1234.5', '2024-01-02', 'x,y'],
    ],
    ['thousandths', {}, ['a', 'b', '1,234', ''], ['a', 'b', '1.2340', '']],
    ['negative thousandths', {}, ['', '', '-12,345'], ['', '', '-12.3450']],
    ['more decimals', {}, ['', '', '1234,567'], ['', '', '1234.567']],
    ['what is none', {}, ['', '', ' five ', 'soon'], ['', '', ' five ', 'soon']],
    ['more cells than columns', {}, ['', '', '1,5', '', '', ''], ['', '', '1,5', '', '', '']],
    ['escaped cells', { isEscaped: true }, ['', '', "'-1,5"], ['', '', '-1.5']],
    ['cells of ours', { roundTrip: true }, ['', '', '1,5'], undefined],
    ['texts only', texts, ['a', 'b'], undefined],
  ])('values that are %s can be read in one way', (_, more, cells, plain) => {
    expect(plainCells({ ...rules, ...more })?.(cells)).toEqual(plain);
  });
});
