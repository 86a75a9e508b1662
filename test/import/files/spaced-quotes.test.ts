import { expect, test } from 'vitest';
import {
  hasSpacedQuotes,
  piecesWithoutSpaces,
  withoutSpaces,
} from '../../../src/import/files/csv/spaced-quotes.ts';

const text = '"a@x.org", "Ann, ""A"" Lee",  "" , ""\n "b@x.org" , "B" ,"C"\n';

test('a text with spaces before quotes loses the same spaces wherever it is cut', async () => {
  const whole = withoutSpaces(text, ',');
  expect(whole).toBe('"a@x.org","Ann, ""A"" Lee","" ,""\n"b@x.org" ,"B" ,"C"\n');
  for (let at = 0; at <= text.length; at++) {
    const pieces: string[] = [];
    const cut = (async function* () {
      yield text.slice(0, at);
      yield text.slice(at);
    })();
    for await (const piece of piecesWithoutSpaces(cut, ',')) pieces.push(piece);
    expect(pieces.join(''), `cut at ${at}`).toBe(whole);
  }
});

test.each([
  ['"a", "b"\n', true],
  ['a, "b, c"\n', true],
  ['"a","b, ""c"""\n', false],
  ['"a","b", "c"\n', false],
  ['a, "b" c\n', false],
  ['a, b\n', false],
  ['"a", "b\n', false],
])('%j has spaces before its quotes: %s', (head, is) => {
  expect(hasSpacedQuotes(head, ',')).toBe(is);
});
