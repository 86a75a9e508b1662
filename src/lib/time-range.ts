/** Times as people type them. Days begin in UTC, like the times of the service. */

/** From `start` up to, but not including, `end`; in milliseconds since 1970. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const dayWords: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);
const units = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;
type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** What may follow `last`. */
export const lastUnit = new RegExp(`^(?:week|month|year|${weekdays.join('|')})$`);

const distance = /^(\d{1,4})\s+(minute|hour|day|week|month|year)s?\s+(ago|from\s+now)$/;

/**
 * What a text stands for. A whole day: `2026-01-31`, `30 days ago`, `today`, `yesterday`, `tomorrow`, `last monday`, and
 * `90d`, `12w`, `6m`, `1y`, with or without `ago`. A week (Monday to Sunday), month or year: `last week`, `2026-01`,
 * `last month`, `2026`, `last year`. A minute, in UTC unless an offset is given: `2026-01-31T10:00`. A moment: `now`,
 * `5 hours ago`.
 *
 * @param now milliseconds since 1970
 * @returns undefined for anything else, and for days that the calendar does not have
 */
export function timeRange(text: string, now: number): TimeRange | undefined {
  const given = text.trim().toLowerCase();
  if (given === 'now') return moment(now);
  const away = dayWords.get(given);
  if (away !== undefined) return dayFrom(now, 'day', away);
  const [, last] = /^last\s+(\w+)$/.exec(given) ?? [];
  if (last !== undefined) return lastUnit.test(last) ? lastRange(now, last) : undefined;
  const [, few, letter] = /^(\d{1,4})([dwmy])(?:\s+ago)?$/.exec(given) ?? [];
  if (few !== undefined) return dayFrom(now, units[letter as keyof typeof units], -Number(few));
  const [, count, unit, direction] = distance.exec(given) ?? [];
  if (count === undefined) return calendarRange(given);
  return distanceFrom(now, unit as Unit, direction === 'ago' ? -Number(count) : Number(count));
}

function lastRange(now: number, unit: string): TimeRange {
  const date = new Date(now);
  const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (unit === 'year') return { start: Date.UTC(y - 1, 0), end: Date.UTC(y, 0) };
  if (unit === 'month') return { start: Date.UTC(y, m - 1), end: Date.UTC(y, m) };
  /** Days since a day of the week. */
  const since = (weekday: number) => (date.getUTCDay() - weekday + 7) % 7;
  if (unit === 'week') {
    const end = Date.UTC(y, m, d - since(1));
    return { start: end - 7 * 24 * hour, end };
  }
  const start = Date.UTC(y, m, d - (since(weekdays.indexOf(unit)) || 7));
  return { start, end: start + 24 * hour };
}

const moment = (time: number): TimeRange => ({ start: time, end: time + 1 });

function distanceFrom(now: number, unit: Unit, count: number): TimeRange {
  if (unit === 'minute' || unit === 'hour') return moment(now + count * (unit === 'hour' ? hour : minute));
  return dayFrom(now, unit, count);
}

function dayFrom(now: number, unit: Exclude<Unit, 'minute' | 'hour'>, count: number): TimeRange {
  const date = new Date(now);
  date.setUTCHours(0, 0, 0, 0);
  if (unit === 'day' || unit === 'week')
    date.setUTCDate(date.getUTCDate() + count * (unit === 'week' ? 7 : 1));
  else {
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + count * (unit === 'year' ? 12 : 1));
    // A month before March 31 is the last day of February.
    const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, days));
  }
  return { start: date.getTime(), end: date.getTime() + 24 * hour };
}

const calendar =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[t ](\d\d:\d\d(:\d\d(\.\d{1,9})?)?)(z|[+-]\d\d:?\d\d)?)?)?)?$/;

/** ISO 8601: a year, a month, a day, or a time in it. */
function calendarRange(text: string): TimeRange | undefined {
  const [, year, month, day, time, seconds, fraction, zone] = calendar.exec(text) ?? [];
  if (year === undefined) return undefined;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const start = Date.UTC(y, m, d);
  const date = new Date(start);
  // JavaScript takes February 30 for March 2.
  if (date.getUTCFullYear() !== y || date.getUTCMonth() !== m || date.getUTCDate() !== d) return undefined;
  if (month === undefined) return { start, end: Date.UTC(y + 1, 0) };
  if (day === undefined) return { start, end: Date.UTC(y, m + 1) };
  if (time === undefined) return { start, end: start + 24 * hour };
  const exact = Date.parse(`${year}-${month}-${day}T${time}${(zone ?? 'z').toUpperCase()}`);
  if (Number.isNaN(exact)) return undefined;
  return {
    start: exact,
    end: exact + (fraction !== undefined ? 1 : seconds === undefined ? minute : second),
  };
}
