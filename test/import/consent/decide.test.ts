import { expect, test } from 'vitest';
import { ColumnSurvey } from '../../../src/import/consent/column-survey.ts';
import { type ColumnReading, evidenceOf, readColumn } from '../../../src/import/consent/decide.ts';
import { readHeader } from '../../../src/import/consent/header.ts';
import { casesOf } from '../../support/cases.ts';

test.each<[header: string, cells: string[], reading: ColumnReading]>(
  casesOf<[header: string, cells: string[], reading: ColumnReading]>(
    new URL('readings.tsv', import.meta.url),
  ),
)('%s: %j is read as %s', (header, cells, reading) => {
  const survey = new ColumnSurvey([0]);
  for (const [at, cell] of cells.entries()) survey.add([cell], at + 2);
  expect(readColumn(readHeader(header), evidenceOf(survey.counts(0)))).toBe(reading);
});
