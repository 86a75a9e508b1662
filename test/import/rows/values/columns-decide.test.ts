import { describe, expect, test } from 'vitest';
import { parseValue } from '../../../../src/import/rows/values/field-values.ts';
import { account, lines, type Typed } from '../../account.ts';
import { firstPass } from '../../first-pass.ts';

/** The values of a field after an import of a file with this column only; what was rejected. */
async function column(
  name: 'Orders' | 'Birthday' | 'VIP',
  cells: readonly string[],
  delimiter = ',',
  given: Typed = {},
) {
  const { loadText, people } = firstPass();
  const quoted = cells.map((cell, i) => `p${String(i).padStart(5, '0')}@x.org${delimiter}"${cell}"`);
  const { rejects } = await loadText(lines(`Email${delimiter}${name}`, ...quoted), given);
  const variable = name.toLowerCase();
  const values = (await people()).map(one => one.fields[variable]);
  return { values, rejected: rejects.map(row => row[name]), reasons: rejects.map(row => row._reason) };
}

describe('the decimal mark of a column', () => {
  test('when one value shows it, then it holds for the others', async () => {
    expect((await column('Orders', ['1.234', '1.234,56'], ';')).values).toEqual([1234, 1234.56]);
    expect((await column('Orders', ['48.137', '11.57'], ';')).values).toEqual([48.137, 11.57]);
    expect((await column('Orders', ['1,234', '12,5'], ',')).values).toEqual([1.234, 12.5]);
    expect((await column('Orders', ['1,234', '12.5'], '\t')).values).toEqual([1234, 12.5]);
    expect((await column('Orders', ['1.234', '1.234.567', '7'], ';')).values).toEqual([1234, 1234567, 7]);
  });

  test('when only a late value shows it, then it holds for the first, too', async () => {
    const many = Array.from({ length: 6000 }, () => '48.137');
    const { values, rejected } = await column('Orders', [...many, '11.5'], ';');
    expect(rejected).toEqual([]);
    expect(values[0]).toBe(48.137);
    expect(values.at(-1)).toBe(11.5);
  }, 30_000);

  test('when nothing shows it, then such numbers are rejected, and the others come in', async () => {
    const { values, rejected, reasons } = await column('Orders', ['48.137', '7', '12'], ';');
    expect([values, rejected]).toEqual([[7, 12], ['48.137']]);
    expect(reasons[0]).toContain('an ambiguous number');
  });

  test('when commas divide cells, then a comma between digits is one of thousands', async () => {
    expect((await column('Orders', ['1,234', '7'])).values).toEqual([1234, 7]);
  });
});

describe('the order of dates in a column', () => {
  test('when one date shows it, then it holds for the others', async () => {
    expect((await column('Birthday', ['1/2/2024', '12/25/2023'])).values).toEqual([
      '2024-01-02',
      '2023-12-25',
    ]);
    expect((await column('Birthday', ['1/2/2024', '25/12/2023'])).values).toEqual([
      '2024-02-01',
      '2023-12-25',
    ]);
    expect((await column('Birthday', ['1-2-2024 3:04 pm', '12-25-2023 1:00 am'])).values).toEqual([
      '2024-01-02T15:04:00Z',
      '2023-12-25T01:00:00Z',
    ]);
  });

  test('when dates show both orders, or none, then those that are ambiguous are rejected', async () => {
    expect((await column('Birthday', ['1/2/2024', '12/25/2023', '25/12/2023'])).rejected).toEqual([
      '1/2/2024',
    ]);
    expect((await column('Birthday', ['1/2/2024', '4/4/2024'])).rejected).toEqual(['1/2/2024']);
  });

  test('when years have two digits, then the column shows where they are', async () => {
    const values = async (...cells: string[]) => (await column('Birthday', cells)).values;
    expect(await values('12/25/98', '1/2/24')).toEqual(['1998-12-25', '2024-01-02']);
    expect(await values('25/12/98', '1/2/24')).toEqual(['1998-12-25', '2024-02-01']);
    expect(await values('98-12-25', '24-01-02')).toEqual(['1998-12-25', '2024-01-02']);
    expect(await values('25.12.98', '01.02.24')).toEqual(['1998-12-25', '2024-02-01']);
    expect(await values('31/12/2023', '1/2/24')).toEqual(['2023-12-31', '2024-02-01']);
    expect(await values('02-Jan-24', '3 March 45', 'Jan 2, 98')).toEqual([
      '2024-01-02',
      '1945-03-03',
      '1998-01-02',
    ]);
    expect(await values('02-Jan-24', '98-Jan-02')).toEqual(['2024-01-02', '1998-01-02']);
  });

  test('when years have two digits, and nothing shows where they are, then such dates are rejected', async () => {
    const { rejected, reasons } = await column('Birthday', ['01/02/24', '25/12/23', '2024-01-02']);
    expect(rejected).toEqual(['01/02/24', '25/12/23']);
    expect(reasons[0]).toContain('an ambiguous date');
  });

  test('a month whose name is another one in other languages is rejected', async () => {
    const { rejected, reasons } = await column('Birthday', ['3 listopada 2024', '4 stycznia 2024']);
    expect(rejected).toEqual(['3 listopada 2024']);
    expect(reasons[0]).toContain('a date whose month depends on the language');
  });

  test('when all are serial numbers of a spreadsheet, then they are dates', async () => {
    expect((await column('Birthday', ['45292', '36526'])).values).toEqual(['2024-01-01', '2000-01-01']);
    expect((await column('Birthday', ['45292', '2024-01-01'])).rejected).toEqual(['45292']);
    expect((await column('Birthday', ['45292', '99999', '2024-01-01'])).rejected).toEqual(['45292', '99999']);
  });
});

describe('the kind of a new field', () => {
  test('when dates have one order, or numbers one mark, then that is the kind', async () => {
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
  const languages =
    'en en-GB en-CA en-AU de de-AT de-CH fr fr-CA es es-MX it pt nl nl-BE pl sv da nb fi cs hu ro tr ru uk el sl ar ar-EG he zh zh-TW ja ko';
  const styles: Intl.DateTimeFormatOptions[] = [
    { dateStyle: 'full' },
    { dateStyle: 'long' },
    { dateStyle: 'long', timeStyle: 'short' },
    { day: '2-digit', month: 'short', year: 'numeric' },
  ];
  /** Months that are called as another month of Croatian. */
  const ofTwoMonths = /listopad|\b(?:lip|lis|srp)\b/;

  test.each(languages.split(' '))(
    'when it is written as in %s, then it is read as it was meant',
    language => {
      for (const style of styles) {
        const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month++) {
          const text = format.format(Date.UTC(2024, month - 1, 17, 15, 4));
          if (ofTwoMonths.test(text)) continue;
          const day = `2024-${String(month).padStart(2, '0')}-17`;
          const value = style.timeStyle === undefined ? day : `${day}T15:04:00Z`;
          expect([text, parseValue('date', text, {})]).toEqual([text, { value }]);
        }
      }
    },
  );
});
