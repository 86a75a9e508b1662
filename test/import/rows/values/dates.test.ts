/** Dates by the forms that docs/importing.md names: ISO 8601, forms that cannot be taken for another, and given ones. */
import { describe, expect, it } from 'vitest';
import { hasOwnOrder, numericReadings } from '../../../../src/import/rows/values/date-orders.ts';
import {
  ambiguousDate,
  type DateRules,
  parseDate,
  shownDateOrders,
} from '../../../../src/import/rows/values/dates.ts';
import { shownMonth } from '../../../../src/import/rows/values/month-names.ts';

/** The value, or undefined for what is none. */
function read(text: string, rules: DateRules = {}) {
  const parsed = parseDate(text, rules);
  return 'value' in parsed ? parsed.value : undefined;
}

const polish = { languages: shownMonth('stycznia')?.languages };

describe('a date that can be read in one way', () => {
  it.each<
    [form: string, rows: readonly (readonly [text: string, value: string | undefined, rules?: DateRules])[]]
  >([
    [
      'ISO 8601',
      [
        ['2024-01-02', '2024-01-02'],
        ['1000-12-31', '1000-12-31'],
        ['0999-12-31', undefined],
        ['2024-1-2', '2024-01-02'],
        ['2024-01-02T03:04:05', '2024-01-02T03:04:05Z'],
        ['2024-01-02 03:04:05', '2024-01-02T03:04:05Z'],
        ['2024-01-02 23:59:59', '2024-01-02T23:59:59Z'],
        ['2024-01-02 03:04', '2024-01-02T03:04:00Z'],
        ['2024-1-2 3:04', '2024-01-02T03:04:00Z'],
        ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05Z'],
        ['2024-02-30T03:04:05Z', undefined],
        ['2024-01-02 03:04:05Z', '2024-01-02T03:04:05Z'],
        ['2024-01-02T03:04:05z', '2024-01-02T03:04:05Z'],
        ['2024-01-02t03:04:05', '2024-01-02T03:04:05Z'],
        ['2024-01-02T03:04Z', '2024-01-02T03:04:00Z'],
        ['2024-01-02T03:04:05.678Z', '2024-01-02T03:04:05Z'],
        ['2024-01-02 03:04:05,6', '2024-01-02T03:04:05Z'],
        ['2024-01-02T03:04:05+01:00', '2024-01-02T02:04:05Z'],
        ['2024-01-02T03:04:05-0130', '2024-01-02T04:34:05Z'],
        ['2024-01-02 03:04:05 +0000', '2024-01-02T03:04:05Z'],
        ['2024-01-02 03:04:05+00', '2024-01-02T03:04:05Z'],
        ['2024-01-02 03:04:05.678901-03', '2024-01-02T06:04:05Z'],
        ['2024-01-02 03:04:05+05:30', '2024-01-01T21:34:05Z'],
        ['2024-01-02 10:15-11', undefined],
        ['2024-01-02 03:04:05 UTC', '2024-01-02T03:04:05Z'],
        ['2024-01-02 03:04:05GMT', '2024-01-02T03:04:05Z'],
        ['2024-01-02 03:04:05 +0100 CET', '2024-01-02T02:04:05Z'],
        ['2024-01-02 03:04:05 +0200  CEST', '2024-01-02T01:04:05Z'],
        ['2024-12-31T23:30:00-01:00', '2025-01-01T00:30:00Z'],
        ['20240102', '2024-01-02'],
      ],
    ],
    [
      'what is not ISO 8601, though it looks so',
      [
        ['2024-02-30', undefined],
        ['2023-02-29', undefined],
        ['1900-02-29', undefined],
        ['2000-02-29', '2000-02-29'],
        ['2024-02-29', '2024-02-29'],
        ['2024-04-31', undefined],
        ['2024-04-29', '2024-04-29'],
        ['2023-04-29', '2023-04-29'],
        ['2024-13-01', undefined],
        ['2024-00-01', undefined],
        ['2024-01-00', undefined],
        ['2024-01-32', undefined],
        ['2024-0:-02', undefined],
        ['2024-0/-02', undefined],
        ['2024-01-0:', undefined],
        ['2024-01-/2', undefined],
        [':024-01-02', undefined],
        ['/024-01-02', undefined],
        ['20a4-01-02', undefined],
        ['2024x01-02', undefined],
        ['2024-01x02', undefined],
        ['2024-01-02x03:04:05', undefined],
        ['2024-01-02 03x04:05', undefined],
        ['2024-01-02 03:04x05', undefined],
        ['2024-01-02 0a:04:05', undefined],
        ['2024-01-02 24:00:01', undefined],
        ['2024-01-02 25:00:00', undefined],
        ['2024-01-02 03:60:05', undefined],
        ['2024-01-02 03:04:60', undefined],
        ['2024-02-30 03:04:05', undefined],
        ['2024-02-30T03:04:05Z', undefined],
        ['x2024-01-02T03:04:05Z', undefined],
        ['2024-01-02T03:04:05Zx', undefined],
        ['2024-01-02T03:04:05+1', undefined],
        ['2024-01-02T03:04:05+99:99', undefined],
        ['12024-01-02', undefined],
        ['2024-01-023', undefined],
        ['120240102', undefined],
        ['202401021', undefined],
      ],
    ],
    [
      'three numbers',
      [
        ['31/12/2024', '2024-12-31'],
        ['12/31/2024', '2024-12-31'],
        ['04/04/2024', '2024-04-04'],
        ['2024/12/31', '2024-12-31'],
        ['31.12.2024', '2024-12-31'],
        ['1.2.2024', '2024-02-01'],
        ['1. 2. 2024.', '2024-02-01'],
        ['31-12-2024', '2024-12-31'],
        ['01/02/2024', undefined],
        ['31/12-2024', undefined],
        ['31/12/24', undefined],
        ['31.12.24', undefined],
        ['12.31.2024', undefined],
        ['31/31/2024', undefined],
        ['2024/31/12', undefined],
        ['31/12/202', undefined],
        ['31/12/20245', undefined],
        ['a31/12/2024', undefined],
        ['31/12/2024 3:04 PM', '2024-12-31T15:04:00Z'],
        ['31.12.2024, 15.04', '2024-12-31T15:04:00Z'],
        ['31.12.2024 15 h 04', '2024-12-31T15:04:00Z'],
        ['31/12/2024 13:04 PM', undefined],
        ['31/12/2024 0:04 AM', undefined],
        ['31/12/2024 12:04 am', '2024-12-31T00:04:00Z'],
        ['31/12/2024 12:04 p.m.', '2024-12-31T12:04:00Z'],
        ['31/12/2024 午後3:04', '2024-12-31T15:04:00Z'],
        ['31/12/2024 上午3:04', '2024-12-31T03:04:00Z'],
        ['31/12/2024 15:04 GMT+0100', '2024-12-31T14:04:00Z'],
      ],
    ],
    [
      'three numbers in a column that shows the order',
      [
        ['01/02/2024', '2024-02-01', { dateOrder: 'DMY' }],
        ['01/02/2024', '2024-01-02', { dateOrder: 'MDY' }],
        ['01/02/03', '2003-02-01', { dateOrder: 'DMY' }],
        ['01/02/03', '2001-02-03', { dateOrder: 'YMD' }],
        ['01.02.29', '2029-02-01', { dateOrder: 'DMY' }],
        ['01.02.30', '1930-02-01', { dateOrder: 'DMY' }],
        ['31/12/2024', '2024-12-31', { dateOrder: 'MDY' }],
      ],
    ],
    [
      'the name of a month',
      [
        ['2 January 2024', '2024-01-02'],
        ['January 2, 2024', '2024-01-02'],
        ['2024 January 2', '2024-01-02'],
        ['2-Jan-24', '2024-01-02'],
        ['Jan 2, 24', '2024-01-02'],
        ['45-Jan-02', '1945-01-02'],
        ['31-Jan-30', '1930-01-31'],
        ['02-Jan-24', '2002-01-24', { dateOrder: 'YMD' }],
        ['02-Jan-32', '1932-01-02', { dateOrder: 'YMD' }],
        ['24-Jan-31', '2024-01-31', { dateOrder: 'YMD' }],
        ['2 January 124', undefined],
        ['2 January', undefined],
        ['January 2024', undefined],
        ['123 January 2024', undefined],
        ['12345 January 2', undefined],
        ['2 3 January 2024', undefined],
        ['2 January 2024 3', undefined],
        ['January 2024 2', '2024-01-02'],
        ['January 45, 02', undefined],
        ['012 January 2024', undefined],
        ['2 January March 2024', undefined],
        ['2 nonsense 2024', undefined],
        ['30 February 2024', undefined],
        ['2 January 2024!', undefined],
        ['?2 January 2024', undefined],
        ['2 Jan/2024', '2024-01-02'],
        ['Dienstag, 2. Januar 2024', '2024-01-02'],
        ['2 de enero de 2024', '2024-01-02'],
        ['2ª de enero de 2024', undefined],
        ['3 listopada 2024', undefined],
        ['3 listopada 2024', '2024-11-03', polish],
      ],
    ],
    [
      'the signs of other writings',
      [
        ['2024年1月2日', '2024-01-02'],
        ['2024年12月31日', '2024-12-31'],
        ['2024 年1月2日', undefined],
        ['2024年 1月 2日', '2024-01-02'],
        ['2024年1月2日火曜日', '2024-01-02'],
        ['2024年1月2日 星期二', '2024-01-02'],
        ['2024년 1월 2일 화요일', '2024-01-02'],
        ['x2024年1月2日', undefined],
        ['2024年1月2日x', undefined],
        ['2024年13月2日', undefined],
        ['٢٠٢٤/١٢/٣١', '2024-12-31'],
        ['۲۰۲۴-۱۲-۳۱', '2024-12-31'],
        ['\u200f٣١\u200f/١٢\u200f/٢٠٢٤', '2024-12-31'],
      ],
    ],
    [
      'the number of a spreadsheet',
      [
        ['45292', undefined],
        ['45292', '2024-01-01', { readsSerials: true }],
        ['45292.5', '2024-01-01T12:00:00Z', { readsSerials: true }],
        ['45292,75', '2024-01-01T18:00:00Z', { readsSerials: true }],
        ['20000', '1954-10-03', { readsSerials: true }],
        ['60000', '2064-04-08', { readsSerials: true }],
        ['19999', undefined, { readsSerials: true }],
        ['60001', undefined, { readsSerials: true }],
        ['145292', undefined, { readsSerials: true }],
        ['045292', undefined, { readsSerials: true }],
        ['45292x5', undefined, { readsSerials: true }],
        ['45292.', undefined, { readsSerials: true }],
      ],
    ],
    [
      'a form that is given',
      [
        ['31/12/2024', '2024-12-31', { dateFormat: 'DD/MM/YYYY' }],
        ['12/31/2024', undefined, { dateFormat: 'DD/MM/YYYY' }],
        ['01/02/2024', '2024-02-01', { dateFormat: 'DMY' }],
        ['01/02/2024', '2024-01-02', { dateFormat: 'MDY' }],
        ['31/12/2024', undefined, { dateFormat: 'MDY' }],
        ['2024-12-31', '2024-12-31', { dateFormat: 'MDY' }],
        ['2024/12/31', '2024-12-31', { dateFormat: 'MDY' }],
        ['31.12.2024', '2024-12-31', { dateFormat: 'MDY' }],
        ['2 January 2024', '2024-01-02', { dateFormat: 'MDY' }],
      ],
    ],
  ])('when it has the form of %s, then that is its value', (_, rows) => {
    expect(rows.map(([text, , rules]) => [text, read(text, rules), rules])).toEqual(
      rows.map(([text, value, rules]) => [text, value, rules]),
    );
  });
});

it('when it is none, then the reason is one that helps', () => {
  const why = (text: string, rules: DateRules = {}) => {
    const parsed = parseDate(text, rules);
    return 'problem' in parsed ? parsed.problem.replace(/^.*" is |^.*": /, '') : parsed.value;
  };
  const rows = [
    ['01/02/2024', ambiguousDate],
    ['01/02/2024 10:20', ambiguousDate],
    ['3 listopada 2024', 'a date whose month depends on the language'],
    ['2024', 'not a full date'],
    ['12/2024', 'not a full date'],
    ['2024-01', 'not a full date'],
    ['24.12.', 'not a full date'],
    ['24 12', 'not a full date'],
    ['12345', 'not a date'],
    ['31/31/2024', 'not a date'],
    ['30 January March', 'not a date'],
    ['12/2024x', 'not a date'],
    ['x12/2024', 'not a date'],
    ['7', 'not a date'],
    ['12345/1', 'not a date'],
    ['1/12345', 'not a date'],
    ['tomorrow', 'not a date'],
    ['31/12/2024 25:00', 'not a date'],
    ['30 February 2024', 'not a date'],
  ];
  expect(rows.map(([text = '']) => [text, why(text)])).toEqual(
    rows.map(([text, reason]) => [text, expect.stringContaining(reason ?? '')]),
  );
  expect(why('31/12/2024', { dateFormat: 'MDY' })).toContain('not a date in the format MDY');
});

it('when a date is looked at, then it shows the orders that its column may have', () => {
  const rows: readonly (readonly [string, ReturnType<typeof shownDateOrders>])[] = [
    ['01/02/2024', ['DMY', 'MDY']],
    ['31/12/2024', ['DMY']],
    ['12/31/2024', ['MDY']],
    ['12/31/2024 10:20', ['MDY']],
    ['01/02/03', ['DMY', 'MDY', 'YMD']],
    ['98/12/31', ['YMD']],
    ['01.02.03', ['DMY', 'YMD']],
    ['01.02.2024', 'other'],
    ['2024/01/02', 'other'],
    ['31/31/2024', 'other'],
    ['2 January 2024', 'other'],
    ['45292', 'serial'],
    ['45292.5', 'serial'],
    ['99999', 'other'],
    ['19999', 'other'],
  ];
  expect(rows.map(([text]) => [text, shownDateOrders(text)])).toEqual(rows);
});

it('when three numbers are read, then only those that are a day and a year count', () => {
  const rows: readonly (readonly [string, Readonly<Record<string, string>> | undefined, boolean])[] = [
    ['1/2/2024', { DMY: '2024-02-01', MDY: '2024-01-02' }, false],
    ['2024/1/2', { YMD: '2024-01-02' }, true],
    ['1.2.2024', { DMY: '2024-02-01' }, true],
    ['1.2.2024.', { DMY: '2024-02-01' }, true],
    ['01.2.24', { DMY: '2024-02-01', YMD: '2001-02-24' }, false],
    ['1/2/3', {}, false],
    ['012/1/24', undefined, false],
    ['0031/12/24', {}, true],
    ['24/12/0031', {}, false],
    ['123/1/2024', undefined, false],
    ['1/2/024', undefined, false],
    ['2024/1/2024', {}, true],
    ['29/2/1900', {}, false],
    ['29.2.2000', { DMY: '2000-02-29' }, true],
    ['31.4.2000', {}, true],
    ['1/2', undefined, false],
    ['1/2-2024', undefined, false],
    ['x1/2/2024', undefined, false],
    ['1/2/2024x', undefined, false],
  ];
  const readings = (text: string) => {
    const found = numericReadings(text);
    return found && Object.fromEntries(found);
  };
  expect(rows.map(([text]) => [text, readings(text), hasOwnOrder(text)])).toEqual(rows);
});
