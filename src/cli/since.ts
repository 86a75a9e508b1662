/** `--since`: a date or how long ago. */
import { InvalidValue, parsed } from './option.ts';

type Unit = 'd' | 'w' | 'm' | 'y';
const needed = 'a date (2026-01-31) or how long ago (90d, 12w, 6m, 1y) is needed.';

/** An option with a point in time. @param what "emails sent": the description goes on with "since this date" */
export function sinceOption(what: string) {
  return parsed(
    '--since <date>',
    `${what} since this date (UTC), or since so long ago: 2026-01-31, 90d, 12w, 6m, 1y`,
    text => timeOf(text, Date.now()),
  );
}

/**
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970; the start of the day, in UTC, for dates and durations
 * @throws InvalidValue
 */
export function timeOf(text: string, now: number): number {
  const [, count, unit] = /^(\d{1,4})([dwmy])$/.exec(text) ?? [];
  const time = count === undefined ? dateOf(text) : ago(Number(count), unit as Unit, now);
  if (Number.isNaN(time)) throw new InvalidValue(needed);
  if (time > now) throw new InvalidValue('it is in the future.');
  return time;
}

function dateOf(text: string): number {
  const [, year, month, day] =
    /^(\d{4})-(\d\d)(?:-(\d\d))?(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  if (year === undefined || (day === undefined && text.length > 7)) return Number.NaN;
  // JavaScript takes February 30 for March 2.
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  if (midnight.getUTCMonth() !== Number(month) - 1 || midnight.getUTCDate() !== Number(day ?? 1)) {
    return Number.NaN;
  }
  return Date.parse(text);
}

function ago(count: number, unit: Unit, now: number): number {
  const date = new Date(now);
  date.setUTCHours(0, 0, 0, 0);
  if (unit === 'd' || unit === 'w') date.setUTCDate(date.getUTCDate() - count * (unit === 'w' ? 7 : 1));
  else {
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() - count * (unit === 'y' ? 12 : 1));
    // A month ago on March 31 is the last day of February.
    const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, days));
  }
  return date.getTime();
}
