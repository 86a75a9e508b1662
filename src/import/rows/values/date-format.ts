import { Failure } from '../../../lib/failure.ts';
import { dateOrders, dayOf, fullYear } from './date-orders.ts';

interface DateFormat {
  readonly pattern: RegExp;
  /** Which of Y, M and D each group of the pattern is. */
  readonly order: readonly string[];
}

/** Parsed formats: one is asked for with every cell. */
const known = new Map<string, DateFormat>();

/** Makes sure that a text is a form of dates. @throws Failure invalid_value */
export function checkDateFormat(format: string): void {
  if (!dateOrders.some(order => order === format)) parseDateFormat(format);
}

/**
 * Parses the value of `--date-format`: YYYY or YY, MM or M, DD or D, in any case and order, with anything between
 * them. A time after them is ignored.
 *
 * @throws Failure invalid_value
 */
function parseDateFormat(format: string): DateFormat {
  const order: string[] = [];
  const date = format.replace(/[T ]*H.*$/i, '').toUpperCase();
  const pattern = date.replace(/YYYY|YY|MM?|DD?|[^YMD]/g, part => {
    if (!/^[YMD]/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/, '\\$&');
    order.push(part.charAt(0));
    return part === 'YYYY' ? '(\\d{4})' : part === 'YY' ? '(\\d{2})' : '(\\d{1,2})';
  });
  if (order.toSorted().join('') !== 'DMY' || /[A-Z%]/.test(date.replace(/[YMD]/g, ''))) {
    throw new Failure('invalid_value', `--date-format: unsupported date format "${format}"`, {
      hint: 'for example --date-format DD/MM/YYYY, or just DMY',
    });
  }
  const parsed = { pattern: new RegExp(`^${pattern}(?:[T ].*)?$`), order };
  known.set(format, parsed);
  return parsed;
}

/** The order of day, month and year in a form of dates; an unusual form itself. */
export function orderOfDateFormat(format: string): string {
  if (dateOrders.some(order => order === format)) return format;
  const { order } = parseDateFormat(format);
  return dateOrders.find(one => one === order.join('')) ?? format;
}

/** Reads a date in a format: `YYYY-MM-DD`; undefined when it has another. */
export function parseByFormat(text: string, format: string): string | undefined {
  const { pattern, order } = known.get(format) ?? parseDateFormat(format);
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const part = (letter: string) => found[order.indexOf(letter) + 1] ?? '';
  return dayOf(fullYear(part('Y')), Number(part('M')), Number(part('D')));
}
