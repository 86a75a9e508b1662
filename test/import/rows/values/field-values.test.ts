import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseValue } from '../../../../src/import/rows/values/field-values.ts';
import { shownDecimalMark } from '../../../../src/import/rows/values/numbers.ts';

const comma = { decimalMark: '.' } as const;
const semicolon = { decimalMark: ',' } as const;
const problem = { problem: expect.stringMatching(/./) };

describe('numbers', () => {
  test('of any text, a number is finite, and its own digits', () => {
    const text = fc
      .array(fc.constantFrom(..."0123456789.,- +eE'"), { maxLength: 12 })
      .map(all => all.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(comma, semicolon), (cell, rules) => {
        const read = parseValue('number', cell, rules);
        if ('value' in read) expect(Number.isFinite(read.value)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), n => {
        expect(parseValue('number', String(n), comma)).toEqual({ value: n === 0 ? expect.closeTo(0) : n });
        const written = String(n).replace('.', ',');
        expect(parseValue('number', written, semicolon)).toEqual({ value: n === 0 ? expect.closeTo(0) : n });
      }),
    );
  });
});

test('a number of plain digits is read as with a sign, and shows the same mark', () => {
  const digits = fc
    .array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: 9 })
    .map(all => all.join(''));
  const number = fc
    .tuple(digits, fc.constantFrom('.', ','), fc.option(digits))
    .map(([whole, mark, part]) => (part === null ? whole : `${whole}${mark}${part}`));
  fc.assert(
    fc.property(number, fc.constantFrom(comma, semicolon, {}), (text, rules) => {
      const [plain, signed] = [text, `+${text}`].map(cell => parseValue('number', cell, rules));
      expect(plain).toMatchObject(signed !== undefined && 'value' in signed ? signed : problem);
      expect(shownDecimalMark(text)).toBe(shownDecimalMark(`+${text}`));
    }),
    { numRuns: 500 },
  );
});

test('a date in the usual form is read as in other forms', () => {
  const parts = [
    fc.integer({ min: 0, max: 2400 }),
    ...[13, 32, 25, 61, 61].map(max => fc.integer({ min: 0, max })),
  ];
  fc.assert(
    fc.property(fc.tuple(...parts), numbers => {
      const [year, month, day, hour, minute, second] = numbers.map((n, i) =>
        String(n).padStart(i === 0 ? 4 : 2, '0'),
      );
      const read = (text: string) => {
        const parsed = parseValue('date', text, {});
        return 'value' in parsed ? parsed.value : undefined;
      };
      expect(read(`${year}-${month}-${day}`)).toBe(read(`${year}/${month}/${day}`));
      const time = `${hour}:${minute}:${second}`;
      expect(read(`${year}-${month}-${day} ${time}`)).toBe(read(`${year}-${month}-${day} ${time}Z`));
      expect(read(`${year}-${month}-${day}T${time}`)).toBe(read(`${year}-${month}-${day}T${time} UTC`));
    }),
    { numRuns: 500 },
  );
});

describe('a value', () => {
  test('that is very long is judged', () => {
    const long = `2024-05-31 10:20${' '.repeat(90_000)}x`;
    for (const kind of ['date', 'number', 'boolean'] as const)
      expect(parseValue(kind, long, comma)).toMatchObject(problem);
  });
});
