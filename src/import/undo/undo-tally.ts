/** What becomes of everybody whom an import has changed, counted and listed. */
import { AtomicFile } from '../../lib/files/atomic-file.ts';
import { LineSet } from '../../lib/line-set.ts';
import type { FoundRun } from '../account/local-runs.ts';
import type { UndoResult, UndoStep } from '../account/undo.ts';

/** Somebody whom the undo has not restored, or who stays. */
interface ListedPerson {
  readonly email: string;
  readonly id: string;
  readonly outcome: 'edited' | 'created' | 'gone' | 'failed' | 'different';
  readonly reason: string | null;
}

/** What happened, as `--output json` prints it. */
export interface UndoSummary {
  readonly run: string;
  readonly file: string;
  /** People who are what they were. */
  readonly restored: number;
  /** People who were edited since, and kept. */
  readonly edited: number;
  /** People whom the import created, and who are still there. */
  readonly created: number;
  readonly failed: number;
  /** People who are no longer in the account, or have another address. */
  readonly gone: number;
  readonly verified: { readonly checked: number; readonly of: number; readonly different: number } | null;
  /** Everybody but those who were restored. */
  readonly people: readonly ListedPerson[];
  readonly dry_run: boolean;
}

/** People in the summary; the report holds all. */
const listedPeople = 10_000;

/** Counts what becomes of everybody, and lists those who are not restored. */
export class UndoTally {
  readonly people: ListedPerson[] = [];
  toRestore = 0;
  toMark = 0;
  restored = 0;
  failed = 0;
  readonly #counts = new Map<string, number>();
  readonly #report: AtomicFile | undefined;
  readonly #restored = new LineSet(1024);

  /** @throws Failure write_failed */
  constructor(report: string | undefined) {
    this.#report = report === undefined ? undefined : new AtomicFile(report, { mode: 0o600 });
    this.#report?.write('');
  }

  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  decide(step: UndoStep): void {
    this.#counts.set(step.kind, this.count(step.kind) + 1);
    if (step.kind === 'mark') this.toMark++;
    if (step.kind === 'restore') this.toRestore++;
    else if ('now' in step) this.#list({ ...named(step.now), outcome: 'created', reason: null });
    else if (step.kind === 'as-before') this.#restore(step.place, step.person);
    else
      this.#list({
        ...named(step.person),
        outcome: step.kind === 'edited' ? 'edited' : 'gone',
        reason: null,
      });
  }

  end({ step, failure }: UndoResult): void {
    const person = 'person' in step ? step.person : step.now;
    if (failure !== undefined) {
      this.failed++;
      const reason = [failure.message, ...failure.details].join('; ');
      this.#list({ ...named(person), outcome: 'failed', reason });
    } else if (step.kind === 'restore') this.#restore(step.place, step.person);
  }

  wasRestored(place: number): boolean {
    return this.#restored.has(place);
  }

  differs(email: string, fields: readonly string[]): void {
    this.#list({ email, id: '', outcome: 'different', reason: `not as before: ${fields.join(', ')}` });
  }

  commit(): void {
    this.#report?.commit();
  }

  #restore(place: number, { email, id }: { readonly email: string; readonly id: string }): void {
    this.restored++;
    this.#restored.add(place);
    this.#report?.write(`${JSON.stringify({ email, id, outcome: 'restored', reason: null })}\n`);
  }

  #list(person: ListedPerson): void {
    if (this.people.length < listedPeople) this.people.push(person);
    this.#report?.write(`${JSON.stringify(person)}\n`);
  }
}

const named = ({ email, id }: { readonly email: string; readonly id: string }) => ({ email, id });

export function summaryOf(
  { run }: FoundRun,
  tally: UndoTally,
  dryRun: boolean,
  verified: UndoSummary['verified'],
): UndoSummary {
  return {
    run: run.id,
    file: run.files.join(', '),
    restored: tally.restored,
    edited: tally.count('edited'),
    created: tally.count('created') + tally.count('mark'),
    failed: tally.failed,
    gone: tally.count('gone'),
    verified,
    people: tally.people,
    dry_run: dryRun,
  };
}
