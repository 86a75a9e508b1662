import { describe, expect, test } from 'vitest';
import { addTags, tagColumn } from '../../../../src/import/rows/values/tags.ts';
import { casesOf } from '../../../support/cases.ts';
import { account, lines } from '../../account.ts';

const tagsOf = (cell: string, separator?: string) =>
  tagColumn(0, { to: 'tags', separator }, { roundTrip: false, isEscaped: false }).split(cell);

describe('tags in a cell', () => {
  const cells = casesOf<[cell: string, tags: readonly string[], separator?: string]>(
    new URL('tags.tsv', import.meta.url),
  );

  test('a list, quoted tags and what a separator divides are tags; what only looks like a list stays whole', () => {
    expect(cells.map(([cell, , separator]) => [cell, tagsOf(cell, separator), separator])).toEqual(
      cells.map(([cell, tags, separator]) => [cell, tags, separator]),
    );
  });

  // Time that grows with the square of the length would end in the test's time limit.
  test('of a very long list that is broken at its end, nothing is lost', () => {
    for (const cell of [
      `['${'a, '.repeat(300_000)}]`,
      `{${'a '.repeat(300_000)}"}`,
      `[${'1 '.repeat(300_000)}]`,
    ])
      expect(tagsOf(cell).join('').length).toBeGreaterThan(0);
  });

  test('of several columns, and tags for all, each tag is there once', () => {
    const from = { roundTrip: false, isEscaped: false };
    const target = { to: 'tags', separator: undefined, excludedPrefix: 'x-' } as const;
    const [one, two] = [tagColumn(0, target, from), tagColumn(1, target, from)];
    const given = (columns: Parameters<typeof addTags>[2], always: readonly string[], ...cells: string[]) => {
      const subscriber: { tags?: readonly string[] } = {};
      addTags(subscriber, cells, columns, always);
      return subscriber;
    };
    expect(given([one, two], [], 'a,x-b', 'A,c')).toEqual({ tags: ['a', 'c'] });
    expect(given([one], [], 'a,x-b')).toEqual({ tags: ['a'] });
    expect(given([one], ['z'], 'a')).toEqual({ tags: ['z', 'a'] });
    expect(given([], ['z'])).toEqual({ tags: ['z'] });
    for (const nothing of [
      given([], []),
      given([one], []),
      given([one], [], ''),
      given([one, two], [], 'x-a', ''),
    ])
      expect(nothing).toStrictEqual({});
  });
});

describe('an apostrophe at the start of a cell', () => {
  test('a tag of an unknown export stays', async () => {
    const { loadText, people } = await account();
    await loadText(lines('Email,First name,Tags', "a@x.org,'=Ann,'+1", "b@x.org,'t Hart,'-x"));
    expect((await people()).map(({ fields, tags }) => [fields.first_name, ...tags])).toEqual([
      ["'=Ann", "'+1"],
      ["'t Hart", "'-x"],
    ]);
  });
});
