import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { splitLines } from '../../../src/import/files/csv/split-lines.ts';

it.each([
  ['lines of as many cells', 'a,b\n1,2\n'],
  ['empty cells and lines', ',\n\n,,\na,\n,b\n'],
  ['a single column', 'a\nb\n\n'],
  ['a delimiter on the last line alone', 'a\nb\nc,d\n'],
  ['letters of all kinds', 'é,ü\n👩‍🚀,日本\n'],
])('when lines without quotes are split: %s, then into the cells that Papa Parse finds', (_, text) => {
  const { data } = Papa.parse(text.slice(0, -1), { delimiter: ',', newline: '\n' });
  expect(splitLines(text, ',')).toEqual(data);
});
