/** The lines of a rejects file (RFC 4180, section 2), and who writes what into it and into the report. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SourceRow } from '../../../src/import/files/row.ts';
import { createRejects } from '../../../src/import/rows/rejects.ts';
import {
  type RejectsFile,
  type RejectsLayout,
  rejectsLines,
} from '../../../src/import/rows/rejects-lines.ts';
import { temporaryFolder } from '../../support/home.ts';

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
  it.each<[cell: string, written: string, delimiter?: string]>([
    ['', ''],
    ['Ann', 'Ann'],
    ['ann.b-c_1@x.org', 'ann.b-c_1@x.org'],
    ['a b', 'a b'],
    ['a b ', '"a b "'],
    [' a', '" a"'],
    ['a, b', '"a, b"'],
    ['a;b', '"a;b"'],
    ['a|b', '"a|b"'],
    ['a\tb', '"a\tb"'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    ['say "hi"', '"say ""hi"""'],
    ['a.b', '"a.b"', '.'],
    ['aéb', 'aéb'],
    ['éa', 'éa'],
    ['é a', 'é a'],
    ['é ', '"é "'],
    ['aéb', '"aéb"', 'é'],
    ['=1', "'=1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    ["'=1", "''=1"],
    ['a=1', 'a=1'],
    ["it's", "it's"],
  ])('when a cell is %j, then it is written as %j', (cell, written, delimiter) => {
    const mark = delimiter ?? ',';
    const of = layout(['Email'], { delimiter: mark });
    expect(rejectsLines(of).row(file(of), row(cell), 'bad_value', 'why')).toBe(
      `${[written, '7', 'bad_value', 'why'].join(mark)}\r\n`,
    );
  });

  it('when there is one file, then its columns are there once, with what an earlier one added replaced', () => {
    const of = layout(['Email', '_line', '_code', '_reason', 'City'], { hasBom: true });
    const lines = rejectsLines(of);
    expect(lines.header).toBe('\ufeffEmail,City,_line,_code,_reason\r\n');
    expect(lines.row(file(of), row('a', '3', 'c', 'r', 'Bern', 'more'), 'bad_value', 'why')).toBe(
      'a,Bern,7,bad_value,why,more\r\n',
    );
    expect(lines.row(file(of), row('a'), 'bad_value', 'why')).toBe('a,,7,bad_value,why\r\n');
  });

  it('when there are several files, then each row says where it is from, in cells that can be read alone', () => {
    const of = layout(['Email', 'Tag'], { namesFiles: true });
    const lines = rejectsLines(of);
    const upper = file(of, { plain: cells => cells.map(cell => cell.toUpperCase()) });
    expect(lines.header).toBe('Email,Tag,_file,_line,_code,_reason\r\n');
    expect(lines.row(upper, row('a', 'b'), 'bad_value', 'why')).toBe('A,B,a.csv,7,bad_value,why\r\n');
    const damaged: SourceRow = { ...row('a "b'), damaged: 'misplaced quote' };
    expect(lines.row(upper, damaged, 'malformed_row', 'why')).toBe('"a ""b",,a.csv,7,malformed_row,why\r\n');
  });
});

describe('the two files', () => {
  const folder = () => {
    const at = temporaryFolder();
    return { rejects: join(at, 'r.csv'), leftOut: join(at, 'r.left-out.csv'), report: join(at, 'r.ndjson') };
  };
  const read = (path: string) =>
    existsSync(path) ? readFileSync(path, 'utf8').split(/\r?\n/).slice(0, -1) : undefined;
  const files = [file(layout(['Email']))];

  it('when rows are rejected, left out or noted, then each stands where it belongs', () => {
    const paths = folder();
    const rejects = createRejects(paths, [], files);
    rejects.add(0, row('out'), { code: 'suppressed', reason: 'left' });
    rejects.add(0, row('bad'), { code: 'invalid_email', reason: 'no @', email: 'bad' });
    rejects.note(0, row('same'), { code: 'duplicate', reason: 'same', of: { file: 0, line: 3 } });
    rejects.noteEmail('left', 'not in the file', 'a@x.org');
    rejects.flush();
    expect([read(paths.rejects), read(paths.report)]).toEqual([undefined, undefined]);
    expect(rejects.commit()).toEqual({
      rejects: [{ path: paths.rejects, files: [0] }],
      kept: [],
      leftOut: paths.leftOut,
    });
    expect(read(paths.rejects)).toEqual(['Email,_line,_code,_reason', 'bad,7,invalid_email,no @']);
    expect(read(paths.leftOut)).toEqual(['Email,_line,_code,_reason', 'out,7,suppressed,left']);
    expect(read(paths.report)?.map(line => JSON.parse(line))).toEqual([
      { line: 7, code: 'suppressed', reason: 'left', email: null, of: null },
      { line: 7, code: 'invalid_email', reason: 'no @', email: 'bad', of: null },
      { line: 7, code: 'duplicate', reason: 'same', email: null, of: 3 },
      { line: null, code: 'left', reason: 'not in the file', email: 'a@x.org', of: null },
    ]);
  });

  it('when files differ in their columns, then each layout has a rejects file, also in the next run', () => {
    const paths = folder();
    const second = layout(['City', 'Email'], { delimiter: ';' });
    const all = [...files, file(second), file(second, { label: 'c.csv' })];
    const run = (reason: string, isOwn: (path: string) => boolean) => {
      const rejects = createRejects(paths, [], all, isOwn);
      rejects.add(0, row('bad'), { code: 'invalid_email', reason });
      rejects.add(2, row('Bern', 'bad'), { code: 'bad_value', reason });
      return rejects.commit().rejects;
    };
    const other = paths.rejects.replace('.csv', '-2.csv');
    const written = [
      { path: paths.rejects, files: [0] },
      { path: other, files: [1, 2] },
    ];
    expect(run('why', () => false)).toEqual(written);
    expect(read(other)).toEqual(['City;Email;_line;_code;_reason', 'Bern;bad;7;bad_value;why']);
    expect(run('why', () => true)).toEqual(written);
    expect(run('another', () => true)).toEqual(written);
    expect([read(paths.rejects)?.[1], read(other)?.[1]]).toEqual([
      'bad,7,invalid_email,another',
      'Bern;bad;7;bad_value;another',
    ]);
  });

  it('when files differ in their columns, then people left out are in one file: each column once, addresses in one', () => {
    const paths = folder();
    const one = file(layout(['Email', 'City', 'City'], { namesFiles: true }));
    const other = file(layout(['Note', 'City', 'Mail']), {
      label: 'b.csv',
      address: 2,
      plain: () => ['plain'],
    });
    const rejects = createRejects(paths, [], [one, other]);
    const out = { code: 'suppressed', reason: 'left' } as const;
    rejects.add(0, row('a@x.org', 'Bern', 'Rome'), out);
    rejects.add(1, row('n', 'Oslo', 'b@x.org', 'more'), out);
    rejects.commit();
    expect(read(paths.leftOut)).toEqual([
      'Email,City,City,Note,_file,_line,_code,_reason',
      'a@x.org,Bern,Rome,,a.csv,7,suppressed,left',
      'b@x.org,Oslo,,n,b.csv,7,suppressed,left,more',
    ]);
  });

  it('when it starts again, then nothing of before is left; when it is given up, then nothing at all', () => {
    const paths = folder();
    const rejects = createRejects(paths, [], files);
    const out = { code: 'suppressed', reason: 'left' } as const;
    rejects.add(0, row('first'), out);
    rejects.add(0, row('second'), { code: 'invalid_email', reason: 'no @' });
    rejects.restart();
    rejects.add(0, row('third'), out);
    rejects.commit();
    expect([read(paths.rejects), read(paths.leftOut)]).toEqual([
      undefined,
      ['Email,_line,_code,_reason', 'third,7,suppressed,left'],
    ]);
    expect(read(paths.report)).toHaveLength(1);
    const others = folder();
    const given = createRejects(others, [], files);
    given.add(0, row('x'), out);
    given.discard();
    expect([read(others.rejects), read(others.report)]).toEqual([undefined, undefined]);
  });
});
