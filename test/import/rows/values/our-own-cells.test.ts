/** Cells that this program has written: what stands in a rejects file or an export comes back as it was. */
import { describe, expect, it } from 'vitest';
import { parseExportedValue } from '../../../../src/import/rows/values/field-values.ts';
import { escapeFormula, withoutEscape } from '../../../../src/import/rows/values/formula-escape.ts';
import { parseExportedTags } from '../../../../src/import/rows/values/tags.ts';
import { casesOf } from '../../../support/cases.ts';

describe('cells that a spreadsheet would run', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 1', "'+49 1"],
    ['-x', "'-x"],
    ['@home', "'@home"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['a=b', 'a=b'],
    ["O'Neill", "O'Neill"],
    ["'t Hart", "'t Hart"],
    ['', ''],
    // What looks escaped already gets another one in any case.
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ["'\nx", "''\nx"],
  ])('%j is written as %j, and comes back', (text, cell) => {
    expect(escapeFormula(text, true)).toBe(cell);
    expect(withoutEscape(cell)).toBe(text);
  });

  it('where formulas may stay, only what looks escaped changes', () => {
    expect(['=1', "'=1", 'x'].map(text => escapeFormula(text, false))).toEqual(['=1', "''=1", 'x']);
  });
});

describe('values of our exports', () => {
  it.each([
    ['text', ' a ', { value: ' a ' }],
    ['text', '1,5', { value: '1,5' }],
    ['date', '2026-01-02', { value: '2026-01-02' }],
    ['date', '2026-01-02T03:04:05Z', { value: '2026-01-02T03:04:05Z' }],
    ['date', '2026-01-02T03:04:05.678+01:00', { value: '2026-01-02T03:04:05.678+01:00' }],
    // It was edited since.
    ['date', '31.12.2026', { value: '2026-12-31' }],
    ['date', '2026-01-02 03:04', { value: '2026-01-02T03:04:00Z' }],
    ['date', '2026-02-30', { problem: expect.any(String) }],
    ['number', '1.5', { value: 1.5 }],
    ['number', 'x', { problem: expect.any(String) }],
  ] as const)('a %s of %j is read as it stands: %j', (kind, cell, expected) => {
    expect(parseExportedValue(kind, cell, {})).toMatchObject(expected);
  });

  it.each(casesOf<[cell: string, tags?: readonly string[]]>(new URL('our-own-tags.tsv', import.meta.url)))(
    'tags %j are %j; what is not quoted so is split like any other',
    (cell, tags) => {
      expect(parseExportedTags(cell)).toEqual(tags);
    },
  );
});
