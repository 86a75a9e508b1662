import { describe, expect, it } from 'vitest';
import { timeOf } from '../../src/cli/options/filter-options.ts';

const now = Date.parse('2026-03-31T15:30:00Z');

describe('--since', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2025-12', '2025-12-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-03-31T12:00:00+02:00', '2026-03-31T10:00:00.000Z'],
    ['0d', '2026-03-31T00:00:00.000Z'],
    ['90d', '2025-12-31T00:00:00.000Z'],
    ['2w', '2026-03-17T00:00:00.000Z'],
    ['1m', '2026-02-28T00:00:00.000Z'],
    ['13m', '2025-02-28T00:00:00.000Z'],
    ['1y', '2025-03-31T00:00:00.000Z'],
    ['yesterday', '2026-03-30T00:00:00.000Z'],
    ['30 days ago', '2026-03-01T00:00:00.000Z'],
    ['last monday', '2026-03-30T00:00:00.000Z'],
    ['last Tuesday', '2026-03-24T00:00:00.000Z'],
    ['last week', '2026-03-23T00:00:00.000Z'],
    ['last month', '2026-02-01T00:00:00.000Z'],
    ['last year', '2025-01-01T00:00:00.000Z'],
  ])('%s means %s', (text, time) => {
    expect(new Date(timeOf(text, now)).toISOString()).toBe(time);
  });

  it.each([
    '2026-02-30',
    '2026-13-01',
    '31.1.2026',
    '01/02/2026',
    'last friend',
    '',
    '90',
    '5h',
    '2026-01-31T25:00Z',
  ])('%j is refused, naming the forms that are understood', text => {
    expect(() => timeOf(text, now)).toThrow(
      'expected a date (2026-01-31, last week) or an age (90d, 12w, 6m, 1y)',
    );
  });

  it('a date in the future is refused', () => {
    expect(() => timeOf('2026-04-01', now)).toThrow('in the future');
  });

  it.each([
    ['2026-01-31', '2026-02-01T00:00:00.000Z'],
    ['2025-12', '2026-01-01T00:00:00.000Z'],
    ['last week', '2026-03-30T00:00:00.000Z'],
    ['2026', '2027-01-01T00:00:00.000Z'],
  ])('--until %s is up to its end', (text, time) => {
    expect(new Date(timeOf(text, now, 'end')).toISOString()).toBe(time);
  });
});
