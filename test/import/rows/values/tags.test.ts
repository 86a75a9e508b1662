import { describe, expect, test } from 'vitest';
import { addTags, tagColumn } from '../../../../src/import/rows/values/tags.ts';
import { account, lines } from '../../account.ts';

const tagsOf = (cell: string, separator?: string) =>
  tagColumn(0, { to: 'tags', separator }, { roundTrip: false, isEscaped: false }).split(cell);

describe('tags in a cell', () => {
  test.each([
    ['["VIP", "a, b"]', ['VIP', 'a, b']],
    ['["caf\\u00e9", "say \\"hi\\"", null, 7]', ['café', 'say "hi"', '7']],
    ["['VIP', 'a, b']", ['VIP', 'a, b']],
    [`['it\\'s', "it's", None]`, ["it's"]],
    ["['one']", ['one']],
    [`[u'VIP', u"it's", b'x']`, ['VIP', "it's", 'x']],
    ["('VIP', 'a, b')", ['VIP', 'a, b']],
    ["('one',)", ['one']],
    ["{'VIP', 'a, b'}", ['VIP', 'a, b']],
    ['()', []],
    ['set()', []],
    ['None', []],
    ['{VIP,"a, b",NULL}', ['VIP', 'a, b']],
    ['{two words,"say \\"hi\\"","back\\\\slash"}', ['two words', 'say "hi"', 'back\\slash']],
    ['["a", "a", " ", ""]', ['a']],
    ['[ ]', []],
    ['[]', []],
    ['{}', []],
    ['null', []],
    ['NULL', []],
    ['[""]', []],
  ])('when it is the list %s, then these are %j', (cell, tags) => {
    expect(tagsOf(cell)).toEqual(tags);
    expect(tagsOf(` ${cell} `, ';')).toEqual(tags);
  });

  test.each([
    ['VIP\nGold', ['VIP', 'Gold']],
    ['VIP\r\nGold;x\n', ['VIP', 'Gold', 'x']],
    ['a, b\nc', ['a', 'b', 'c']],
    ['"A, B","C\nD"', ['A, B', 'C\nD']],
    ['"A, B",x\ny', ['A, B', 'x', 'y']],
  ])('when there are line breaks in %j, then they divide it into %j', (cell, tags) => {
    expect(tagsOf(cell)).toEqual(tags);
  });

  test.each([
    ['[VIP], x', ['[VIP]', 'x']],
    ['[VIP]', ['VIP']],
    ['(VIP), (x)', ['(VIP)', '(x)']],
    ["('open", ["('open"]],
    ['{"a": 1}', ['{"a": 1}']],
    ['[{"name": "VIP"}]', ['[{"name": "VIP"}]']],
    ["['open", ["['open"]],
    ['nullable; none', ['nullable', 'none']],
    ["'quoted'; rock 'n' roll", ["'quoted'", "rock 'n' roll"]],
  ])('when %j only looks like a list, then nothing of it is lost: %j', (cell, tags) => {
    expect(tagsOf(cell)).toEqual(tags);
  });

  // Time that grows with the square of the length would end in the test's time limit.
  test('when a list is very long and broken at its end, then nothing of it is lost', () => {
    for (const cell of [
      `['${'a, '.repeat(300_000)}]`,
      `{${'a '.repeat(300_000)}"}`,
      `[${'1 '.repeat(300_000)}]`,
    ])
      expect(tagsOf(cell).join('').length).toBeGreaterThan(0);
  });
});

describe('tags of every kind of cell', () => {
  test.each<[cell: string, separator: string | undefined, tags: readonly string[]]>([
    ['', undefined, []],
    [' ', undefined, []],
    ['VIP', undefined, ['VIP']],
    ['a, b,c', undefined, ['a', 'b', 'c']],
    ['a; b, c', undefined, ['a', 'b, c']],
    ['a | b, c', undefined, ['a', 'b, c']],
    ['a; b | c', undefined, ['a', 'b | c']],
    ['a, b', ';', ['a, b']],
    ['a; b', ',', ['a; b']],
    ['a::b', '::', ['a', 'b']],
    ['a;;b;', undefined, ['a', 'b']],
    [', ;', undefined, []],
    ['a, A, a', undefined, ['a']],
    ['a\n\nb', undefined, ['a', 'b']],
    ['"A, B","C"', undefined, ['A, B', 'C']],
    ['"A, B" , "C"', undefined, ['A, B', 'C']],
    ['"A; B","C"', undefined, ['A; B', 'C']],
    ['"say ""hi""","C"', undefined, ['say "hi"', 'C']],
    ['"A, B"', undefined, ['A, B']],
    ['"A","B", C', undefined, ['A', 'B', 'C']],
    ['"A, B" ,C', undefined, ['A, B', 'C']],
    ['"A; B"', undefined, ['A; B']],
    ['"A; B" , "C"', undefined, ['A; B', 'C']],
    ['x; "A"', undefined, ['x', '"A"']],
    ['"A"; x', undefined, ['"A"', 'x']],
    ['[VIP', undefined, ['[VIP']],
    ['VIP]', undefined, ['VIP]']],
    ['{VIP', undefined, ['{VIP']],
    ['VIP}', undefined, ['VIP}']],
    ['5" nails; 3, 4', undefined, ['5" nails', '3, 4']],
    ["( 'a' , 'b' )", undefined, ['a', 'b']],
    ["{ 'a' , 'b' }", undefined, ['a', 'b']],
    ["x ('a')", undefined, ["x ('a')"]],
    ["('a') x", undefined, ["('a') x"]],
    ["('a' b)", undefined, ["('a' b)"]],
    ['[  ]', undefined, []],
    ['{ }', undefined, []],
    ['( )', undefined, []],
    ['[a', undefined, ['[a']],
    ['a]', undefined, ['a]']],
    ['{a', undefined, ['{a']],
    ['a}', undefined, ['a}']],
    ['[1, {"a": 1}]', undefined, ['[1', '{"a": 1}]']],
    ["['a', None, 'b',]", undefined, ['a', 'b']],
    ["['a', True, 1.5]", undefined, ['a', 'True', '1.5']],
    ['{a, b ,"c"}', undefined, ['a', 'b', 'c']],
  ])('when it is %j with the separator %j, then they are %j', (cell, separator, tags) => {
    expect(tagsOf(cell, separator)).toEqual(tags);
  });

  test('when a person has several columns, and tags for all, then each tag is there once', () => {
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
  test('when nothing is known of the export, then it stays', async () => {
    const { loadText, people } = await account();
    await loadText(lines('Email,First name,Tags', "a@x.org,'=Ann,'+1", "b@x.org,'t Hart,'-x"));
    expect((await people()).map(({ fields, tags }) => [fields.first_name, ...tags])).toEqual([
      ["'=Ann", "'+1"],
      ["'t Hart", "'-x"],
    ]);
  });
});
