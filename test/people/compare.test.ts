/** When a value of the service equals the one that was written: typed from what services do with values. */
import { describe, expect, it } from 'vitest';
import { changesOf, isSameAddress, isSameValue } from '../../src/people/compare.ts';

describe('a value of the service', () => {
  it.each<[there: unknown, written: unknown, isSame: boolean]>([
    ['Oslo', 'Oslo', true],
    ['Oslo', 'oslo', false],
    [null, '', true],
    [undefined, null, true],
    [null, 0, false],
    ['', false, false],
    ['7', 7, true],
    [7, '7', true],
    ['7.0', 7, true],
    [' ', 0, false],
    ['7', 8, false],
    ['true', true, true],
    [true, 'true', true],
    ['yes', true, false],
    [1, true, false],
    [['a'], ['a'], true],
    [['a'], ['b'], false],
    [{ a: 1 }, '[object Object]', false],
    ['2026-01-02T00:00:00Z', '2026-01-02', true],
    ['2026-01-02', '2026-01-02T00:00:00.000+00:00', true],
    ['2026-01-02T00:00', '2026-01-02', true],
    ['2026-01-02T00:00:00-0000', '2026-01-02', true],
    ['2026-01-02T00:00:01Z', '2026-01-02', false],
    ['2026-01-02T10:00:00Z', '2026-01-02T11:00:00+01:00', true],
    ['2026-01-02T10:00:00Z', '2026-01-02T11:00:00Z', false],
    ['x2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z', false],
    ['2026-01-02T10:00:00Z', 'x2026-01-02T10:00:00Z', false],
    ['noteT00:00', 'note', false],
    ['2026-01-02 and T00:00', '2026-01-02 and ', false],
  ])('%j equals %j, which was written: %j', (there, written, isSame) => {
    expect(isSameValue(there, written)).toBe(isSame);
  });
});

it.each([
  ['Ann@x.org', 'ann@x.org', true],
  ['ann@x.org', 'bo@x.org', false],
  [undefined, undefined, true],
  [undefined, 'ann@x.org', false],
])('%s is the address %s: %j', (one, other, isSame) => {
  expect(isSameAddress(one, other)).toBe(isSame);
});

it('changes name each field with its old and new value, and tags after their rule', () => {
  const present = { fields: { city: 'Rome', age: '7' }, tags: ['a'] };
  expect(changesOf(present, { fields: { city: 'Oslo', age: 7, new: 'x' }, tags: ['b'] })).toEqual([
    { field: 'fields.city', old: 'Rome', new: 'Oslo' },
    { field: 'fields.new', old: null, new: 'x' },
    { field: 'tags', old: ['a'], new: ['a', 'b'] },
  ]);
  expect(changesOf(present, { tags: ['b'] }, 'replace')).toEqual([{ field: 'tags', old: ['a'], new: ['b'] }]);
  expect(changesOf(present, { tags: ['A'] })).toEqual([]);
  expect(changesOf(present, {})).toEqual([]);
  expect(changesOf(present, { tags: [] }, 'replace')).toEqual([]);
});
