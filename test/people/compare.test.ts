/** When a value of the service equals the one that was written: typed from what services do with values. */
import { expect, it } from 'vitest';
import { changesOf, isSameAddress, isSameValue } from '../../src/people/compare.ts';
import { casesOf } from '../support/cases.ts';

it.each(
  casesOf<['same' | 'different', readonly [there: unknown, written: unknown]]>(
    new URL('same-values.tsv', import.meta.url),
  ),
)('a value of the service and one that was written are %s: %j', (is, [there, written]) => {
  expect(isSameValue(there, written)).toBe(is === 'same');
});

it('a value that is not there is empty', () => {
  expect(isSameValue(undefined, null)).toBe(true);
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
