import { AtomicFile } from '../../lib/files/atomic-file.ts';
import type { UpdatePlan } from './plan.ts';

/** What became of an update, as `--output json` prints it. */
export interface UpdateSummary {
  /** Id of the run; null when nothing was sent. */
  readonly run: string | null;
  /** People whom it was about. */
  readonly matched: number;
  /** People whom the plan changes. */
  readonly to_change: number;
  readonly changed: number;
  /** People who had everything as wished. */
  readonly unchanged: number;
  /** People whose change the service refused. */
  readonly failed: number;
  /** People who were edited in between, and left alone. */
  readonly edited: number;
  /** People of the file who are not in the account. */
  readonly missing: readonly string[];
  readonly dry_run: boolean;
}

/** `planned`: a dry run would change the person. */
type Outcome = 'changed' | 'unchanged' | 'failed' | 'edited' | 'missing' | 'planned';

/** Counts what becomes of people, and writes a line for each to `--report`. */
export class UpdateTally {
  readonly #file: AtomicFile | undefined;
  changed = 0;
  failed = 0;
  /** A tag that the service shows in other capitals than it was sent. */
  keptSpelling: string | undefined;
  /** The first few refusals. */
  readonly refusals: string[] = [];

  /** @throws Failure write_failed */
  constructor(report: string | undefined) {
    this.#file = report === undefined ? undefined : new AtomicFile(report, { mode: 0o600 });
    this.#file?.write('');
  }

  add(outcome: Outcome, email: string, id: string | null = null, reason: string | null = null): void {
    if (outcome === 'changed') this.changed++;
    if (outcome === 'failed') {
      this.failed++;
      if (this.refusals.length < 3) this.refusals.push(`${email}: ${reason ?? ''}`);
    }
    this.#file?.write(`${JSON.stringify({ email, id, outcome, reason })}\n`);
  }

  /** Leaves no trace of a report that is not complete. */
  discard(): void {
    this.#file?.discard();
  }

  /** Puts the report in its place. @throws Failure write_failed */
  commit(): void {
    this.#file?.commit();
  }

  summary(
    run: string | null,
    plan: UpdatePlan,
    missing: readonly string[],
    isDryRun: boolean,
  ): UpdateSummary {
    return {
      run,
      matched: plan.matched,
      to_change: plan.changes,
      changed: this.changed,
      unchanged: plan.matched - plan.changes - plan.edited,
      failed: this.failed,
      edited: plan.edited,
      missing,
      dry_run: isDryRun,
    };
  }
}
