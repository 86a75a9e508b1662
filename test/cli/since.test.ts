import { describe, expect, it } from 'vitest';
import { timeOf } from '../../src/cli/options/filter-options.ts';
import { casesOfKind } from '../support/cases.ts';

const now = Date.parse('2026-03-31T15:30:00Z');
const rowsOf = <Row extends readonly unknown[]>(kind: string) =>
  casesOfKind<Row>(new URL('since.tsv', import.meta.url), kind);

describe('--since', () => {
  it.each(rowsOf<[string, string]>('since'))('%s means %s', (text, time) => {
    expect(new Date(timeOf(text, now)).toISOString()).toBe(time);
  });

  it.each(rowsOf<[text?: string]>('refused'))(
    '%j is refused, naming the forms that are understood',
    (text = '') => {
      expect(() => timeOf(text, now)).toThrow(
        'expected a date (2026-01-31, last week) or an age (90d, 12w, 6m, 1y)',
      );
    },
  );

  it('a date in the future is refused', () => {
    expect(() => timeOf('2026-04-01', now)).toThrow('in the future');
  });

  it.each([
    ['2026-01-31', '2026-02-01T00:00:00.000Z'],
    ['2025-12', '2026-01-01T00:00:00.000Z'],
    ['last week', '2026-03-30T00:00:00.000Z'],
    ['2026', '2027-01-01T00:00:00.000Z'],
    ['2026-04-30', '2026-05-01T00:00:00.000Z'],
  ])('--until %s is up to its end', (text, time) => {
    expect(new Date(timeOf(text, now, 'end')).toISOString()).toBe(time);
  });
});
