import { expect, test } from 'vitest';
import { ColumnSurvey } from '../../../src/import/consent/column-survey.ts';
import { findConsentColumns } from '../../../src/import/consent/columns.ts';

const answers = {
  chosen: undefined,
  optOutValues: new Map(),
  decided: new Set<number>(),
  matched: new Set<number>(),
};

/** @returns how often a name of the header was looked at */
function looks(width: number, nameOf: (column: number) => string): number {
  let count = 0;
  const names = Array.from({ length: width }, (_, column) => nameOf(column));
  const header = new Proxy(names, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) count++;
      return Reflect.get(target, key);
    },
  });
  const survey = new ColumnSurvey(names.map((_, column) => column));
  survey.add(
    names.map((_, column) => (column % 2 === 0 ? 'yes' : '')),
    2,
  );
  findConsentColumns({ header, survey }, answers, undefined);
  return count;
}

test.each<[what: string, nameOf: (column: number) => string]>([
  ['notes', () => 'Note'],
  ['letters', column => `Mail ${column}`],
  ['orders', column => `Order ${column}`],
  ['newsletters', column => `Newsletter ${column}`],
])(
  'when a file has twice as many columns of %s, then their names are looked at twice as often',
  (_what, nameOf) => {
    expect(looks(400, nameOf)).toBeLessThanOrEqual(2 * looks(200, nameOf));
  },
);
