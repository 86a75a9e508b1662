/** The options that select people, of every command that reads all subscribers. */
import { Failure } from '../../lib/failure.ts';
import { timeRange } from '../../lib/time-range.ts';
import type { PeopleFilter } from '../../people/filter/subscriber-filter.ts';
import type { Sample, SampleSize } from '../../people/sample.ts';
import { InvalidValue, type OptionValues, optionGroup, parsed, repeatable, text } from '../option.ts';

export const peopleFilters = optionGroup('Filters', {
  where: repeatable('--where <expression>', 'expression: newsletter help filters (repeatable)'),
  tag: repeatable('--tag <tag>', 'with this tag (repeatable: with all of them)'),
  since: sinceOption('created'),
});

/** `10%` or `500`. @throws InvalidValue */
function sampleSize(text: string): SampleSize {
  const [, number = '', percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? [];
  const value = Number(number);
  const isShare = percent === '%' && value <= 100;
  if (!(value > 0) || (!isShare && (percent === '%' || !Number.isSafeInteger(value))))
    throw new InvalidValue('expected a share such as 10%, or a number of people such as 500.');
  return isShare ? { share: value / 100 } : { count: value };
}

export const sampleOptions = optionGroup('Random sample', {
  sample: parsed('--sample <n>', 'only a random part of these: 10%, or 500 people', sampleSize),
  seed: text('--seed <text>', 'repeat the sample of this seed (default: random)'),
});

/** @throws Failure usage */
export async function sampleOf({
  sample,
  seed,
}: OptionValues<typeof sampleOptions>): Promise<Sample | undefined> {
  if (sample === undefined && seed !== undefined)
    throw new Failure('usage', '--seed needs --sample', { hint: '--sample 10% --seed may' });
  if (sample === undefined) return undefined;
  if (seed?.trim() === '') throw new Failure('invalid_value', '--seed is empty');
  const { Sample } = await import('../../people/sample.ts');
  return new Sample(sample, seed);
}

/**
 * The filter that the options make; undefined when none of them was given.
 *
 * @param warnsOnly whether an unknown tag is a warning instead of an error: for commands that write nothing
 * @throws Failure invalid_filter when an expression does not parse; invalid_value for an empty tag
 */
export async function filterOf(
  flags: Partial<OptionValues<typeof peopleFilters>>,
  warnsOnly = false,
): Promise<PeopleFilter | undefined> {
  const { where = [], tag = [], since } = flags;
  if (where.length + tag.length === 0 && since === undefined) return undefined;
  // Usually an unset variable of a script, which must not select all people.
  if (tag.includes('')) throw new Failure('invalid_value', '--tag is empty');
  const { parseFilter } = await import('../../people/filter/subscriber-filter.ts');
  return await parseFilter({ where, tags: tag, warnsOnly, since });
}

/** `--since`: a date or how long ago. @param what "emails sent": the description goes on with "since this date" */
export function sinceOption(what: string) {
  return parsed(
    '--since <date>',
    `${what} since this date (UTC) or age: 2026-01-31, 90d; "last week" is its start`,
    text => timeOf(text, Date.now()),
  );
}

/** `--until`, as `--since`, but up to the end of the day, week, month or year. */
export function untilOption(what: string) {
  return parsed('--until <date>', `${what} until the end of this date (UTC) or age, as for --since`, text =>
    timeOf(text, Date.now(), 'end'),
  );
}

/**
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970; the start or end of the day, in UTC, for dates and durations
 * @throws InvalidValue
 */
export function timeOf(text: string, now: number, edge: 'start' | 'end' = 'start'): number {
  const range = timeRange(text, now);
  if (range === undefined)
    throw new InvalidValue('expected a date (2026-01-31, last week) or an age (90d, 12w, 6m, 1y).');
  if (edge === 'start' && range.start > now) throw new InvalidValue('it is in the future.');
  return range[edge];
}
