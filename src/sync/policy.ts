/** The options that decide how far a sync may go: who is missing, and how much may change. Pure functions. */
import { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';

/** What is done about people whom this sync brought, and whom the source does not give any more. */
export interface MissingPolicy {
  /** As typed: `keep`, `tag:gone`. */
  readonly text: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly status: string | undefined;
}

/** @returns undefined if the text is none */
export function missingPolicy(text: string): MissingPolicy | undefined {
  if (text === 'keep') return { text, add: [], remove: [], status: undefined };
  const [, kind, typed = ''] = /^(tag|untag|status):(.*)$/s.exec(text) ?? [];
  const value = typed.trim();
  if (kind === undefined || value === '') return undefined;
  return {
    text: `${kind}:${value}`,
    add: kind === 'tag' ? [value] : [],
    remove: kind === 'untag' ? [value] : [],
    status: kind === 'status' ? value : undefined,
  };
}

/** At most so many people, or so many percent of those of the last run. */
export type Limit = { readonly people: number } | { readonly percent: number };

/** @returns undefined if the text is none: `500`, `10%` */
export function limitOf(text: string): Limit | undefined {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  if (percent === '%') return { percent: Number(digits) };
  return digits.includes('.') ? undefined : { people: Number(digits) };
}

export interface Limits {
  readonly missing: Limit;
  readonly changes: Limit;
}

export const defaultLimits: Limits = { missing: { percent: 10 }, changes: { percent: 10 } };

/** What a run would do, in numbers. */
export interface RunSize {
  /** People whom the source gives. */
  readonly people: number;
  /** People whom it gave at the last run; undefined: there was none. */
  readonly last: number | undefined;
  /** Of those, whom it does not give any more. */
  readonly missing: number;
  /** People to create or to change. */
  readonly changes: number;
}

/**
 * Stops a run that looks like an accident: a source that is empty, that lacks many people, or that changes many.
 *
 * @param file the source in messages
 * @throws Failure too_many_missing, too_many_changes
 */
export function checkSize({ people, last, missing, changes }: RunSize, limits: Limits, file: string): void {
  const all = 'percent' in limits.missing && limits.missing.percent >= 100;
  if (people === 0 && !all) {
    const before = last === undefined ? '' : `; at the last run it had ${counted(last, 'person', 'people')}`;
    throw new Failure('too_many_missing', `${file} has no people${before}`, {
      details: ['nothing was changed'],
      hint: 'if it is meant to be empty: --max-missing 100%',
    });
  }
  // A percentage of nobody says nothing: whoever comes is new.
  const base = last === undefined || last === 0 ? undefined : last;
  if (exceeds(missing, limits.missing, base)) {
    throw new Failure('too_many_missing', missingText({ people, last, missing }, limits.missing, file), {
      details: ['nothing was changed'],
      hint: `if this is right: --max-missing ${needed(missing, limits.missing, base)}`,
    });
  }
  if (exceeds(changes, limits.changes, base)) {
    const of =
      base === undefined ? '' : `, ${percentText(changes, base)} of the ${grouped(base)} of the last run`;
    throw new Failure(
      'too_many_changes',
      `${counted(changes, 'person', 'people')} would be created or changed${of}: more than --max-changes ${limitText(limits.changes)}`,
      {
        details: ['nothing was changed'],
        hint: `if this is right: --max-changes ${needed(changes, limits.changes, base)}; to see the plan: --dry-run`,
      },
    );
  }
}

function missingText(
  { people, last = 0, missing }: Pick<RunSize, 'people' | 'last' | 'missing'>,
  limit: Limit,
  file: string,
): string {
  const share = last === 0 ? '' : `, ${percentText(missing, last)}`;
  return `${file} lacks ${counted(missing, 'person', 'people')} of the ${grouped(last)} of the last run${share}: more than --max-missing ${limitText(limit)} (it has ${grouped(people)})`;
}

/** @param base undefined: percentages do not limit */
function exceeds(count: number, limit: Limit, base: number | undefined): boolean {
  if ('people' in limit) return count > limit.people;
  return base !== undefined && count * 100 > limit.percent * base;
}

const limitText = (limit: Limit) => ('people' in limit ? grouped(limit.people) : `${limit.percent}%`);

function percentText(count: number, base: number): string {
  return `${Math.round((count / base) * 1000) / 10}%`;
}

/** The value of the option that would allow it. */
function needed(count: number, limit: Limit, base: number | undefined): string {
  return 'people' in limit || base === undefined ? String(count) : `${Math.ceil((count / base) * 100)}%`;
}
