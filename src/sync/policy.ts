/** The options that decide how far a sync may go: who is missing, and how much may change. Pure functions. */
import { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';

/** What is done about people this sync created who are missing from the source. */
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
  /** People in the source. */
  readonly people: number;
  /** People in it at the last run; undefined: there was none. */
  readonly last: number | undefined;
  /** Of those, people who are not in it now. */
  readonly missing: number;
  /** Of the people of the last run, those who have left the account since. */
  readonly left: number;
  /** People to create or to change. */
  readonly changes: number;
}

/**
 * Why a run looks like an accident: the source is empty, lacks many people or changes many, or many have left the
 * account; undefined if it does not.
 *
 * @param file the source in messages
 */
export function accident(
  { people, last, missing, left, changes }: RunSize,
  limits: Limits,
  file: string,
): Failure | undefined {
  const details = ['nothing was changed'];
  const isAllowed = 'percent' in limits.missing && limits.missing.percent >= 100;
  if (people === 0 && !isAllowed) {
    const before = last === undefined ? '' : `; at the last run it had ${counted(last, 'person', 'people')}`;
    return new Failure('too_many_missing', `${file} has no people${before}`, {
      details,
      hint: 'if it is meant to be empty: --max-missing 100%',
    });
  }
  // Percentages need people of a last run.
  const base = last === undefined || last === 0 ? undefined : last;
  if (exceeds(missing, limits.missing, base)) {
    return new Failure(
      'too_many_missing',
      `${ofAll(missing, base)} ${missing === 1 ? 'is' : 'are'} missing from ${file}${shareText(missing, base)}; the limit is ${limitText(limits.missing)}`,
      {
        details,
        hint: `if this is right: --max-missing ${needed(missing, limits.missing, base)}; to see the plan: --dry-run`,
      },
    );
  }
  if (exceeds(left, limits.missing, base)) {
    return new Failure(
      'too_many_missing',
      `${ofAll(left, base)} ${left === 1 ? 'has' : 'have'} left the account since the last run${shareText(left, base)}; the limit is ${limitText(limits.missing)}`,
      {
        details,
        hint: `if this is right: --max-missing ${needed(left, limits.missing, base)}; to see the plan: --dry-run`,
      },
    );
  }
  if (exceeds(changes, limits.changes, base)) {
    return new Failure(
      'too_many_changes',
      `${counted(changes, 'person', 'people')} would be created or changed${base === undefined ? '' : ` (${percentText(changes, base)} of the ${grouped(base)} of the last run)`}; the limit is ${limitText(limits.changes)}`,
      {
        details,
        hint: `if this is right: --max-changes ${needed(changes, limits.changes, base)}; to see the plan: --dry-run`,
      },
    );
  }
  return undefined;
}

/** `199 of 981 people`. */
function ofAll(count: number, base: number | undefined): string {
  return base === undefined
    ? counted(count, 'person', 'people')
    : `${grouped(count)} of ${counted(base, 'person', 'people')}`;
}

const shareText = (count: number, base: number | undefined) =>
  base === undefined ? '' : ` (${percentText(count, base)})`;

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
