/** The lines of a rejects file (RFC 4180, section 2). */
import { describe, expect, it } from 'vitest';
import type { SourceRow } from '../../../src/import/files/row.ts';
import {
  leftOutLines,
  type RejectsFile,
  type RejectsLayout,
  rejectsLines,
} from '../../../src/import/rows/rejects-lines.ts';
import { casesOf } from '../../support/cases.ts';

const layout = (header: readonly string[], more: Partial<RejectsLayout> = {}): RejectsLayout => ({
  header,
  delimiter: ',',
  lineEnd: '\r\n',
  hasBom: false,
  namesFiles: false,
  ...more,
});
const file = (of: RejectsLayout, more: Partial<RejectsFile> = {}): RejectsFile => ({
  label: 'a.csv',
  layout: of,
  address: 0,
  plain: undefined,
  ...more,
});
const row = (...cells: string[]): SourceRow => ({ line: 7, cells });

describe('a line', () => {
  it.each(
    casesOf<[cell: string, written?: string, delimiter?: string]>(
      new URL('rejects-cells.tsv', import.meta.url),
    ),
  )('a cell %j is written as %j', (cell, written = '', mark = ',') => {
    const of = layout(['Email'], { delimiter: mark });
    expect(rejectsLines(of).row(file(of), row(cell), 'bad_value', 'why')).toBe(
      `${[written, '7', 'bad_value', 'why'].join(mark)}\r\n`,
    );
  });

  it('of one file each column is there once, with what an earlier import added replaced', () => {
    const of = layout(['Email', '_line', '_code', '_reason', '=City'], { hasBom: true });
    const lines = rejectsLines(of);
    expect(lines.header).toBe("\ufeffEmail,'=City,_line,_code,_reason\r\n");
    expect(lines.row(file(of), row('a', '3', 'c', 'r', 'Bern', 'more'), 'bad_value', 'why')).toBe(
      'a,Bern,7,bad_value,why,more\r\n',
    );
    expect(lines.row(file(of), row('a'), 'bad_value', 'why')).toBe('a,,7,bad_value,why\r\n');
  });

  it('of several files each row says where it is from, in cells that can be read alone', () => {
    const of = layout(['Email', 'Tag'], { namesFiles: true });
    const lines = rejectsLines(of);
    const upper = file(of, { plain: cells => cells.map(cell => cell.toUpperCase()) });
    expect(lines.header).toBe('Email,Tag,_file,_line,_code,_reason\r\n');
    expect(lines.row(upper, row('a', 'b'), 'bad_value', 'why')).toBe('A,B,a.csv,7,bad_value,why\r\n');
    const damaged: SourceRow = { ...row('a "b'), damaged: 'misplaced quote' };
    expect(lines.row(upper, damaged, 'malformed_row', 'why')).toBe('"a ""b",,a.csv,7,malformed_row,why\r\n');
  });
});

it('the list of people left out has each column once, whatever the files, and all addresses in one', () => {
  const one = file(layout(['Email', 'City', 'City'], { namesFiles: true }));
  const other = file(layout(['Note', 'City', 'Mail']), {
    label: 'b.csv',
    address: 2,
    plain: () => ['plain'],
  });
  const { header, row: written } = leftOutLines([one, other]);
  expect([
    header,
    written(one, row('a@x.org', 'Bern', 'Rome'), 'suppressed', 'left'),
    written(other, row('n', 'Oslo', 'b@x.org', 'more'), 'suppressed', 'left'),
  ]).toEqual([
    'Email,City,City,Note,_file,_line,_code,_reason\r\n',
    'a@x.org,Bern,Rome,,a.csv,7,suppressed,left\r\n',
    'b@x.org,Oslo,,n,b.csv,7,suppressed,left,more\r\n',
  ]);
});
