import { Failure } from '../../../lib/failure.ts';
import { type ParsedValue, problemOf } from './parsed-value.ts';

/** In which order a date has its day, month and year. */
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

type DateReadings = ReadonlyMap<DateOrder, string>;

/** Reads three numbers. A year of four digits shows where it is; between dots the month is in the middle. */
function numericReadings(text: string): DateReadings | undefined {
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
function hasOwnOrder(text: string): boolean {
  return /^\d{4}\D|\.\d{4}/.test(text);
}

/** The only date that a text can be; undefined when there are several. */
function onlyReading(readings: DateReadings): string | undefined {
  const [first, ...others] = new Set(readings.values());
  return others.length === 0 ? first : undefined;
}

/** A year of two digits is one of 1930 to 2029, as spreadsheets take it. */
function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 30 ? 2000 : 1900);
}

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(year: number, month: number, date: number): boolean {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2 && date === 29 && !isLeapYear) return false;
  return year >= 1000 && date >= 1 && date <= (monthLengths[month - 1] ?? 0);
}

/** @returns `YYYY-MM-DD`; undefined when there is no such day */
function dayOf(year: number, month: number, date: number): string | undefined {
  return isDay(year, month, date) ? `${year}-${twoDigits(month)}-${twoDigits(date)}` : undefined;
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : String(number));

export interface DateRules {
  /** What `--date-format` says: dates that have another order are none. */
  readonly dateFormat?: DateOrder | undefined;
  /** Undefined: unknown; only dates that show their order are read. */
  readonly dateOrder?: DateOrder | undefined;
}

const eastAsian =
  /^(\d{4})[年년]\s*(\d{1,2})[月월]\s*(\d{1,2})[日일](?:\s?(?:星期.|[日月火水木金土]曜日|[월화수목금토일]요일))?$/;
/** As Excel, LinkedIn, RFC 5322 and JavaScript write them in English: `2-Jan-24`, `Tue, 2 January 2024`, `Jan 2nd, 2024`. */
const weekday = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\\s+)?';
const ordinal = '(\\d{1,2})(?:st|nd|rd|th)?';
const dayMonthYear = new RegExp(`^${weekday}${ordinal}[ -]([a-z]+)\\.?[ -](\\d{4}|\\d{2})$`, 'i');
const monthDayYear = new RegExp(`^${weekday}([a-z]+)\\.? ${ordinal},? (\\d{4}|\\d{2})$`, 'i');
const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const shortestMonth = 3;

/**
 * The time behind a date: `3:04 PM`; with a zone as ISO 8601, PostgreSQL (`03:04:05+00`) and JavaScript
 * (`GMT+0100 (Central European Standard Time)`) write it.
 */
const clock =
  /(?:,?\s+|T)(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\.?)?(?:\s*(Z|(?:UTC|GMT)?[+-]\d{2}:?\d{2}|(?<=:\d{2}:\d{2}(?:\.\d+)?)[+-]\d{2}|UTC|GMT))?(?:\s+(?:\([^()]{2,60}\)|[A-Z]{3,4}))?$/i;

/** Parses a date. @param text trimmed @returns `YYYY-MM-DD`, or with a time ISO 8601 in UTC */
export function parseDate(text: string, rules: DateRules): ParsedValue {
  const { dateFormat } = rules;
  if (dateFormat === undefined) return parseUnambiguous(text, rules) ?? problemOf(text, whyNoDate(text));
  const read = parseUnambiguous(text, { dateOrder: dateFormat }, true);
  return read ?? problemOf(text, `not a date in the format ${dateFormat}`);
}

/** @param isStrict whether a date that can only have another order is none */
function parseUnambiguous(text: string, rules: DateRules, isStrict = false): ParsedValue | undefined {
  const usual = usualIso(text);
  if (usual !== undefined) return { value: usual };
  const time = clock.exec(text);
  const value = parseDay(time === null ? text : text.slice(0, time.index), rules, isStrict);
  if (value === undefined) return undefined;
  return time === null ? { value } : moment(value, time);
}

/** Most dates, with or without a time in UTC. The expressions for all others take many times as long. */
const iso = /^\d{4}-\d\d-\d\d(?:[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ?)?$/;

function usualIso(text: string): string | undefined {
  if (!iso.test(text)) return undefined;
  const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 0x30 * 11;
  if (!isDay(two(0) * 100 + two(2), two(5), two(8))) return undefined;
  return text.length === 10 ? text : `${text.slice(0, 10)}T${text.slice(11, 19)}Z`;
}

const withoutTime = (text: string) => text.replace(clock, '');

/** The cause that --date-format helps against. */
export const ambiguousDate = 'an ambiguous date';

function whyNoDate(text: string): string {
  const readings = numericReadings(withoutTime(text));
  if (readings !== undefined && readings.size > 1) return ambiguousDate;
  return /^(?:\d{1,4}[./ -]\d{1,4}\.?|\d{4})$/.test(text) ? 'not a full date' : 'not a date';
}

/** The orders that a date may have, as it shows; none if it says nothing about the others. */
export function shownDateOrders(text: string): readonly DateOrder[] {
  const date = withoutTime(text);
  return hasOwnOrder(date) ? [] : [...(numericReadings(date)?.keys() ?? [])];
}

function parseDay(text: string, rules: DateRules, isStrict: boolean): string | undefined {
  const readings = numericReadings(text);
  if (readings !== undefined) {
    const byOrder = rules.dateOrder && readings.get(rules.dateOrder);
    return byOrder ?? (isStrict && !hasOwnOrder(text) ? undefined : onlyReading(readings));
  }
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? eastAsian.exec(text) ?? [];
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(date));
  return fromWords(text);
}

function fromWords(text: string): string | undefined {
  const [, day, name = '', year = ''] = dayMonthYear.exec(text) ?? [];
  if (day !== undefined) return dayOf(fullYear(year), monthOf(name), Number(day));
  const [, first = '', second, last = ''] = monthDayYear.exec(text) ?? [];
  return second === undefined ? undefined : dayOf(fullYear(last), monthOf(first), Number(second));
}

/** The number of a month by its name, or by the beginning of that; 0 when there is none. */
function monthOf(name: string): number {
  return name.length < shortestMonth
    ? 0
    : months.findIndex(month => month.startsWith(name.toLowerCase())) + 1;
}

/** A time on a day; without a zone it is in UTC. */
function moment(
  date: string,
  [, hours, minute, second = '00', half, zone = 'Z']: RegExpExecArray,
): ParsedValue | undefined {
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), /p/i.test(half));
  const [offset] = /[+-].*/.exec(zone) ?? ['Z'];
  const ofZone = offset.length === 3 ? `${offset}:00` : offset.replace(/^(.\d\d)(?=\d)/, '$1:');
  const at = new Date(`${date}T${String(hour).padStart(2, '0')}:${minute}:${second}${ofZone}`);
  return Number.isNaN(at.getTime()) ? undefined : { value: at.toISOString().replace('.000Z', 'Z') };
}

function hourOfHalf(hour: number, isAfternoon: boolean): number {
  return hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (isAfternoon ? 12 : 0);
}
