import { Failure } from '../lib/failure.ts';
import { AtomicFile } from '../lib/files/atomic-file.ts';
import { LineSet } from '../lib/line-set.ts';
import { grouped } from '../terminal/numbers.ts';
import type { ChangeRun } from './run.ts';

/**
 * The outcome for a person. `planned`: a dry run would change them; `missing`: not in the account; `created`: by
 * an import,
 * and still there; `taken`: another person has the new address; `different`: the values read back are not the earlier ones.
 */
export type PersonOutcome =
  | 'changed'
  | 'restored'
  | 'marked'
  | 'unchanged'
  | 'edited'
  | 'created'
  | 'missing'
  | 'taken'
  | 'failed'
  | 'different'
  | 'planned';

/** A line of `--report`. */
interface ReportLine {
  readonly email: string;
  readonly id: string | null;
  readonly outcome: PersonOutcome;
  readonly reason: string | null;
}

/** The result of reading back. */
export interface ReadBack {
  readonly checked: number;
  readonly of: number;
  readonly different: number;
}

/** Maximum number of people in the summary; the report has all. */
const listedPeople = 10_000;
/** Outcomes without a change, listed by name. */
const named: ReadonlySet<PersonOutcome> = new Set([
  'edited',
  'created',
  'missing',
  'taken',
  'failed',
  'different',
]);

/** Counts outcomes, and writes a line for each to `--report`. */
export class ChangeReport {
  readonly #file: AtomicFile | undefined;
  readonly #counts = new Map<PersonOutcome, number>();
  readonly #restored = new LineSet(1024);
  /** People who were not changed, except those already as requested. */
  readonly people: ReportLine[] = [];
  readonly refusals: string[] = [];
  /** A tag whose capitals the service changed. */
  keptSpelling: string | undefined;

  /** @throws Failure write_failed */
  constructor(report: string | undefined) {
    this.#file = report === undefined ? undefined : new AtomicFile(report, { mode: 0o600 });
    this.#file?.write('');
  }

  add(outcome: PersonOutcome, email: string, id: string | null = null, reason: string | null = null): void {
    this.#counts.set(outcome, this.count(outcome) + 1);
    const line = { email, id, outcome, reason };
    if (outcome === 'failed' && this.refusals.length < 3) this.refusals.push(`${email}: ${reason ?? ''}`);
    if (named.has(outcome) && this.people.length < listedPeople) this.people.push(line);
    this.#file?.write(`${JSON.stringify(line)}\n`);
  }

  count(...outcomes: readonly PersonOutcome[]): number {
    return outcomes.reduce((sum, outcome) => sum + (this.#counts.get(outcome) ?? 0), 0);
  }

  /** Notes that a person was restored, to be read back. @param place in the change set */
  restored(place: number): void {
    this.#restored.add(place);
  }

  wasRestored(place: number): boolean {
    return this.#restored.has(place);
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

/** The result of a change set or of its undo, as `--output json` prints it. */
export interface ChangeSummary {
  /** Id of the run; null if nothing was sent. */
  readonly run: string | null;
  /** Number of people concerned. */
  readonly matched: number;
  /** Number of people to change. */
  readonly to_change: number;
  readonly changed: number;
  /** Number of people already as requested. */
  readonly unchanged: number;
  /** Number of people whose change the service refused, or did not make. */
  readonly failed: number;
  /** Number of people edited since, who were left as they are. */
  readonly edited: number;
  /** Number of people who were left as they are, since another person has the new address. */
  readonly taken: number;
  /** Number of people not in the account. */
  readonly missing: readonly string[];
  readonly dry_run: boolean;
}

/** The result of an undo. */
export interface UndoSummary extends ChangeSummary {
  readonly kind: ChangeRun['kind'];
  readonly what: string;
  readonly file: string | null;
  /** Number of people with their earlier values. */
  readonly restored: number;
  /** Number of people whom the run created and who are still there, without those who got a tag or status now. */
  readonly stay: number;
  /** Number of people created by the run who got a tag or status now. */
  readonly marked: number;
  /** Number of people who got a status, which is not restored. */
  readonly statuses: number;
  /** Number of changed people who are not in the account. */
  readonly gone: number;
  readonly verified: ReadBack | null;
  /** All people except the restored. */
  readonly people: readonly ReportLine[];
}
