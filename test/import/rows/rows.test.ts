import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { CsvReader, type CsvRow, isBlank } from '../../../src/import/source/csv-reader.ts';

function read(text: string, delimiter = ',', cuts: readonly number[] = []): CsvRow[] {
  const reader = new CsvReader(delimiter);
  const ends = [...cuts.toSorted((a, b) => a - b), text.length];
  const pieces = ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
  const rows = [...pieces.map(piece => reader.push(piece)), reader.end()];
  return rows.flat().filter(row => !isBlank(row.cells));
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

describe('any text', () => {
  test('when it is cut anywhere, then the rows are the same', () => {
    fc.assert(
      fc.property(mess, delimiter, cutting, (text, mark, cuts) => {
        expect(read(text, mark, cuts)).toEqual(read(text, mark));
      }),
      { numRuns: 3000 },
    );
  });

  test('when it is read, then every line that is not blank belongs to a row', () => {
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
  test('when any program wrote it, then cells and line numbers come back', () => {
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

  test('when line ends are mixed, then each counts as one line', () => {
    expect(read('a,1\rb,2\r\nc,3\n\nd,4').map(row => [row.line, ...row.cells])).toEqual([
      [1, 'a', '1'],
      [2, 'b', '2'],
      [3, 'c', '3'],
      [5, 'd', '4'],
    ]);
  });

  test('when a quoted cell holds the delimiter, quotes and lines, then it is one cell', () => {
    expect(read('a,"x, ""y""\r\nz",c\nd,e,f\n')).toEqual([
      { line: 1, cells: ['a', 'x, "y"\nz', 'c'] },
      { line: 3, cells: ['d', 'e', 'f'] },
    ]);
  });

  test('when a quote stands inside an unquoted cell, then it is a character like any other', () => {
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

  test.each(wrong)('when a line has %s, then that line is lost, and no other', (_what, bad) => {
    const text = [good(1), good(2), bad, good(4), good(5), good(6)].join('\n');
    for (let cut = 0; cut <= text.length; cut += 7) {
      const rows = read(text, ',', [cut]);
      expect(rows.map(row => [row.line, row.damaged ?? false])).toEqual([
        ...[1, 2].map(line => [line, false]),
        [3, true],
        ...[4, 5, 6].map(line => [line, false]),
      ]);
      expect(rows[2]?.cells).toEqual([bad]);
    }
  });

  test.each(wrong)('when the last line has %s, then it is reported too', (_what, bad) => {
    expect(read([good(1), bad].join('\n')).map(row => row.damaged ?? false)).toEqual([false, true]);
  });

  test.each(wrong)(
    'when no other line has quotes and one has %s, then the others come through',
    (_what, bad) => {
      const plain = (n: number) => `p${n}@x.org,P${n},Oslo`;
      const rows = read([plain(1), bad, plain(3), plain(4)].join('\n'));
      expect(rows.filter(row => row.damaged === undefined).map(row => row.cells[0])).toEqual([
        'p1@x.org',
        'p3@x.org',
        'p4@x.org',
      ]);
    },
  );

  test.each([
    ['three columns', ['bad@x.org,"Ann,Rome', 'p2@x.org,P2,Oslo', 'p3@x.org,P3",Oslo']],
    ['lines side by side', ['bad@x.org,"Ann,Rome', 'p3@x.org,P3",Oslo']],
    ['two columns', ['bad@x.org,"Ann', 'p2@x.org,P2', 'p3@x.org,P3"']],
    ['one column', ['"bad@x.org', 'p2@x.org', 'p3@x.org"']],
  ])(
    'when two stray quotes seem to make a pair (%s), then no row between them is swallowed',
    (_what, text) => {
      const rows = read(text.join('\n'));
      expect(rows.map(row => row.line)).toEqual(text.map((_, i) => i + 1));
      expect(rows[0]?.damaged).toBe(true);
      if (text.length === 3) expect(rows[1]?.cells[0]).toBe('p2@x.org');
    },
  );

  test('when two quotes are put anywhere between rows, then no other row is swallowed', () => {
    const plain = fc.constantFrom('Ann', '', 'Oslo', '12', "5'10", ' padded ', 'two words', '""');
    const person = fc.constantFrom('x.org', 'x.org ', 'a-b.example');
    const broken = fc
      .record({
        width: fc.integer({ min: 1, max: 5 }),
        rows: fc.integer({ min: 2, max: 9 }),
        mark: delimiter,
      })
      .chain(({ width, rows, mark }) =>
        fc.record({
          mark: fc.constant(mark),
          place: fc.nat(width - 1),
          people: fc.array(person, { minLength: rows, maxLength: rows }),
          cells: fc.array(fc.array(plain, { minLength: width, maxLength: width }), {
            minLength: rows,
            maxLength: rows,
          }),
          // Where the one opens, and where the other closes.
          open: fc.tuple(fc.nat(rows - 2), fc.nat(width - 1)),
          close: fc.tuple(fc.nat(rows - 1), fc.nat(width - 1)),
          short: fc.nat(rows * 3),
        }),
      )
      .filter(({ open, close }) => close[0] > open[0]);
    fc.assert(
      fc.property(broken, ({ mark, place, people, cells, open, close, short }) => {
        const sound = cells.map((row, n) => {
          const full = row.map((cell, at) => (at === place ? `p${n}@${people[n]}` : cell));
          const isShort = n === short && n !== open[0] && n !== close[0] && full.length > 2;
          return isShort ? full.slice(0, -1) : full;
        });
        const text = sound.map((row, n) =>
          row
            .map((cell, at) => (n === open[0] && at === open[1] ? `"${cell}` : cell))
            .map((cell, at) => (n === close[0] && at === close[1] ? `${cell}"` : cell))
            .join(mark),
        );
        const header = cells[0]?.map((_, at) => `column${at}`).join(mark) ?? '';
        const rows = read([header, ...text].join('\n'), mark);
        sound.forEach((row, n) => {
          const found = rows.find(({ line }) => line === n + 2);
          const expected = row.map(cell => (cell === '""' ? '' : cell));
          if (n !== open[0] && n !== close[0] && !isBlank(expected)) {
            expect(found?.cells, `row ${n} of ${JSON.stringify(text)}`).toEqual(expected);
          }
        });
      }),
      { numRuns: 4000 },
    );
  });

  test('when a quoted note holds addresses and commas in its lines, then it is still one cell', () => {
    const note = 'Hello, all\nwrite to bo@x.org, or call\nbo@x.org\nBest, Bo';
    const text = Papa.unparse([
      ['a@x.org', note, 'Oslo'],
      ['b@x.org', 'none', 'Rome'],
    ]);
    expect(read(text).map(row => row.cells[1])).toEqual([note, 'none']);
  });
});

describe('much damage in a large file', () => {
  const filler = 'p@x.org,Ann,Oslo\n'.repeat(180_000);
  // The runner's time limit is the assertion: work that grows with the square of the size takes minutes.
  test.each<[string, string, number]>([
    ['an unclosed quote at its start', `"bad@x.org,A,B\n${filler}`, 180_001],
    ['an unclosed quote in every line', 'p@x.org,"Ann\n'.repeat(80_000), 80_000],
    ['nothing but unclosed quotes', '"a\n'.repeat(300_000), 300_000],
    ['text behind every closing quote', '"a"b,c\n'.repeat(150_000), 150_000],
  ])('when it has %s, then it is read all the same', (_what, text, rows) => {
    expect(read(text)).toHaveLength(rows);
    expect(
      read(
        text,
        ',',
        Array.from({ length: 40 }, (_, i) => i * 70_000),
      ),
    ).toHaveLength(rows);
  });

  test.each([
    ['one line', '"'.repeat(2 ** 20)],
    ['one line, an odd number', '"'.repeat(2 ** 20 + 1)],
    ['lines of one', '"\n'.repeat(2 ** 19)],
    ['lines of three', '"""\n'.repeat(2 ** 18)],
    ['with spaces', '" '.repeat(2 ** 19)],
    ['with delimiters', '",'.repeat(2 ** 19)],
  ])('when it is a megabyte of quotes (%s), then it comes to an end', (_what, text) => {
    expect(read(text).length).toBeLessThanOrEqual(2 ** 19);
  });
});
