import { Failure } from '../../lib/failure.ts';
import { type ParsedValue, problemOf } from './parsed-value.ts';

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?:\s+[A-Z]{3,4})?)?$/i;

/**
 * Parses a date.
 *
 * @param text trimmed
 * @param format what `--date-format` says; undefined: ISO 8601, and forms that are not ambiguous
 * @returns `YYYY-MM-DD`, or with a time ISO 8601 in UTC
 */
export function parseDate(text: string, format: string | undefined): ParsedValue {
  if (format !== undefined) {
    return parseByFormat(text, format) ?? problemOf(text, `not a date of the form ${format}`);
  }
  return parseUnambiguous(text) ?? problemOf(text, whyNoDate(text));
}

function parseUnambiguous(text: string): ParsedValue | undefined {
  const full = iso.exec(text);
  if (full !== null) return fromIso(full);
  const numeric = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/.exec(text);
  if (numeric !== null) return fromNumeric(numeric);
  const worded =
    /^(?:(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})|([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))$/i.exec(
      text,
    );
  if (worded === null) return undefined;
  const word = (worded[2] ?? worded[4] ?? '').toLowerCase();
  const month =
    months.findIndex(name => name === word || name.slice(0, word.length === 4 ? 4 : 3) === word) + 1;
  return day(Number(worded[3] ?? worded[6]), month, Number(worded[1] ?? worded[5]));
}

/** The cause that --date-format helps against. */
export const ambiguousDate = 'an ambiguous date';

/** Why a text that is no date is none. */
function whyNoDate(text: string): string {
  const numeric = /^(\d{1,2})([./-])(\d{1,2})\2\d{2}(\d{2})?$/.exec(text);
  if (numeric !== null) {
    const isUnclear = numeric[4] === undefined || (Number(numeric[1]) <= 12 && Number(numeric[3]) <= 12);
    return isUnclear ? ambiguousDate : 'not a date';
  }
  return /^(?:\d{1,4}[./ -]\d{1,2}\.?|\d{4})$/.test(text) ? 'not a full date' : 'not a date';
}

function fromIso(parts: RegExpExecArray): ParsedValue | undefined {
  const date = day(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  if (date === undefined || parts[4] === undefined) return date;
  const zone = /^[+-]/.test(parts[7] ?? '') ? (parts[7] ?? '').replace(/^(...):?(..)$/, '$1:$2') : 'Z';
  const moment = new Date(
    `${date.value}T${parts[4].padStart(2, '0')}:${parts[5]}:${parts[6] ?? '00'}${zone}`,
  );
  return Number.isNaN(moment.getTime()) ? undefined : { value: moment.toISOString().replace('.000Z', 'Z') };
}

/** Not ambiguous: the year first, a dot (day first), or a day above 12. */
function fromNumeric(parts: RegExpExecArray): ParsedValue | undefined {
  const [first, mark, second, third] = [parts[1] ?? '', parts[2], Number(parts[3]), parts[4] ?? ''];
  if (first.length === 4) return day(Number(first), second, Number(third));
  if (third.length !== 4) return undefined;
  const [one, year] = [Number(first), Number(third)];
  if (mark === '.' || one > 12) return day(year, second, one);
  return second > 12 || one === second ? day(year, one, second) : undefined;
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
