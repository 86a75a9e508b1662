import { describe, expect, test } from 'vitest';
import { ColumnSurvey } from '../../../src/import/consent/column-survey.ts';
import { readHeader } from '../../../src/import/consent/header.ts';
import { doubtFor } from '../../../src/import/consent/proposal.ts';
import { casesOf } from '../../support/cases.ts';

function proposal(header: string, ...cells: readonly string[]) {
  const survey = new ColumnSurvey([0]);
  cells.forEach((cell, i) => {
    survey.add([cell], i + 2);
  });
  return doubtFor({ column: 0, header: readHeader(header), counts: survey.counts(0), isName: false });
}

describe('the answer that is proposed', () => {
  test.each<[why: string, header: string, cells: string[], leavesOut: string[]]>(
    casesOf<[why: string, header: string, cells: string[], leavesOut: string[]]>(
      new URL('proposals.tsv', import.meta.url),
    ),
  )('%s', (_why, header, cells, leavesOut) => {
    const { leavesOut: named, undecided } = proposal(header, ...cells);
    expect([[...named].sort(), undecided]).toEqual([leavesOut, []]);
  });

  test.each<[why: string, header: string, cells: string[], undecided: string[]]>([
    ['yes or no', 'Mail', ['yes', 'no', 'no'], ['no', 'yes']],
    ['a mark or an empty cell', 'Mail', ['x', '', ''], ['', 'x']],
    ['beside mail a word that nobody knows', 'Zorbl a publicidad por correo', ['SI', 'NO'], ['NO', 'SI']],
    ['a letter of several', 'Status', ['S', 'C', 'U'], ['C', 'S', 'U']],
    ['words of which none is known', 'Newsletter', ['abc', 'def'], ['abc', 'def']],
    ['days or none', 'Newsletter zorbl', [...days(20), ''], ['', '*']],
  ])('leaves out all of which one refuses, and nobody knows which: %s', (_why, header, cells, undecided) => {
    const found = proposal(header, ...cells);
    expect([[...found.leavesOut].sort(), [...found.undecided].sort()]).toEqual([undecided, undecided]);
  });

  test.each<[why: string, header: string, cells: string[], leavesOut: string[]]>([
    ['of many answers', 'Newsletter', ['yes', ...words(15)], words(15)],
    ['of more than fit on a line', 'Newsletter', ['yes', 'no', '', ...words(40)], ['', '*', 'no']],
    [
      'beside an empty cell, of which either is wanted',
      'Mailing',
      ['gesperrt', 'gesperrt', 'zorbl', ''],
      ['gesperrt', 'zorbl'],
    ],
  ])('leaves out what is not understood: %s', (_why, header, cells, leavesOut) => {
    expect([...proposal(header, ...cells).leavesOut].sort()).toEqual(leavesOut);
  });
});

function days(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `2024-05-${String(i + 1).padStart(2, '0')}`);
}

function words(count: number): string[] {
  return Array.from(
    { length: count },
    (_, i) => `zorbl${String.fromCharCode(97 + (i % 26))}${i > 25 ? 'x' : ''}`,
  ).sort();
}
