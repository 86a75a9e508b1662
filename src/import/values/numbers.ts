import { type ParsedValue, problemOf } from './parsed-value.ts';

/**
 * Parses a number, with or without thousands separators.
 *
 * @param text trimmed
 * @param mark the decimal mark of the file
 */
export function parseNumber(text: string, mark: '.' | ','): ParsedValue {
  const thousands =
    mark === '.'
      ? /^[+-]?\d{1,3}(?:[,'\u00a0\u202f ]\d{3})+(?:\.\d+)?$/
      : /^[+-]?\d{1,3}(?:[.'\u00a0\u202f ]\d{3})+(?:,\d+)?$/;
  let digits = text;
  if (thousands.test(text)) digits = text.replace(mark === '.' ? /[,'\s]/g : /[.'\s]/g, '');
  if (mark === ',') digits = digits.replace(',', '.');
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(digits)) return problemOf(text, 'not a number');
  const value = Number(digits);
  if (!Number.isFinite(value)) return problemOf(text, 'not a number');
  // Most likely the number of an order or a telephone: rounding it would change it.
  if (!Number.isSafeInteger(value) && /^[+-]?\d+$/.test(digits) && isRounded(digits, value)) {
    return problemOf(text, 'a number with more digits than can be kept; a text field keeps them all');
  }
  return { value };
}

function isRounded(digits: string, value: number): boolean {
  const whole = BigInt(digits.replace('+', ''));
  return whole.toString() !== String(value) && whole !== BigInt(value);
}
