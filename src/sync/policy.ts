/** The options that decide what a sync may do: its rules, who is missing, and how much may change. Pure functions. */
import { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';

/** What is done about people this sync created who are missing from the source. */
export interface MissingPolicy {
  /** As typed: `keep`, `tag:gone`. */
  readonly text: string;
  readonly add: readonly string[];
  readonly status: string | undefined;
}

/** @returns undefined if the text is none */
export function missingPolicy(text: string): MissingPolicy | undefined {
  if (text === 'keep') return { text, add: [], status: undefined };
  const [, kind, typed = ''] = /^(tag|status):(.*)$/s.exec(text) ?? [];
  const value = typed.trim();
  if (kind === undefined || value === '') return undefined;
  return {
    text: `${kind}:${value}`,
    add: kind === 'tag' ? [value] : [],
    status: kind === 'status' ? value : undefined,
  };
}

export interface SyncRules {
  /** Variables of the fields that the source speaks of. */
  readonly variables: readonly string[];
  /** Whether the source had a column for tags, and has none now: those that it gave then stay. */
  readonly keepsTags?: boolean;
  /** Variables, and `tags`, of which the source always has the last word. */
  readonly own: ReadonlySet<string>;
  readonly missing: MissingPolicy;
  /** Whether everybody who is marked in the source gets it, also people whom this sync did not create. */
  readonly allOptOuts: boolean;
  readonly mark: string | undefined;
  /** Whether to create people again who left the account. */
  readonly recreate: boolean;
  /** Whether an earlier run has left its state on this machine. */
  readonly hasState: boolean;
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

/** What a database may have printed instead of people. */
export const lookAtQuery =
  'look at what the query prints; in a script, set -o pipefail ends the line when it fails';

/** What a run would do, in numbers. */
interface RunSize {
  /** People in the source. */
  readonly people: number;
  /** People in it at the last run. */
  readonly last: number;
  /** Of those, people who are not in it now. */
  readonly missing: number;
  /** Of those, people whom it marks as not to be emailed. */
  readonly missingMarked?: number;
  /** Of the people of the last run, those who have left the account since. */
  readonly left: number;
  /** People to create or to change, and those whom a run that was stopped has changed. */
  readonly changes: number;
  /** The latter. */
  readonly early?: number;
}

/** Why a run looks like an accident; undefined if not. @param source in messages; `badRows`: `line 6 has no …` */
export function accident(
  { people, last, missing, missingMarked: marked = 0, left, changes, early = 0 }: RunSize,
  limits: Limits,
  source: { readonly name: string; readonly badRows?: string | undefined; readonly dryRun?: boolean },
): Failure | undefined {
  const { name, badRows, dryRun = false } = source;
  const details = ['nothing was changed'];
  const isAllowed = 'percent' in limits.missing && limits.missing.percent >= 100;
  if (people === 0 && !isAllowed) {
    const why = badRows === undefined ? '' : `: ${badRows}`;
    const before = last === 0 ? '' : `; at the last run it had ${counted(last, 'person', 'people')}`;
    return new Failure('too_many_missing', `${name} has no people${why}${before}`, {
      details,
      hint: `${lookAtQuery}. If it is meant to be empty: --max-missing 100%`,
    });
  }
  // Percentages need people of a last run.
  const base = last === 0 ? undefined : last;
  const done = `, ${grouped(early)} of them done by the run that was stopped`;
  const marks = `, ${grouped(marked)} of them marked as not to be emailed`;
  const found = (
    [
      ['missing', missing, `missing from ${name}`, marked > 0 ? marks : ''],
      ['missing', left, 'gone from the account since the last run', ''],
      ['changes', changes, 'to create, to change or to remove', early > 0 ? done : ''],
    ] as const
  ).filter(([limit, count]) => exceeds(count, limits[limit], base));
  const [first] = found;
  if (first === undefined) return undefined;
  const [kind, count, what, more] = first;
  const limit = limits[kind];
  const percent = Math.round((count / (base ?? 1)) * 1000) / 10;
  const share = base === undefined ? '' : ` (${percent}% of the ${grouped(base)} of the last run)`;
  const most = 'people' in limit ? grouped(limit.people) : `${limit.percent}%`;
  const message = `${what}: ${counted(count, 'person', 'people')}${share}${more}; the limit is ${most}`;
  // The values that would allow it.
  const needed = found.map(([of, n]) =>
    'people' in limits[of] || base === undefined
      ? `--max-${of} ${n}`
      : `--max-${of} ${Math.ceil((n / base) * 100)}%`,
  );
  return new Failure(kind === 'changes' ? 'too_many_changes' : 'too_many_missing', message, {
    details,
    hint: `if this is right: ${needed.join(' ')}${dryRun ? '' : '; to see the plan: --dry-run'}`,
  });
}

/** Whether so many people are within both limits. @param last people of the last run */
export const areWithin = (count: number, { missing, changes }: Limits, last: number) =>
  [missing, changes].every(limit => !exceeds(count, limit, last));

/** @param base undefined: percentages do not limit */
function exceeds(count: number, limit: Limit, base: number | undefined): boolean {
  if ('people' in limit) return count > limit.people;
  return base !== undefined && count * 100 > limit.percent * base;
}
