/** In which order a date has its day, month and year. */
import { Failure } from '../../../lib/failure.ts';

export type DateOrder = 'DMY' | 'MDY' | 'YMD';
export const dateOrders: readonly DateOrder[] = ['DMY', 'MDY', 'YMD'];

/** The order that `--date-format` names: DMY, DD/MM/YYYY, d.m.yy, %d-%m-%Y. @throws Failure invalid_value */
export function orderOfForm(form: string): DateOrder {
  const letters = form
    .toUpperCase()
    .replace(/[T ]*%?H.*$/, '')
    .replace(/[^A-Z]/g, '');
  const order = dateOrders.find(one => one === [...new Set(letters)].join(''));
  if (order !== undefined) return order;
  throw new Failure('invalid_value', `--date-format: unsupported date format "${form}"`, {
    hint: 'for example --date-format DD/MM/YYYY, or just DMY',
  });
}

const numeric = /^(\d{1,2}|\d{4})([./-]) ?(\d{1,2})\2 ?(\d{1,2}|\d{4})\.?$/;

export type DateReadings = ReadonlyMap<DateOrder, string>;

/** Reads three numbers. A year of four digits shows where it is; between dots the month is in the middle. */
export function numericReadings(text: string): DateReadings | undefined {
  const [, first = '', mark, middle = '', last = ''] = numeric.exec(text) ?? [];
  if (mark === undefined) return undefined;
  const readings = new Map<DateOrder, string>();
  const add = (order: DateOrder, year: string, month: string, day: string) => {
    const date = year.length === 1 ? undefined : dayOf(fullYear(year), Number(month), Number(day));
    if (date !== undefined) readings.set(order, date);
  };
  if (first.length !== 4) add('DMY', last, middle, first);
  if (first.length !== 4 && mark !== '.') add('MDY', last, first, middle);
  if (last.length !== 4) add('YMD', first, middle, last);
  return readings;
}

/** Whether the order is the same in all such texts: the year has four digits and stands first, or dots divide. */
export function hasOwnOrder(text: string): boolean {
  return /^\d{4}\D|\.\d{4}/.test(text);
}

/** The only date that a text can be; undefined when there are several. */
export function onlyReading(readings: DateReadings): string | undefined {
  const [first, ...others] = new Set(readings.values());
  return others.length === 0 ? first : undefined;
}

/** A year of two digits is one of 1930 to 2029, as spreadsheets take it. */
export function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 30 ? 2000 : 1900);
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** @returns `YYYY-MM-DD`; undefined when there is no such day */
export function dayOf(year: number, month: number, date: number): string | undefined {
  const isLeapDay = month === 2 && date === 29;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const exists = isLeapDay ? isLeapYear : date >= 1 && date <= (monthLengths[month - 1] ?? 0);
  return exists && year >= 1000 ? `${year}-${twoDigits(month)}-${twoDigits(date)}` : undefined;
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : String(number));
