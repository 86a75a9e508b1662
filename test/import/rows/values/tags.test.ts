import { describe, expect, test } from 'vitest';
import { tagColumn } from '../../../../src/import/rows/values/tags.ts';
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
