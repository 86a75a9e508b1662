/** The time behind a date. */

const before = '(?:,?\\s+|T)';
/** Words before the time, in the languages of our users. */
const at = '(?:at|um|à|a las|alle ore|às|om|ob|kl\\.?|klo|в|о|στις|في|בשעה|u)';
/** `+01:00`, `GMT+0100 (Central European Standard Time)`, as JavaScript writes it; `03:04:05+00`, as PostgreSQL does. */
const zone =
  '(?:\\s*(Z|(?:UTC|GMT)?[+-]\\d{2}:?\\d{2}|(?<=:\\d{2}:\\d{2}(?:\\.\\d+)?)[+-]\\d{2}|UTC|GMT))?(?:\\s+(?:\\([^()]{2,60}\\)|[A-Z]{3,4}))?';
const half = '(?:\\s*(a\\.?\\s?m\\.?|p\\.?\\s?m\\.?|π\\.μ\\.|μ\\.μ\\.|ص|م))?';
const halfBefore = '(?:(AM|PM|上午|下午|午前|午後|오전|오후)\\s*)?';

const forms = [
  new RegExp(
    `${before}(?:${at}\\s+)?${halfBefore}(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?${half}${zone}$`,
    'i',
  ),
  // 15.04.05, which could be a date but for what stands before it; 15 h 04 min 05 s.
  /(?:,\s+|\s(?:kl\.?|klo)\s+)()(\d{1,2})\.(\d{2})(?:\.(\d{2}))?()()$/i,
  new RegExp(`${before}(?:à\\s+)?()(\\d{1,2})\\s?h\\s?(\\d{2})(?:\\s?min\\s?(\\d{2})\\s?s)?()()$`, 'i'),
];

const afternoon = /^(?:p|μ|م|下|午後|오후)/i;

/** A time of day. */
export interface ClockReading {
  /** Where it begins in the text. */
  readonly index: number;
  /** 0 to 23, or more where the text is wrong. */
  readonly hour: number;
  readonly minute: string;
  readonly second: string | undefined;
  readonly zone: string | undefined;
}

/** The time at the end of a text; undefined when there is none. */
export function clockIn(text: string): ClockReading | undefined {
  // Most dates have no time.
  if (!/[:,hk]/i.test(text)) return undefined;
  for (const form of forms) {
    const found = form.exec(text);
    if (found === null) continue;
    const [, early, hours = '', minute = '', second, late, zoned] = found;
    const mark = early || late;
    return {
      index: found.index,
      hour: mark ? hourOfHalf(Number(hours), afternoon.test(mark)) : Number(hours),
      minute,
      second,
      zone: zoned?.replace(/^(?:UTC|GMT)(?=.)/i, '') || undefined,
    };
  }
  return undefined;
}

function hourOfHalf(hour: number, isAfternoon: boolean): number {
  return hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (isAfternoon ? 12 : 0);
}
