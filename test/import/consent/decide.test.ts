/** How columns are read by their names and values, and which answer is proposed for those in doubt. */
import { expect, test } from 'vitest';
import { ColumnSurvey } from '../../../src/import/consent/column-survey.ts';
import { type ColumnReading, readColumn } from '../../../src/import/consent/decide.ts';
import { readHeader } from '../../../src/import/consent/header.ts';
import { doubtFor } from '../../../src/import/consent/proposal.ts';
import { casesOf } from '../../support/cases.ts';

const rowsOf = <Row extends readonly unknown[]>(name: string) => casesOf<Row>(new URL(name, import.meta.url));

function countsOf(cells: readonly string[]) {
  const survey = new ColumnSurvey([0]);
  for (const cell of cells) survey.add([cell]);
  return survey.counts(0);
}

test.each(rowsOf<[header: string, cells: string[], reading: ColumnReading]>('readings.tsv'))(
  '%s: %j is read as %s',
  (header, cells, reading) => {
    expect(readColumn(readHeader(header), countsOf(cells))).toBe(reading);
  },
);

type Proposal = [why: string, header: string, cells: string[], leavesOut: string[], undecided?: string[]];

test.each(rowsOf<Proposal>('proposals.tsv'))(
  'the answer that is proposed %s',
  (_why, header, cells, leavesOut, undecided) => {
    const column = { column: 0, header: readHeader(header), counts: countsOf(cells), isName: false };
    const proposed = doubtFor(column);
    expect([...proposed.leavesOut].sort()).toEqual(leavesOut);
    if (undecided !== undefined) expect([...proposed.undecided].sort()).toEqual(undecided);
  },
);
