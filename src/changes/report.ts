import { AtomicFile } from '../lib/files/atomic-file.ts';
import { LineSet } from '../lib/line-set.ts';

/**
 * What became of somebody. `planned`: a dry run would change them; `missing`: not in the account; `created`: by an import,
 * and still there; `different`: not as before when they were read back.
 */
export type PersonOutcome =
  | 'changed'
  | 'restored'
  | 'marked'
  | 'unchanged'
  | 'edited'
  | 'created'
  | 'missing'
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

/** What reading back has found. */
export interface ReadBack {
  readonly checked: number;
  readonly of: number;
  readonly different: number;
}

/** People in the summary; the report holds all. */
const listedPeople = 10_000;
/** Those who are not changed, and whose names are shown. */
const named: ReadonlySet<PersonOutcome> = new Set(['edited', 'created', 'missing', 'failed', 'different']);

/** Counts what becomes of people, and writes a line for each to `--report`. */
export class ChangeReport {
  readonly #file: AtomicFile | undefined;
  readonly #counts = new Map<PersonOutcome, number>();
  readonly #restored = new LineSet(1024);
  /** Everybody who is not changed, but those who are as requested. */
  readonly people: ReportLine[] = [];
  /** The first few refusals. */
  readonly refusals: string[] = [];
  /** A tag that the service shows in other capitals than it was sent. */
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

  /** Notes that somebody has the earlier values, to be read back. @param place in the change set */
  restored(place: number): void {
    this.#restored.add(place);
  }

  wasRestored(place: number): boolean {
    return this.#restored.has(place);
  }

  /** Leaves no trace of a report that is not complete. */
  discard(): void {
    this.#file?.discard();
  }

  /** Puts the report in its place. @throws Failure write_failed */
  commit(): void {
    this.#file?.commit();
  }
}

/** What became of a change set, or of undoing one, as `--output json` prints it. */
export interface ChangeSummary {
  /** Id of the run; null when nothing was sent. */
  readonly run: string | null;
  /** People whom it was about. */
  readonly matched: number;
  /** People whom the plan changes. */
  readonly to_change: number;
  readonly changed: number;
  /** People who had everything as requested. */
  readonly unchanged: number;
  /** People whose change the service refused, or did not make. */
  readonly failed: number;
  /** People who were edited in between, and left alone. */
  readonly edited: number;
  /** Those who are not in the account. */
  readonly missing: readonly string[];
  readonly dry_run: boolean;
}

/** What became of undoing a run. */
export interface UndoSummary extends ChangeSummary {
  readonly kind: 'import' | 'update' | 'tags';
  readonly what: string;
  /** The files of an import. */
  readonly file: string | null;
  /** People who are what they were. */
  readonly restored: number;
  /** People whom an import created, and who are still there. */
  readonly created: number;
  /** How many of them are not in the account. */
  readonly gone: number;
  readonly verified: ReadBack | null;
  /** Everybody but those who were restored. */
  readonly people: readonly ReportLine[];
}
