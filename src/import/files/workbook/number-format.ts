/** Numbers of cells as their format shows them (ECMA-376, 18.8.30 and 18.8.31): dates, times, and digits with zeros. */

export type NumberFormat = 'date' | 'time' | { readonly digits: number } | undefined;

/** Formats that are known by number: dates and times, also those of East Asia. */
const builtIn = new Map<number, NumberFormat>([
  ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map(
    id => [id, 'date'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map(id => [id, 'time'] as const),
]);

/** @param code of a format that the workbook defines itself */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return builtIn.get(id);
  // The first section is that of positive numbers. Texts, colours, conditions and locales are no part of the pattern.
  const [section = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';');
  const pattern = section.toLowerCase();
  if (/^0{2,}$/.test(pattern)) return { digits: pattern.length };
  if (pattern.includes('general') || !/[ydhmsegb年月日]/.test(pattern)) return undefined;
  // Letters of dates stand beside no digits.
  if (/[0#?]/.test(pattern.replace(/s\.0+/g, ''))) return undefined;
  if (/[yd年日]/.test(pattern)) return 'date';
  return /[hs]/.test(pattern) ? 'time' : pattern.includes('m') ? 'date' : undefined;
}

const [millisecondsOfDay, secondsOfDay] = [86_400_000, 86_400];
/** Days from 1899-12-30 to 1970-01-01, and from there to the first day of the other system of dates. */
const [epoch, epochOf1904] = [25_569, 1462];
/** Day numbers up to this one are a day behind: 29 February 1900 is counted, and never was. */
const dayThatNeverWas = 60;
/** The last day that Excel knows: 9999-12-31. */
const lastDay = 2_958_466;

/** The text of a number as the file has it. */
export function numberText(raw: string, format: NumberFormat, from1904: boolean): string {
  const number = Number(raw);
  // Whole numbers of more digits would change.
  if (raw.trim() === '' || !Number.isFinite(number) || /^-?\d{16,}$/.test(raw)) return raw;
  if (format === undefined) return plainText(number);
  if (typeof format === 'object') {
    return Number.isInteger(number) && number >= 0
      ? plainText(number).padStart(format.digits, '0')
      : plainText(number);
  }
  const days = from1904 ? number + epochOf1904 : number;
  if (number < 0 || days >= lastDay) return plainText(number);
  if (format === 'time' && days < 1) return timeText(days);
  return dateText(days);
}

/** Digits without an exponent, as far as that is possible. */
function plainText(number: number): string {
  const text = String(number);
  return text.includes('e') && Number.isInteger(number) ? BigInt(number).toString() : text;
}

function timeText(days: number): string {
  const seconds = Math.round(days * secondsOfDay);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map(part => String(part).padStart(2, '0')).join(':');
}

/** ISO 8601: the day, and the time if there is one. */
function dateText(days: number): string {
  const behind = days < dayThatNeverWas ? 1 : 0;
  const seconds = Math.round((days + behind - epoch) * secondsOfDay);
  const text = new Date((seconds * millisecondsOfDay) / secondsOfDay).toISOString();
  return seconds % secondsOfDay === 0 ? text.slice(0, 10) : text.slice(0, 19);
}
