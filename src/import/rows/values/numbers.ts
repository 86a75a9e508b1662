import { type ParsedValue, problemOf } from './parsed-value.ts';

export type DecimalMark = '.' | ',';

/** The cause that --decimal-mark helps against. */
export const ambiguousNumber = 'an ambiguous number';

/** Nearly all numbers, by the decimal mark of their column; a number holds up to 15 digits exactly. */
const usual = { '.': /^\d+(?:\.\d+)?$/, ',': /^\d+(?:,\d+)?$/, none: /^\d+$/ };

/** A number with one mark and three digits behind it: thousandths, or thousands. */
const twoWays = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/** Decimals behind the mark, or the other mark twice or more, between thousands. */
const showsPoint =
  /^[+-]?(?:(?:\d*|[1-9]\d{0,2}(?:[,'\u00a0\u202f ]\d{3})+)\.\d*(?:e[+-]?\d+)?|[1-9]\d{0,2}(?:,\d{3}){2,})$/i;
const showsComma =
  /^[+-]?(?:(?:\d*|[1-9]\d{0,2}(?:[.'\u00a0\u202f ]\d{3})+),\d*(?:e[+-]?\d+)?|[1-9]\d{0,2}(?:\.\d{3}){2,})$/i;

/** The decimal mark that a number shows, if any; `either` when it is a number in both ways. */
export function shownDecimalMark(text: string): DecimalMark | 'either' | undefined {
  if (!text.includes('.') && !text.includes(',')) return undefined;
  if (twoWays.test(text)) return 'either';
  if (showsPoint.test(text)) return '.';
  return showsComma.test(text) ? ',' : undefined;
}

/** Parses a number. @param given the decimal mark of the column; undefined: the number must show its own */
export function parseNumber(text: string, given: DecimalMark | undefined): ParsedValue {
  if (text.length <= 15 && usual[given ?? 'none'].test(text))
    return { value: Number(given === ',' ? text.replace(',', '.') : text) };
  const shown = given ?? shownDecimalMark(text) ?? '.';
  if (shown === 'either') return problemOf(text, ambiguousNumber);
  return parseWithMark(text, shown);
}

function parseWithMark(text: string, mark: DecimalMark): ParsedValue {
  const thousands =
    mark === '.'
      ? /^[+-]?[1-9]\d{0,2}(?:[,'\u00a0\u202f ]\d{3})+(?:\.\d+)?$/
      : /^[+-]?[1-9]\d{0,2}(?:[.'\u00a0\u202f ]\d{3})+(?:,\d+)?$/;
  let digits = text;
  if (thousands.test(text)) digits = text.replace(mark === '.' ? /[,'\s]/g : /[.'\s]/g, '');
  if (mark === ',') digits = digits.replace(',', '.');
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(digits)) return notOfMark(text, mark);
  const value = Number(digits);
  if (!Number.isFinite(value)) return problemOf(text, 'not a number');
  // Most likely the number of an order or a telephone: rounding it would change it.
  if (!Number.isSafeInteger(value) && /^[+-]?\d+$/.test(digits) && isRounded(digits, value)) {
    return problemOf(text, 'a number with too many digits; a text field keeps them all');
  }
  return { value };
}

/** A number that shows the other mark names how to write it: the column decides as a whole. */
function notOfMark(text: string, mark: DecimalMark): ParsedValue {
  const shown = shownDecimalMark(text);
  const read = shown === (mark === '.' ? ',' : '.') ? parseWithMark(text, shown) : undefined;
  if (read === undefined || 'problem' in read) return problemOf(text, 'not a number');
  const written = mark === '.' ? read.value : String(read.value).replace('.', ',');
  return problemOf(text, 'a number with another decimal mark', `: write ${written}`);
}

function isRounded(digits: string, value: number): boolean {
  const whole = BigInt(digits.replace('+', ''));
  return whole.toString() !== String(value) && whole !== BigInt(value);
}
