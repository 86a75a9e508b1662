import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { CsvReader } from '../../../src/import/files/csv/csv-reader.ts';
import { isBlank, type SourceRow } from '../../../src/import/files/row.ts';

function read(text: string, delimiter = ',', cuts: readonly number[] = []): SourceRow[] {
  const reader = new CsvReader(delimiter);
  const ends = [...cuts.toSorted((a, b) => a - b), text.length];
  const pieces = ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
  const rows = pieces.flatMap(piece => [...reader.push(piece)].flat());
  return rows.concat(...reader.end()).filter(row => !isBlank(row.cells));
}

const delimiter = fc.constantFrom(',', ';', '\t', '|');
const character = fc.constantFrom(
  'a',
  'b',
  '"',
  '""',
  ',',
  ';',
  '\t',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\0',
  'ü',
  '\u2028',
);
const mess = fc.array(character, { maxLength: 60 }).map(parts => parts.join(''));
const cutting = fc.array(fc.nat(60), { maxLength: 8 });
const cell = fc
  .array(fc.constantFrom('a', 'Z', '"', ',', ';', '|', '\t', ' ', '\n', 'é', "'", '@'), { maxLength: 6 })
  .map(parts => parts.join(''));
const table = fc
  .integer({ min: 1, max: 5 })
  .chain(width =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
  );

/** Cells as people paste them: lines that look like rows, quotes, addresses. */
const note = fc
  .array(fc.constantFrom('bo@x.org', '\n', ',', 'Bo', '"', 'Best, ', '\nc@x.org,Cy,Rome\n', ' ', ''), {
    maxLength: 7,
  })
  .map(parts => parts.join(''));

describe('any text', () => {
  test('that is cut anywhere has the same rows', () => {
    fc.assert(
      fc.property(mess, delimiter, cutting, (text, mark, cuts) => {
        expect(read(text, mark, cuts)).toEqual(read(text, mark));
      }),
      { numRuns: 3000 },
    );
  });

  test('has a row for every line that is not blank', () => {
    fc.assert(
      fc.property(mess, delimiter, (text, mark) => {
        const plain = text.replace(/\r\n?/g, '\n').replaceAll('\0', '').split('\n');
        const rows = read(text, mark);
        const covered = new Set<number>();
        for (const row of rows) {
          const inner = row.cells.reduce((sum, c) => sum + c.split('\n').length - 1, 0);
          for (let line = row.line; line <= row.line + inner; line++) {
            expect(covered.has(line)).toBe(false);
            covered.add(line);
          }
        }
        plain.forEach((line, i) => {
          const bare = line.split(mark).join('').replaceAll('"', '').trim();
          if (bare !== '') expect(covered, `line ${i + 1}`).toContain(i + 1);
        });
      }),
      { numRuns: 3000 },
    );
  });
});

describe('sound CSV', () => {
  test('of any program comes back, cells and line numbers', () => {
    const ending = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(table, delimiter, ending, fc.boolean(), cutting, (data, mark, newline, quotes, cuts) => {
        const text = Papa.unparse(data, { delimiter: mark, newline, quotes });
        let line = 1;
        const expected = data.flatMap(cells => {
          const row = { line, cells };
          line += 1 + cells.join('').split('\n').length - 1;
          return isBlank(cells) ? [] : [row];
        });
        expect(read(text, mark, cuts)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['of letters', 'a'],
    ['of quotes', '"'],
    ['of commas and other alphabets', 'я, 京'],
    ['of lines', 'ü\n'],
    ['of empty lines', '\n'],
    ['of lines that look like quoted cells', '"x",\n'],
  ])('very long cells %s are read as others are', (_what, part) => {
    const long = part.repeat(200_000 / part.length);
    const data = [
      ['a@x.org', long, 'Oslo'],
      [`b${long}`, '', long],
      ['c@x.org', 'Rome', 'x'],
    ];
    const quote = (text: string) => `"${text.split('"').join('""')}"  `;
    const text = `${data.map(cells => cells.map(quote).join(',')).join('\r\n')}\r\n`;
    const cuts = Array.from({ length: Math.floor(text.length / 65_000) }, (_, n) => n * 65_000);
    const inner = long.split('\n').length - 1;
    const rows = read(text, ',', cuts);
    // Compared in parts: a difference of a megabyte is not worth printing.
    expect(rows.map(row => row.line)).toEqual([1, 2 + inner, 3 + 3 * inner]);
    expect(rows.every((row, n) => row.cells.every((cell, at) => cell === data[n]?.[at]))).toBe(true);
  });

  test('a quote inside an unquoted cell is a character like any other', () => {
    expect(read('a,5\'10",c\nb,Ann "A" B,d\n').map(row => row.cells[1])).toEqual(['5\'10"', 'Ann "A" B']);
  });
});

describe('damage', () => {
  const good = (n: number) => `p${n}@x.org,"P, ${n}",Oslo`;
  const wrong: [string, string][] = [
    ['a quote that never closes', 'bad@x.org,"Ann,Rome'],
    ['text behind a closing quote', 'bad@x.org,"Ann" B,Rome'],
    ['quotes inside a quoted cell', 'bad@x.org,"Ann "the" boss",Rome'],
    ['a lone quote', 'bad@x.org,",Rome'],
    ['an unclosed quote at the start', '"bad@x.org,Ann,Rome'],
  ];

  test.each(wrong)('of a line with %s, that line is lost, and no other', (_what, bad) => {
    const text = [good(1), good(2), bad, good(4), good(5), good(6)].join('\n');
    for (let cut = 0; cut <= text.length; cut += 7) {
      const rows = read(text, ',', [cut]);
      expect(rows.map(row => [row.line, row.damaged !== undefined])).toEqual([
        ...[1, 2].map(line => [line, false]),
        [3, true],
        ...[4, 5, 6].map(line => [line, false]),
      ]);
      expect(rows[2]?.cells).toEqual([bad]);
    }
  });

  const unclosed = wrong.filter(([what]) => what.includes('close')).map(([, bad]) => bad);
  test.each([
    ['without quotes', (n: number) => `p${n}@x.org,P${n},Oslo`],
    ['with quotes', good],
  ])(
    'of several lines with a quote that never closes, each is lost by itself, and no row %s between',
    (_what, row) => {
      const between = Array.from({ length: 10 }, (_, n) => row(n));
      const names = between.map((_, n) => `p${n}@x.org`);
      for (const first of unclosed) {
        for (const second of unclosed) {
          const lines = ['Email,Name,City', first, ...between, second, ...between, first];
          const text = lines.join('\n');
          for (let cut = 0; cut <= text.length; cut += 25) {
            const rows = read(text, ',', [cut]);
            const sound = rows.filter(one => one.damaged === undefined);
            expect(sound.map(({ cells }) => cells[0])).toEqual(['Email', ...names, ...names]);
            const damaged = rows.filter(one => one.damaged);
            expect(damaged.map(({ cells }) => cells[0])).toEqual([first, second, first]);
          }
        }
      }
    },
  );

  test.each<[string, string, [line: number, lines: number][]]>([
    [
      'text behind the closing quote',
      'a@x.org,"Hello\nb@x.org,Bob,Oslo\nc@x.org,Cy" <cy>,Rome\nd@x.org,Dee,Oslo\n',
      [[2, 3]],
    ],
    [
      'text behind the closing quote, and another cell of several lines after it',
      'a@x.org,"Hello\nb@x.org,Bob,Oslo" x,"Rome\nc@x.org,Cy,Oslo"\nd@x.org,Dee,Oslo\n',
      [[2, 3]],
    ],
    [
      'lines without a row, and its quote is never closed',
      'a@x.org,"Hello\nb@x.org\nc@x.org\nd@x.org,"Dee, D",Oslo\n',
      [[2, 3]],
    ],
    [
      'lines without a row, at the end of the file',
      'd@x.org,Dee,Oslo\na@x.org,"Hello\nb@x.org\n\nc@x.org',
      [[3, 4]],
    ],
    [
      'several cells of several lines, the last one never closed',
      'a@x.org,"Hello\nb@x.org,Bob,Oslo","Rome\nd@x.org,"Dee, D",Oslo\n',
      [[2, 2]],
    ],
  ])('a broken cell with %s is given up whole, and nobody comes from inside it', (_what, text, stretches) => {
    const whole = `Email,Name,City\n${text}`;
    for (let cut = 0; cut <= whole.length; cut += 5) {
      const rows = read(whole, ',', [cut]);
      const sound = rows.filter(row => row.damaged === undefined);
      expect(sound.map(row => row.cells[0])).toEqual(['Email', 'd@x.org']);
      const damaged = rows.filter(row => row.damaged);
      expect(damaged.map(row => [row.line, row.cells[0]?.split('\n').length])).toEqual(stretches);
    }
  });

  test('text behind a closing quote loses that row whole, and no other', () => {
    const broken = fc.record({
      rows: fc.array(fc.tuple(note, note), { minLength: 1, maxLength: 8 }),
      at: fc.nat(7),
      column: fc.nat(1),
      cuts: cutting,
    });
    fc.assert(
      fc.property(broken, ({ rows, at, column, cuts }) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const texts = rows.map(([a, b], n) => {
          const junk = (place: number) => (n === at && place === column ? 'x' : '');
          return `p${n}@x.org,${quoted(a)}${junk(0)},${quoted(b)}${junk(1)}\n`;
        });
        const found = read(texts.join(''), ',', cuts);
        expect(found.map(row => row.cells)).toEqual(
          rows.map((cells, n) => (n === at ? [texts[n]?.slice(0, -1)] : [`p${n}@x.org`, ...cells])),
        );
      }),
      { numRuns: 2000 },
    );
  });
});

describe('much damage in a large file', () => {
  const filler = 'p@x.org,Ann,Oslo\n'.repeat(180_000);
  // The runner's time limit is the assertion: work that grows with the square of the size takes minutes.
  const damaged: readonly [string, string, number][] = [
    ['an unclosed quote at its start', `"bad@x.org,A,B\n${filler}`, 180_001],
    ['an unclosed quote in every line', 'p@x.org,"Ann\n'.repeat(80_000), 80_000],
    ['nothing but unclosed quotes', '"a\n'.repeat(300_000), 300_000],
    ['text behind every closing quote', '"a"b,c\n'.repeat(150_000), 150_000],
  ];
  const cuts = Array.from({ length: 40 }, (_, i) => i * 70_000);
  const ways = { whole: [], 'in pieces': cuts };
  const cases = Object.entries(ways).flatMap(([way, at]) =>
    damaged.map(([what, text, count]) => [what, way, text, count, at] as const),
  );
  test.each(cases)('a file with %s that comes %s has every line read', (...all) => {
    const [, , text, count, at] = all;
    const found = read(text, ',', at).map(row => (row.damaged ? row.cells.join().split('\n').length : 1));
    expect(found.reduce((sum, lines) => sum + lines, 0)).toBe(count);
  });

  test.each([
    ['one line', '"'.repeat(2 ** 20)],
    ['one line, an odd number', '"'.repeat(2 ** 20 + 1)],
    ['lines of one', '"\n'.repeat(2 ** 19)],
    ['lines of three', '"""\n'.repeat(2 ** 18)],
    ['with spaces', '" '.repeat(2 ** 19)],
    ['with delimiters', '",'.repeat(2 ** 19)],
  ])('a megabyte of quotes (%s) comes to an end', (_what, text) => {
    expect(read(text).length).toBeLessThanOrEqual(2 ** 19);
  });
});
