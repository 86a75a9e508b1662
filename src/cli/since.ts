/** `--since`: a date or how long ago. */
import { timeRange } from '../lib/time-range.ts';
import { InvalidValue, parsed } from './option.ts';

const needed = 'expected a date (2026-01-31, last week) or an age (90d, 12w, 6m, 1y).';

/** An option with a point in time. @param what "emails sent": the description goes on with "since this date" */
export function sinceOption(what: string) {
  return parsed('--since <date>', `${what} since this date (UTC) or age: 2026-01-31, 90d`, text =>
    timeOf(text, Date.now()),
  );
}

/**
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970; the start of the day, in UTC, for dates and durations
 * @throws InvalidValue
 */
export function timeOf(text: string, now: number): number {
  const { start } = pastRange(text, now);
  if (start > now) throw new InvalidValue('it is in the future.');
  return start;
}

/**
 * @param now milliseconds since 1970
 * @returns the whole day or month that is meant
 * @throws InvalidValue
 */
export function pastRange(text: string, now: number) {
  const range = timeRange(text, now);
  if (range === undefined) throw new InvalidValue(needed);
  return range;
}
