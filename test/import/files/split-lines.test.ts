import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { splitLines, splitQuoted } from '../../../src/import/files/csv/split-lines.ts';

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

/** A cell as a program writes it, quoted or not, and perhaps with spaces behind the quote. */
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', ' ', '日'), maxLength: 4 }),
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' '), maxLength: 5 }),
      fc.constantFrom('', ' ', '  '),
    )
    .map(([text, spaces]) => `"${text.replaceAll('"', '""')}"${spaces}`),
);

it('when sound records are split, then into the cells that Papa Parse finds, and their line feeds are counted', () => {
  const record = fc.array(cell, { minLength: 1, maxLength: 4 }).map(cells => cells.join(','));
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), records => {
      // Papa Parse takes an unquoted first line for the whole text if it holds no quote: one is always there.
      const text = `"",x\n${records.join('\n')}\n`;
      const data = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' }).data.slice(0, -1);
      const found: { readonly cells: string[]; readonly lineEnds: number }[] = [];
      splitQuoted(text, ',', (cells, lineEnds) => found.push({ cells, lineEnds }));
      expect(found.map(({ cells }) => cells)).toEqual(data);
      const counts = data.map(cells => cells.join('').split('\n').length - 1);
      expect(found.map(({ lineEnds }) => lineEnds)).toEqual(counts);
    }),
    { numRuns: 2000 },
  );
});
