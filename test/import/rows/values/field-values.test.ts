import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseValue } from '../../../../src/import/rows/values/field-values.ts';
import { shownDecimalMark } from '../../../../src/import/rows/values/numbers.ts';
import { failureOf } from '../../../support/failure.ts';
import { account, lines, type Typed } from '../../account.ts';

const comma = { decimalMark: '.' } as const;
const semicolon = { decimalMark: ',' } as const;
const problem = { problem: expect.stringMatching(/./) };

describe('numbers', () => {
  test.each([
    ['12', 12],
    ['-12.5', -12.5],
    ['+3', 3],
    ['.5', 0.5],
    ['0', 0],
    ['1,234', 1234],
    ['1,234,567.89', 1234567.89],
    ["1'234.5", 1234.5],
    ['1 234', 1234],
    ['1\u202f234.5', 1234.5],
    ['1e3', 1000],
    [' 7 ', 7],
  ])('when the decimal mark is a point, then %j is %d', (text, value) => {
    expect(parseValue('number', text, comma)).toEqual({ value });
  });

  test.each([
    ['12,50', 12.5],
    ['1.234', 1234],
    ['1.234.567,89', 1234567.89],
    ['1 234,5', 1234.5],
    ['-0,5', -0.5],
    ['12', 12],
  ])('when the decimal mark is a comma, then %j is %d', (text, value) => {
    expect(parseValue('number', text, semicolon)).toEqual({ value });
  });

  test.each([
    'twelve',
    '12,50',
    '1,2,3',
    '12,',
    '€12',
    '12%',
    '0x10',
    '1e999',
    'NaN',
    'Infinity',
    '1.2.3',
    '--1',
    '1 2',
    '٣',
  ])('when the decimal mark is a point, then %j is no number', text => {
    expect(parseValue('number', text, comma)).toEqual(problem);
  });

  test('when a whole number would be rounded, then it is refused, for it may be a name', () => {
    expect(parseValue('number', '9007199254740993', comma)).toMatchObject({
      problem: expect.stringContaining('too many digits'),
    });
    expect(parseValue('number', '9007199254740991', comma)).toEqual({ value: 9007199254740991 });
    expect(parseValue('number', '+100000000000000000000', comma)).toEqual({ value: 1e20 });
    expect(parseValue('number', '0.30000000000000004441', comma)).toEqual({ value: 0.30000000000000004 });
  });

  test('when any text is read, then a number is finite, and its own digits', () => {
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

test('when a number is plain digits, then it is read as with a sign, and shows the same mark', () => {
  const digits = fc
    .array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: 9 })
    .map(all => all.join(''));
  const number = fc
    .tuple(digits, fc.constantFrom('.', ','), fc.option(digits))
    .map(([whole, mark, part]) => (part === null ? whole : `${whole}${mark}${part}`));
  fc.assert(
    fc.property(number, fc.constantFrom(comma, semicolon, {}), (text, rules) => {
      const [plain, signed] = [text, `+${text}`].map(cell => parseValue('number', cell, rules));
      expect(plain).toEqual(signed !== undefined && 'value' in signed ? signed : problem);
      expect(shownDecimalMark(text)).toBe(shownDecimalMark(`+${text}`));
    }),
    { numRuns: 500 },
  );
});

test('when a date is written as most are, then it is read as in other forms', () => {
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

describe('yes and no', () => {
  test.each(['true', 'TRUE', 'yes', 'Y', '1', 'x', 'X', 'on', 'ja', 'Oui', 'sí', 'WAHR', '✓'])(
    'when it is %j, then it is true',
    text => {
      expect(parseValue('boolean', text, comma)).toEqual({ value: true });
    },
  );
  test.each(['false', 'No', 'n', '0', 'off', 'nein', 'FALSCH'])('when it is %j, then it is false', text => {
    expect(parseValue('boolean', text, comma)).toEqual({ value: false });
  });
  test.each(['2', 'maybe', 'truee', '-'])('when it is %j, then it is neither', text => {
    expect(parseValue('boolean', text, comma)).toEqual(problem);
  });
});

describe('dates', () => {
  test.each([
    ['2024-05-31', '2024-05-31'],
    ['2024-5-1', '2024-05-01'],
    ['2024/05/31', '2024-05-31'],
    ['31.05.2024', '2024-05-31'],
    ['3.4.2024', '2024-04-03'],
    ['31/05/2024', '2024-05-31'],
    ['05/31/2024', '2024-05-31'],
    ['04/04/2024', '2024-04-04'],
    ['31 May 2024', '2024-05-31'],
    ['May 31, 2024', '2024-05-31'],
    ['September 1st, 2024', '2024-09-01'],
    ['2024-02-29', '2024-02-29'],
    ['2024-05-31 10:20:30', '2024-05-31T10:20:30Z'],
    ['2024-05-31T10:20:30.123Z', '2024-05-31T10:20:30Z'],
    ['2024-05-31T10:20:30+02:00', '2024-05-31T08:20:30Z'],
    ['2023-03-24 10:23:10 UTC', '2023-03-24T10:23:10Z'],
    ['2021-11-15 19:42:23 +0000', '2021-11-15T19:42:23Z'],
    ['2024-03-13 00:03:09.183465+00:00', '2024-03-13T00:03:09Z'],
    ['2024-03-01 12:34:56.789012 +0530 IST', '2024-03-01T07:04:56Z'],
    ['2024-03-12 09:14', '2024-03-12T09:14:00Z'],
  ])('when it is %j, then it is %s', (text, value) => {
    expect(parseValue('date', text, comma)).toEqual({ value });
  });

  test.each([
    '03/04/2024',
    '3-4-2024',
    '03-04-2024',
    '1/2/24',
    '05/24',
    '2024',
    '45000',
    'yesterday',
    '2024-13-01',
    '2023-02-29',
    '31.04.2024',
    '--03-07',
    '0000-00-00',
    '2024-05-31 25:00',
    '32 May 2024',
    '1 Mai-Juni 2024',
    'May 2024',
    '1-Apr',
    'Apr 1',
    '10 Marble 2024',
    '5 Decoy 2024',
  ])('when it is %j, then it cannot be read in one way only', text => {
    expect(parseValue('date', text, comma)).toEqual(problem);
  });

  test.each([
    ['DD/MM/YYYY', '03/04/2024', '2024-04-03'],
    ['MM/DD/YYYY', '03/04/2024', '2024-03-04'],
    ['dd/mm/yyyy', '03/04/2024', '2024-04-03'],
    ['M/D/YY', '1/2/24', '2024-01-02'],
    ['D.M.YY', '1.2.75', '1975-02-01'],
    ['YYYYMMDD', '20240531', '2024-05-31'],
    ['DD/MM/YYYY', '03/04/2024 10:20', '2024-04-03'],
    ['DD/MM/YYYY HH:mm', '03/04/2024 10:20', '2024-04-03'],
  ])('when --date-format is %s, then %j is %s', (dateFormat, text, value) => {
    expect(parseValue('date', text, { ...comma, dateFormat })).toEqual({ value });
  });

  test.each([
    ['DD/MM/YYYY', '31/31/2024'],
    ['DD/MM/YYYY', '2024-05-31'],
    ['DD.MM.YYYY', '03/04/2024'],
  ])('when --date-format is %s, then %j is no date', (dateFormat, text) => {
    expect(parseValue('date', text, { ...comma, dateFormat })).toEqual(problem);
  });

  test.each(['%d/%m/%Y', 'MM/DD', 'french', 'YYYY-MM', 'DD/DD/YYYY'])(
    'when --date-format is %j, then that is refused before any row is',
    async dateFormat => {
      const { loadText } = await account();
      const failure = await failureOf(
        loadText(lines('Email,Birthday', 'a@x.org,1990-01-01'), { dateFormat: [dateFormat] }),
      );
      expect(failure).toMatchObject({
        code: 'invalid_value',
        exit: 2,
        message: expect.stringContaining('--date-format'),
      });
    },
  );

  test('when a value is very long, then it is judged all the same', () => {
    const long = `2024-05-31 10:20${' '.repeat(90_000)}x`;
    for (const kind of ['date', 'number', 'boolean'] as const)
      expect(parseValue(kind, long, comma)).toEqual(problem);
  });
});

describe('in a file', () => {
  const header = 'Email,First name,City,Birthday,VIP,Orders';
  async function fieldsOf(text: string, given: Typed = {}) {
    const { loadText, people } = await account();
    const loaded = await loadText(text, given);
    return { ...loaded, fields: (await people()).map(one => one.fields) };
  }

  test('when values fit their fields, then they are sent in the kind of the field', async () => {
    const { fields } = await fieldsOf(lines(header, 'a@x.org, Ann ,007,1990-05-31,yes,"1,234"'));
    expect(fields).toEqual([
      { first_name: 'Ann', city: '007', birthday: '1990-05-31', vip: true, orders: 1234 },
    ]);
  });

  test('when semicolons divide, then a comma is the decimal mark, unless another is given', async () => {
    expect((await fieldsOf('Email;Orders\na@x.org;12,5\n')).fields).toEqual([{ orders: 12.5 }]);
    expect((await fieldsOf('Email;Orders\na@x.org;1.234\n', { decimalMark: ['.'] })).fields).toEqual([
      { orders: 1.234 },
    ]);
  });

  test('when a cell is empty, then it does not erase what is stored', async () => {
    const { call, loadText, people } = await account();
    await call('POST', '/v1/subscribers', {
      email: 'a@x.org',
      fields: { city: 'Oslo', orders: 3 },
      tags: ['old'],
    });
    await loadText(lines('Email,City,Orders,Tags', 'A@x.org,, ,'));
    expect(await people()).toEqual([
      { email: 'a@x.org', fields: { city: 'Oslo', orders: 3 }, tags: ['old'] },
    ]);
  });

  test('when a value does not fit, then its row is rejected with the column and the value', async () => {
    const { fields, rejects, summary } = await fieldsOf(
      lines(header, 'a@x.org,,,03/04/2024,,', 'b@x.org,,,,perhaps,', 'c@x.org,,,,,many', 'd@x.org,Di,,,,'),
    );
    expect(fields).toEqual([{ first_name: 'Di' }]);
    expect(summary).toMatchObject({ accepted: 1, rejected: 3 });
    expect(rejects.map(row => [row._line, row._code])).toEqual([2, 3, 4].map(n => [String(n), 'bad_value']));
    expect(rejects.map(row => row._reason)).toEqual([
      expect.stringMatching(/Birthday.*03\/04\/2024/),
      expect.stringMatching(/VIP.*perhaps/),
      expect.stringMatching(/Orders.*many/),
    ]);
  });

  test('when bad values are to be dropped, then the rest of the row comes in', async () => {
    const { fields, summary } = await fieldsOf(lines(header, 'a@x.org,Ann,,03/04/2024,perhaps,many'), {
      badValues: 'drop',
    });
    expect(fields).toEqual([{ first_name: 'Ann' }]);
    expect(summary).toMatchObject({ accepted: 1, rejected: 0 });
  });

  test('when the form of dates is given, then ambiguous ones are read', async () => {
    const { fields } = await fieldsOf(lines(header, 'a@x.org,,,03/04/2024,,'), {
      dateFormat: ['DD/MM/YYYY'],
    });
    expect(fields).toEqual([{ birthday: '2024-04-03' }]);
  });

  test.each([
    ['a;b; c ', ['a', 'b', 'c']],
    ['"a, b,a"', ['a', 'b']],
    ['"""VIP"",""Berlin, Mitte"""', ['VIP', 'Berlin, Mitte']],
    ['Editors', ['Editors']],
    ['a|b', ['a', 'b']],
    ['" , ;; "', []],
  ])('when the tags are %s, then they are %j', async (cell, tags) => {
    const { loadText, people } = await account();
    await loadText(lines('Email,Tags', `a@x.org,${cell}`));
    expect((await people())[0]?.tags.toSorted()).toEqual(tags.toSorted());
  });
});
