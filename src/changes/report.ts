/** What becomes of the people of a change set: counted, listed, and as text. */
import { Failure } from '../lib/failure.ts';
import { AtomicFile } from '../lib/files/atomic-file.ts';
import { grouped } from '../terminal/numbers.ts';
import { oneLine } from '../terminal/shown-text.ts';
import type { Change, ChangePlan } from './change.ts';

/**
 * The outcome for a person. `planned`: a dry run would change them; `missing`: not in the account; `created`: by the run
 * that is undone, and still there; `unmarked`: those of them who did not get the tag or status; `address_in_use`: another person
 * has the new address.
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

/** A line of `--report`. */
interface ReportLine {
  readonly email: string;
  readonly id: string | null;
  readonly outcome: PersonOutcome;
  readonly reason: string | null;
}

/** Maximum number of people in the summary; the report has all. */
const listedPeople = 10_000;
/** Outcomes without a change, listed by name. */
const named: ReadonlySet<PersonOutcome> = new Set([
  'edited',
  'created',
  'unmarked',
  'missing',
  'address_in_use',
  'failed',
]);

/** Counts outcomes, and writes a line for each to `--report`. */
export class ChangeReport {
  readonly #file: AtomicFile | undefined;
  readonly #counts = new Map<PersonOutcome, number>();
  /** People who were not changed, except those already as requested. */
  readonly people: ReportLine[] = [];
  readonly refusals: string[] = [];
  /** A tag whose capitals the service changed. */
  keptSpelling: string | undefined;
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
    this.#counts.set(outcome, this.count(outcome) + 1);
    const line = { email, id, outcome, reason };
    if ((outcome === 'failed' || outcome === 'unmarked') && this.refusals.length < 3)
      this.refusals.push(`${email}${row === undefined ? '' : ` (${row})`}: ${reason ?? ''}`);
    if (named.has(outcome) && this.people.length < listedPeople) this.people.push(line);
    this.#file?.write(`${JSON.stringify(line)}\n`);
  }

  count(...outcomes: readonly PersonOutcome[]): number {
    return outcomes.reduce((sum, outcome) => sum + (this.#counts.get(outcome) ?? 0), 0);
  }

  /** Discards an incomplete report. */
  discard(): void {
    this.#file?.discard();
  }

  /** Commits the report. @throws Failure write_failed */
  commit(): void {
    this.#file?.commit();
  }
}

/**
 * The failure of work that was not done for everybody; undefined if it was.
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

/** Maximum number of people listed of each kind. */
const shownPeople = 10;

/** The plan of changes: how many, which fields, and some examples before and after. */
export function planText(plan: ChangePlan, what: string, report: ChangeReport): string {
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

/** The plan of an undo. @param mark the tag or status for people whom the run created */
export function undoPlanText(plan: ChangePlan, title: string, report: ChangeReport, mark: string): string {
  const { changes, marks, shown } = plan;
  // People who get a mark are named among the new ones.
  const restored = shown.filter(({ kind }) => kind !== 'mark');
  const unchanged = report.count('unchanged');
  const [stay, get] = report.count('created') === 1 ? ['stays', 'gets'] : ['stay', 'get'];
  const stays = `new: ${marks > 0 ? `${get} ${mark}` : `${stay}, since the service cannot delete people`}`;
  return [
    title,
    `  ${grouped(changes - marks)} to restore`,
    ...(unchanged > 0 ? [`  ${grouped(unchanged)} already as before`] : []),
    ...planLines(restored, changes - marks),
    ...keptPeople(report, 'earlier'),
    ...peopleOf(report, 'created', stays),
  ].join('\n');
}

/** The tag or status for people created by the import. */
export function markText(tag: string | undefined, status: string | undefined): string {
  const marks = [
    ...(tag === undefined ? [] : [`tag "${tag}"`]),
    ...(status === undefined ? [] : [`status ${status}`]),
  ];
  return marks.join(' and ');
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
  const names = report.people.filter(one => one.outcome === outcome).slice(0, shownPeople);
  return [
    `  ${grouped(count)} ${what}:`,
    ...names.map(({ email }) => `    ${email}`),
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
