import { type ClockReading, clockIn } from './clock.ts';
import { parseByFormat } from './date-format.ts';
import {
  type DateOrder,
  dateOrders,
  dayOf,
  fullYear,
  hasOwnOrder,
  isDay,
  numericReadings,
  onlyReading,
} from './date-orders.ts';
import { dateWords, monthsNamed, wordsOf } from './month-names.ts';
import { type ParsedValue, problemOf } from './parsed-value.ts';

/** How the dates of a column are written. */
export interface DateRules {
  /** What `--date-format` says: a form, or an order alone; undefined: ISO 8601, and forms that are not ambiguous. */
  readonly dateFormat?: string | undefined;
  /** Undefined: unknown; only dates that show their order are read. */
  readonly dateOrder?: DateOrder | undefined;
  /** Numbers are days since 1899-12-30, as spreadsheets count them. */
  readonly readsSerials?: boolean | undefined;
}

const eastAsian =
  /^(\d{4})[年년]\s*(\d{1,2})[月월]\s*(\d{1,2})[日일](?:\s?(?:星期.|[日月火水木金土]曜日|[월화수목금토일]요일))?$/;
const serial = /^\d{5}(?:[.,]\d+)?$/;
/** The days from 1954 to 2064: other numbers of five digits are no dates. */
const [firstSerial, lastSerial] = [20_000, 60_000];

/**
 * Parses a date.
 *
 * @param text trimmed
 * @returns `YYYY-MM-DD`, or with a time ISO 8601 in UTC
 */
export function parseDate(text: string, rules: DateRules): ParsedValue {
  const { dateFormat } = rules;
  if (dateFormat === undefined) return parseUnambiguous(text, rules) ?? problemOf(text, whyNoDate(text));
  const order = dateOrders.find(one => one === dateFormat);
  if (order !== undefined)
    return parseUnambiguous(text, { dateOrder: order }, true) ?? problemOf(text, notIn(dateFormat));
  const value = parseByFormat(text, dateFormat);
  return value === undefined ? problemOf(text, notIn(dateFormat)) : { value };
}

const notIn = (format: string) => `not a date in the format ${format}`;

/** @param isStrict whether a date that can only have another order is none */
function parseUnambiguous(text: string, rules: DateRules, isStrict = false): ParsedValue | undefined {
  const usual = usualIso(text);
  if (usual !== undefined) return { value: usual };
  const { date: day, clock } = divided(text);
  const value = parseDay(day, rules, isStrict);
  if (value === undefined) return undefined;
  if (clock === undefined) return { value };
  return moment(value, { ...clock, hour: String(clock.hour) });
}

/**
 * Most dates: `YYYY-MM-DD`, or with `T` or a space and `hh:mm:ss`, in UTC, with or without `Z`. The expressions for all
 * others take many times as long.
 *
 * @returns undefined for others, and for what is no date
 */
function usualIso(given: string): string | undefined {
  const text = given.length === 20 && given.endsWith('Z') ? given.slice(0, 19) : given;
  if (text.length !== 10 && text.length !== 19) return undefined;
  const date = text.length === 10 ? text : text.slice(0, 10);
  const year = twoDigitsAt(date, 0) * 100 + twoDigitsAt(date, 2);
  if (date.charCodeAt(4) !== dash || date.charCodeAt(7) !== dash) return undefined;
  if (!isDay(year, twoDigitsAt(date, 5), twoDigitsAt(date, 8))) return undefined;
  if (text.length === 10) return date;
  const [divider, first, second] = [text[10], text[13], text[16]];
  if ((divider !== ' ' && divider !== 'T') || first !== ':' || second !== ':') return undefined;
  // Midnight at the end of a day, and leap seconds, are not usual.
  const isTime = twoDigitsAt(text, 11) < 24 && twoDigitsAt(text, 14) < 60 && twoDigitsAt(text, 17) < 60;
  return isTime ? `${date}T${text.slice(11)}Z` : undefined;
}

const [dash, zero] = [0x2d, 0x30];

/** @returns NaN for anything else */
function twoDigitsAt(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - zero, text.charCodeAt(at + 1) - zero];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** A date, and the time behind it. */
function divided(text: string): { date: string; clock: ClockReading | undefined } {
  const clean = withPlainDigits(text);
  const clock = clockIn(clean);
  return { date: clock === undefined ? clean : clean.slice(0, clock.index), clock };
}

/** Arabic digits and commas as others write them, without the marks of the direction of writing. */
function withPlainDigits(text: string): string {
  if (!/[\u060c\u0660-\u0669\u06f0-\u06f9\u200e\u200f]/.test(text)) return text;
  return text
    .replace(/[\u200e\u200f]/g, '')
    .replaceAll('\u060c', ',')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) & 0xf));
}

/** The cause that --date-format helps against. */
export const ambiguousDate = 'an ambiguous date';

/** Why a text that is no date is none. */
function whyNoDate(text: string): string {
  const readings = numericReadings(divided(text).date);
  if (readings !== undefined && readings.size > 1) return ambiguousDate;
  if ((namedParts(divided(text).date)?.months.length ?? 0) > 1)
    return 'a date whose month depends on the language';
  return /^(?:\d{1,4}[./ -]\d{1,4}\.?|\d{4})$/.test(text) ? 'not a full date' : 'not a date';
}

/**
 * What a date shows about how its column is written: the orders that it may have.
 *
 * @returns `serial` for a number that a spreadsheet takes for a date; `other` when it says nothing about the others
 */
export function shownDateOrders(text: string): readonly DateOrder[] | 'serial' | 'other' {
  if (serial.test(text)) return isSerial(text) ? 'serial' : 'other';
  const { date } = divided(text);
  const readings = numericReadings(date);
  return readings === undefined || readings.size === 0 || hasOwnOrder(date) ? 'other' : [...readings.keys()];
}

function parseDay(text: string, rules: DateRules, isStrict: boolean): string | undefined {
  const readings = numericReadings(text);
  if (readings !== undefined) {
    const byOrder = rules.dateOrder && readings.get(rules.dateOrder);
    return byOrder ?? (isStrict && !hasOwnOrder(text) ? undefined : onlyReading(readings));
  }
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? eastAsian.exec(text) ?? [];
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(date));
  if (serial.test(text)) return rules.readsSerials === true && isSerial(text) ? fromSerial(text) : undefined;
  return fromWords(text, rules);
}

function isSerial(text: string): boolean {
  const days = Number(text.replace(',', '.'));
  return days >= firstSerial && days <= lastSerial;
}

function fromSerial(text: string): string {
  const moment = new Date(
    Date.UTC(1899, 11, 30) + Math.round(Number(text.replace(',', '.')) * 86_400) * 1000,
  );
  const [date = '', clock] = moment.toISOString().split('T');
  return clock === '00:00:00.000Z' ? date : `${date}T${clock?.replace('.000', '')}`;
}

/** A day, a year and the name of a month, in any order. */
function fromWords(text: string, { dateOrder }: DateRules): string | undefined {
  const named = namedParts(text);
  if (named?.months.length !== 1) return undefined;
  const [month = 0] = named.months;
  const [one = '', two = '', ...more] = named.numbers;
  if (more.length > 0) return undefined;
  const isYearFirst =
    one.length === 4 || (two.length < 3 && named.before === 1 && isYearsFirst(one, two, dateOrder));
  const [year, day] = isYearFirst ? [one, two] : [two, one];
  return day.length > 2 || (year.length !== 2 && year.length !== 4)
    ? undefined
    : dayOf(fullYear(year), month, Number(day));
}

/** The numbers of a date with the name of a month, how many stand before it, and the months that it may be. */
function namedParts(text: string) {
  if (!/^[\p{L}\p{M}'’׳\d\s.,ºª/-]*$/u.test(text)) return undefined;
  const numbers: string[] = [];
  let months: readonly number[] = [];
  let before = 0;
  for (const word of wordsOf(text)) {
    const named = monthsNamed(word);
    if (/^\d/.test(word)) numbers.push(word);
    else if (named.length > 0 && months.length === 0) [months, before] = [named, numbers.length];
    else if (!dateWords().others.has(word)) return undefined;
  }
  return { numbers, months, before };
}

/** Whether the year stands before the month, both it and the day having two digits: only where the column shows it. */
function isYearsFirst(one: string, two: string, order: DateOrder | undefined): boolean {
  return Number(one) > 31 || (order === 'YMD' && Number(two) <= 31);
}

/** A time on a day; without a zone it is in UTC. */
function moment(
  date: string,
  {
    hour,
    minute,
    second = '00',
    zone = 'Z',
  }: Omit<ClockReading, 'index' | 'hour'> & { readonly hour: string },
): ParsedValue | undefined {
  const offset = /^[+-]/.test(zone)
    ? `${zone.slice(0, 3)}:${zone.length === 3 ? '00' : zone.slice(-2)}`
    : 'Z';
  const at = new Date(`${date}T${hour.padStart(2, '0')}:${minute}:${second}${offset}`);
  return Number.isNaN(at.getTime()) ? undefined : { value: at.toISOString().replace('.000Z', 'Z') };
}
