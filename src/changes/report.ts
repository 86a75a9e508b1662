/** What becomes of the people of a change set: counted, listed, and as text. */
import { Failure } from '../lib/failure.ts';
import { AtomicFile } from '../lib/files/atomic-file.ts';
import { grouped } from '../terminal/numbers.ts';
import { oneLine } from '../terminal/shown-text.ts';
import type { Change, Step } from './change.ts';

/**
 * The outcome for a person. `planned`: a dry run would change them; `missing`: not in the account; `created`: the run
 * that is undone created them, and they are still there; `marked`, `unmarked`: they got the status of the undo, or did
 * not; `address_in_use`: another person has the new address.
 */
export type PersonOutcome =
  | 'changed'
  | 'restored'
  | 'marked'
  | 'unmarked'
  | 'unchanged'
  | 'edited'
  | 'created'
  | 'missing'
  | 'address_in_use'
  | 'failed'
  | 'planned';

/** Maximum number of people named of each outcome; the report has all. */
const shownPeople = 10;

/** Counts outcomes, and writes a line for each to `--report`. */
export class ChangeReport {
  readonly #file: AtomicFile | undefined;
  readonly #counts = new Map<PersonOutcome, number>();
  readonly #names = new Map<PersonOutcome, string[]>();
  /** The first people who were refused, and why. */
  readonly refusals: string[] = [];
  /** Of the changed, those who got nothing but a status. */
  statuses = 0;

  /** @throws Failure write_failed */
  constructor(report: string | undefined) {
    this.#file = report === undefined ? undefined : new AtomicFile(report, { mode: 0o600 });
    this.#file?.write('');
  }

  /** @param row where a file has the person */
  add(
    outcome: PersonOutcome,
    email: string,
    id: string | null = null,
    reason: string | null = null,
    row?: string,
  ): void {
    const count = this.count(outcome) + 1;
    this.#counts.set(outcome, count);
    if (count <= shownPeople) this.#names.set(outcome, [...this.names(outcome), email]);
    if ((outcome === 'failed' || outcome === 'unmarked') && this.refusals.length < 3)
      this.refusals.push(`${email}${row === undefined ? '' : ` (${row})`}: ${reason ?? ''}`);
    this.#file?.write(`${JSON.stringify({ email, id, outcome, reason })}\n`);
  }

  /** The first people with an outcome. */
  names(outcome: PersonOutcome): readonly string[] {
    return this.#names.get(outcome) ?? [];
  }

  count(...outcomes: readonly PersonOutcome[]): number {
    return outcomes.reduce((sum, outcome) => sum + (this.#counts.get(outcome) ?? 0), 0);
  }

  discard(): void {
    this.#file?.discard();
  }

  /** @throws Failure write_failed */
  commit(): void {
    this.#file?.commit();
  }
}

/**
 * The failure if some people are not as wanted; undefined if all are.
 *
 * @param parts numbers of people, and what happened to them
 * @param message from the sum of these numbers, and the parts in words
 */
export function partlyDone(
  { refusals }: ChangeReport,
  parts: readonly (readonly [count: number, what: string])[],
  message: (sum: number, why: string) => string,
): Failure | undefined {
  const left = parts.filter(([count]) => count > 0);
  if (left.length === 0) return undefined;
  const sum = left.reduce((all, [count]) => all + count, 0);
  const why = left.map(([count, what]) => `${grouped(count)} ${what}`).join(', ');
  return new Failure('partly_done', message(sum, why), {
    details: refusals,
    hint: '--report <file> has a line for each',
  });
}

export interface ChangePlan {
  /** Number of people concerned. */
  readonly matched: number;
  /** Of those, people to change. */
  readonly changes: number;
  /** Of those, people created by an import who get a tag or status. */
  readonly marks: number;
  /** Of those, people who get nothing but a status. */
  readonly statuses: number;
  /** Number of people who get another value, by `email`, `tags`, `fields.<variable>` or `status`. */
  readonly byField: ReadonlyMap<string, number>;
  /** The first few changes. */
  readonly shown: readonly Step[];
}

/** A plan, and what became of its people. */
export interface Planned {
  readonly plan: ChangePlan;
  readonly report: ChangeReport;
  /** Requested people who are not in the account. */
  readonly missing: readonly string[];
}

/** The plan of changes: how many, which fields, and some examples before and after. */
export function planText(what: string, { plan, report }: Planned): string {
  const { matched, changes, byField } = plan;
  const fields = [...byField].map(([field, count]) => `${field} ${grouped(count)}`);
  const of = fields.length > 0 ? ` (${fields.join(', ')})` : '';
  return [
    `${what}:`,
    `  ${grouped(matched)} ${matched === 1 ? 'person' : 'people'}, ${grouped(changes)} to change${of}`,
    ...planLines(plan.shown, changes),
    ...keptPeople(report, 'new'),
  ].join('\n');
}

/** The plan of an undo. @param status for the people that the run created */
export function undoPlanText(title: string, { plan, report }: Planned, status: string | undefined): string {
  const { changes, marks, shown } = plan;
  // People who get the status are named among the new ones.
  const restored = shown.filter(({ kind }) => kind !== 'mark');
  const unchanged = report.count('unchanged');
  const [stay, get, keep] =
    report.count('created') === 1 ? ['stays', 'gets', 'keeps'] : ['stay', 'get', 'keep'];
  const stays = `new: ${marks > 0 ? `${get} status ${status}, ${keep} their values` : `${stay}, since the service cannot delete people`}`;
  return [
    title,
    `  ${grouped(changes - marks)} to restore`,
    ...(unchanged > 0 ? [`  ${grouped(unchanged)} already as before`] : []),
    ...planLines(restored, changes - marks),
    ...keptPeople(report, 'earlier'),
    ...peopleOf(report, 'created', stays),
  ].join('\n');
}

/** @param which address another subscriber has */
function keptPeople(report: ChangeReport, which: 'new' | 'earlier'): string[] {
  return [
    ...peopleOf(report, 'edited', 'edited since: kept'),
    ...peopleOf(report, 'address_in_use', `kept, since another subscriber has the ${which} address`),
    ...peopleOf(report, 'missing', 'not in the account'),
  ];
}

function peopleOf(report: ChangeReport, outcome: PersonOutcome, what: string): string[] {
  const count = report.count(outcome);
  if (count === 0) return [];
  return [
    `  ${grouped(count)} ${what}:`,
    ...report.names(outcome).map(email => `    ${email}`),
    ...(count > shownPeople ? ['    … (--report <file> lists all)'] : []),
  ];
}

/** The first few changes, before and after, of so many. */
export function planLines(shown: readonly Change[], of: number): string[] {
  const more = of - shown.length;
  return [...shown.flatMap(stepLines), ...(more > 0 ? [`  … and ${grouped(more)} more`] : [])];
}

function stepLines({ email, before, after, status }: Change): string[] {
  const lines = Object.entries(after.fields ?? {}).map(
    ([variable, value]) => `fields.${variable}: ${shown(before.fields?.[variable])} → ${shown(value)}`,
  );
  if (after.tags !== undefined) lines.unshift(`tags: ${shown(before.tags)} → ${shown(after.tags)}`);
  if (after.email !== undefined) lines.unshift(`email: ${before.email ?? email} → ${after.email}`);
  if (status !== undefined) lines.push(`status: ${status}`);
  // A value with line breaks must not look like a line of the plan.
  return [`  ${email}`, ...lines.map(line => `    ${oneLine(line)}`)];
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.join(', ');
  if (value === null || value === undefined || value === '') return '(none)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
