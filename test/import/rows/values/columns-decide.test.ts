import { describe, expect, test } from 'vitest';
import { parseValue } from '../../../../src/import/rows/values/field-values.ts';
import { account, lines } from '../../account.ts';
import { firstPass } from '../../first-pass.ts';

describe('a column', () => {
  const late = Array.from({ length: 6000 }, () => '48.137');

  test.each<[what: string, header: string, cells: readonly string[], values: unknown[], rejected: string[]]>([
    ['a decimal mark that one value shows', 'Email;Orders', ['1.234', '1.234,56'], [1234, 1234.56], []],
    ['a point, though semicolons divide cells', 'Email;Orders', ['48.137', '11.57'], [48.137, 11.57], []],
    ['a comma, though commas divide cells', 'Email,Orders', ['1,234', '12,5'], [1.234, 12.5], []],
    ['a mark that only its last value shows', 'Email;Orders', [...late, '1.5'], [48.137, 1.5], []],
    ['thousands, where commas divide cells', 'Email,Orders', ['1,234', '7'], [1234, 7], []],
    ['no mark that anything shows', 'Email;Orders', ['48.137', '7', '12'], [7, 12], ['48.137']],
    ['the month first', 'Email,Birthday', ['1/2/2024', '12/25/2023'], ['2024-01-02', '2023-12-25'], []],
    ['the day first', 'Email,Birthday', ['1/2/2024', '25/12/2023'], ['2024-02-01', '2023-12-25'], []],
    [
      'no order that anything shows',
      'Email,Birthday',
      ['1/2/2024', '4/4/2024'],
      ['2024-04-04'],
      ['1/2/2024'],
    ],
    ['a number beside a date', 'Email,Birthday', ['45292', '2024-01-01'], ['2024-01-01'], ['45292']],
  ])('with %s is read as a whole', async (_what, header, cells, values, rejected) => {
    const { loadText, people } = firstPass();
    const [, mark = '', name = ''] = /^Email(.)(\w+)/.exec(header) ?? [];
    const rows = cells.map((cell, i) => `p${String(i).padStart(5, '0')}@x.org${mark}"${cell}"`);
    const { rejects } = await loadText(lines(header, ...rows));
    const found = (await people()).map(({ fields }) => fields[name.toLowerCase()]);
    expect([...new Set(found)]).toEqual(values);
    expect(rejects.map(row => row[name])).toEqual(rejected);
  });
});

describe('the kind of a new field', () => {
  test('dates of one order, or numbers of one mark, are that kind', async () => {
    const { loadText, call } = await account();
    const text = lines(
      'Email;Since;Sum;Mixed',
      'a@x.org;1/2/2024;1.234;1/2/2024',
      'b@x.org;12/25/2023;1,5;x',
    );
    await loadText(text, { createFields: true });
    const { data } = (await call('GET', '/v1/fields')) as unknown as {
      data: { name: string; kind: string }[];
    };
    const kinds = Object.fromEntries(data.map(field => [field.name, field.kind]));
    expect(kinds).toMatchObject({ Since: 'date', Sum: 'number', Mixed: 'text' });
  });
});

describe('one date', () => {
  const styles: Intl.DateTimeFormatOptions[] = [
    { dateStyle: 'full' },
    { dateStyle: 'long' },
    { dateStyle: 'long', timeStyle: 'short' },
    { day: '2-digit', month: 'short', year: 'numeric' },
  ];

  test.each(['en', 'en-GB', 'en-CA', 'en-AU'])(
    'a column that is written as in %s is read as it was meant',
    language => {
      for (const style of styles) {
        const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month++) {
          const text = format.format(Date.UTC(2024, month - 1, 17, 15, 4));
          const day = `2024-${String(month).padStart(2, '0')}-17`;
          const value = style.timeStyle === undefined ? day : `${day}T15:04:00Z`;
          expect([text, parseValue('date', text, {})]).toEqual([text, { value }]);
        }
      }
    },
  );
});
