import { Failure } from '../../lib/failure.ts';
import { dateWords, plainWord } from './month-names.ts';
import { type ParsedValue, problemOf } from './parsed-value.ts';

/** Whether the day or the month comes first in dates such as 03/04/2024. */
export type DateOrder = 'DMY' | 'MDY';

/** How the dates of a column are written. */
export interface DateRules {
  /** What `--date-format` says; undefined: ISO 8601, and forms that are not ambiguous. */
  readonly dateFormat?: string | undefined;
  /** Undefined: unknown, so that only dates are taken that show it. */
  readonly dateOrder?: DateOrder | undefined;
  /** Numbers are days since 1899-12-30, as spreadsheets count them. */
  readonly readsSerials?: boolean | undefined;
}

const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?:\s+[A-Z]{3,4})?)?$/i;
const numeric = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})\.?$/;
const eastAsian = /^(\d{4})[年년]\s*(\d{1,2})[月월]\s*(\d{1,2})[日일]$/;
const time =
  /(?:,?\s+|T)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?:\s+\(?[A-Z]{3,4}\)?)?$/i;
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
  if (dateFormat !== undefined) {
    return parseByFormat(text, dateFormat) ?? problemOf(text, `not a date of the form ${dateFormat}`);
  }
  return parseUnambiguous(text, rules) ?? problemOf(text, whyNoDate(text));
}

function parseUnambiguous(text: string, rules: DateRules): ParsedValue | undefined {
  const full = iso.exec(text);
  if (full !== null) return fromIso(full);
  const clock = time.exec(text);
  const date = parseDay(clock === null ? text : text.slice(0, clock.index), rules);
  return date === undefined || clock === null ? date : withTime(date.value, clock);
}

/** The cause that --date-format helps against. */
export const ambiguousDate = 'an ambiguous date';

/** Why a text that is no date is none. */
function whyNoDate(text: string): string {
  const parts = /^(\d{1,2})([./-])(\d{1,2})\2\d{2}(\d{2})?(?!\d)/.exec(text);
  if (parts !== null) {
    const isUnclear = parts[4] === undefined || (Number(parts[1]) <= 12 && Number(parts[3]) <= 12);
    return isUnclear ? ambiguousDate : 'not a date';
  }
  return /^(?:\d{1,4}[./ -]\d{1,2}\.?|\d{4})$/.test(text) ? 'not a full date' : 'not a date';
}

/**
 * What a date shows about how its column is written.
 *
 * @returns `serial` for a number that a spreadsheet takes for a date; `other` when it does not show the order
 */
export function shownDateOrder(text: string): DateOrder | 'serial' | 'other' {
  if (serial.test(text)) return isSerial(text) ? 'serial' : 'other';
  const parts = /^(\d{1,2})([/-])(\d{1,2})\2\d{4}(?!\d)/.exec(text);
  if (parts === null) return 'other';
  const [one, two] = [Number(parts[1]), Number(parts[3])];
  if (one > 12) return two > 12 ? 'other' : 'DMY';
  return two > 12 ? 'MDY' : 'other';
}

function parseDay(text: string, rules: DateRules): { value: string } | undefined {
  const parts = numeric.exec(text);
  if (parts !== null) return fromNumeric(parts, rules.dateOrder);
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? eastAsian.exec(text) ?? [];
  if (year !== undefined) return day(Number(year), Number(month), Number(date));
  if (serial.test(text)) return rules.readsSerials === true && isSerial(text) ? fromSerial(text) : undefined;
  return fromWords(text);
}

function isSerial(text: string): boolean {
  const days = Number(text.replace(',', '.'));
  return days >= firstSerial && days <= lastSerial;
}

function fromSerial(text: string): { value: string } {
  const moment = new Date(
    Date.UTC(1899, 11, 30) + Math.round(Number(text.replace(',', '.')) * 86_400) * 1000,
  );
  const [date = '', clock] = moment.toISOString().split('T');
  return { value: clock === '00:00:00.000Z' ? date : `${date}T${clock?.replace('.000', '')}` };
}

/** A day, a year of four digits and the name of a month, in any order. */
function fromWords(text: string): { value: string } | undefined {
  const { months, others } = dateWords();
  let [year, month, date] = [0, 0, 0];
  for (const [token] of text.matchAll(/\d+|[\p{L}\p{M}'’]+/gu)) {
    const word = plainWord(token);
    const named = months.get(word);
    if (/^\d{4}$/.test(token) && year === 0) year = Number(token);
    else if (/^\d{1,2}$/.test(token) && date === 0) date = Number(token);
    else if (named !== undefined && month === 0) month = named;
    else if (!others.has(word)) return undefined;
  }
  return /^[\p{L}\p{M}'’\d\s.,ºª/-]*$/u.test(text) ? day(year, month, date) : undefined;
}

function withTime(date: string, clock: RegExpExecArray): ParsedValue | undefined {
  const half = clock[4]?.toLowerCase();
  const hour = Number(clock[1]);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return moment(date, String(hours), clock[2] ?? '', clock[3], clock[5]);
}

function fromIso(parts: RegExpExecArray): ParsedValue | undefined {
  const date = day(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  if (date === undefined || parts[4] === undefined) return date;
  return moment(date.value, parts[4], parts[5] ?? '', parts[6], parts[7]);
}

/** A time on a day; without a zone it is in UTC. */
function moment(
  date: string,
  hour: string,
  minute: string,
  second = '00',
  zone = 'Z',
): ParsedValue | undefined {
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?(..)$/, '$1:$2') : 'Z';
  const at = new Date(`${date}T${hour.padStart(2, '0')}:${minute}:${second}${offset}`);
  return Number.isNaN(at.getTime()) ? undefined : { value: at.toISOString().replace('.000Z', 'Z') };
}

/** Not ambiguous: the year first, a dot (day first), or a day above 12. The others need the order of their column. */
function fromNumeric(parts: RegExpExecArray, order: DateOrder | undefined): { value: string } | undefined {
  const [first, mark, second, third] = [parts[1] ?? '', parts[2], Number(parts[3]), parts[4] ?? ''];
  if (first.length === 4) return third.length > 2 ? undefined : day(Number(first), second, Number(third));
  if (third.length !== 4) return undefined;
  const [one, year] = [Number(first), Number(third)];
  if (mark === '.' || one > 12) return day(year, second, one);
  if (second > 12 || one === second || order === 'MDY') return day(year, one, second);
  return order === 'DMY' ? day(year, second, one) : undefined;
}

interface DateFormat {
  readonly pattern: RegExp;
  /** Which of Y, M and D each group of the pattern is. */
  readonly order: readonly string[];
}

const formats = new Map<string, DateFormat>();

/**
 * Parses the value of `--date-format`: YYYY or YY, MM or M, DD or D, in any case and order, with anything between
 * them. A time after them is ignored.
 *
 * @throws Failure invalid_value
 */
export function parseDateFormat(format: string): DateFormat {
  const known = formats.get(format);
  if (known !== undefined) return known;
  const order: string[] = [];
  const date = format.replace(/[T ]*H.*$/i, '').toUpperCase();
  const pattern = date.replace(/YYYY|YY|MM?|DD?|[^YMD]/g, part => {
    if (!/^[YMD]/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/, '\\$&');
    order.push(part.charAt(0));
    return part === 'YYYY' ? '(\\d{4})' : part === 'YY' ? '(\\d{2})' : '(\\d{1,2})';
  });
  if (order.toSorted().join('') !== 'DMY' || /[A-Z%]/.test(date.replace(/[YMD]/g, ''))) {
    throw new Failure('invalid_value', `--date-format: "${format}" is no form of dates`, {
      hint: 'for example --date-format DD/MM/YYYY',
    });
  }
  const made = { pattern: new RegExp(`^${pattern}(?:[T ].*)?$`), order };
  formats.set(format, made);
  return made;
}

function parseByFormat(text: string, format: string): ParsedValue | undefined {
  const { pattern, order } = parseDateFormat(format);
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const part = (letter: string) => Number(found[order.indexOf(letter) + 1]);
  const year = part('Y');
  return day(year < 100 ? year + (year < 70 ? 2000 : 1900) : year, part('M'), part('D'));
}

function day(year: number, month: number, date: number): { value: string } | undefined {
  const moment = new Date(Date.UTC(year, month - 1, date));
  const exists =
    moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date;
  return exists && year >= 1000 ? { value: moment.toISOString().slice(0, 10) } : undefined;
}
