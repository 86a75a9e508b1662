import { describe, expect, it } from 'vitest';
import type { Group, Subscriber } from '../../src/contract/index.ts';
import { countUnsubscribed, testOf, unknownFilter } from '../../src/people/groups/membership.ts';
import { casesOf } from '../support/cases.ts';

const ann = {
  id: '1',
  email: 'Ann@example.org',
  tags: ['Member', 'night trains'],
  source: 'form',
  created_at: '2026-03-05T10:00:00Z',
  updated_at: '2026-03-05T10:00:00Z',
  emailed_at: null,
  fields: { city: 'Berlin', orders: 5, vip: true, note: '' },
} as unknown as Subscriber;

describe('the filters of a group', () => {
  type Filter = Parameters<typeof testOf>[0][number];
  it.each(casesOf<['selects' | 'leaves', Filter]>(new URL('membership.tsv', import.meta.url)))(
    'one %s Ann: %j',
    (does, filter) => {
      expect(testOf([filter])(ann)).toBe(does === 'selects');
    },
  );

  it('when there are several, then all must match', () => {
    const city = { field: 'fields.city', operator: 'equals', value: 'Berlin' };
    const test = (value: string) => testOf([city, { field: 'source', operator: 'equals', value }]);
    expect([test('form')(ann), test('import')(ann), testOf([])(ann)]).toEqual([true, false, true]);
  });

  it('when a field or an operator is unknown, then that filter is found', () => {
    const filter = (field: string, operator: string) => ({ field, operator });
    const known = filter('fields.city', 'exists');
    for (const wrong of [filter('shoe', 'equals'), filter('tags', 'resembles'), filter('tags', 'toString')]) {
      expect(unknownFilter([known, wrong])).toBe(wrong);
    }
    expect(unknownFilter([known])).toBe(undefined);
  });
});

it.each([
  [[], 0],
  [[{ filters: [{ field: 'tags', operator: 'exists' }], subscribers_count: 7 }], 0],
  [[{ filters: [], subscribers_count: 7 }], 3],
  [[{ filters: [], subscribers_count: 12 }], 0],
])('when 10 people are listed and the groups are %j, then %d of them have unsubscribed', (groups, count) => {
  expect(countUnsubscribed(groups as unknown as Group[], 10)).toBe(count);
});
