/** What is kept of updates of many people, so that they can be continued and taken back: a private folder for each. */
import { join } from 'node:path';
import { KeptFolder, keptRuns, newRunId, removeOldRuns } from '../../lib/run-folder.ts';
import type { LocalAccount } from '../../people/local-account.ts';

/** As it is kept in `run.json`. */
export interface UpdateRun {
  readonly id: string;
  readonly account: string;
  readonly base_url: string;
  /** What it does, for people: `add tag "x"`. */
  readonly what: string;
  readonly started_at: string;
  /** Number of people whom it changes. */
  readonly changes: number;
  readonly ended_at: string | null;
  readonly undone_at: string | null;
  /** Whether the service has cleared fields that the changes did not name. */
  readonly clears_fields?: boolean;
}

/** The folder of one run. */
export class UpdateFolder {
  readonly run: UpdateRun;
  readonly #folder: KeptFolder<UpdateRun>;

  private constructor(folder: KeptFolder<UpdateRun>, run: UpdateRun) {
    this.#folder = folder;
    this.run = run;
  }

  get steps(): string {
    return this.#folder.file('steps.ndjson');
  }

  /** Places of changes that are made. */
  get journal(): string {
    return this.#folder.file('journal');
  }

  /** Places of changes that are taken back. */
  get undoJournal(): string {
    return this.#folder.file('undo-journal');
  }

  /** A folder for a new run; nothing says that it is one before `save`. @throws Failure write_failed */
  static create(configDir: string, account: LocalAccount, what: string): UpdateFolder {
    const parent = updatesFolder(configDir);
    removeOldRuns(parent);
    const folder = new KeptFolder<UpdateRun>(parent, newRunId());
    folder.make();
    const begun = { id: folder.id, account: account.id, base_url: account.baseUrl, what, changes: 0 };
    const run = { ...begun, started_at: new Date().toISOString(), ended_at: null, undone_at: null };
    return new UpdateFolder(folder, run);
  }

  /** The runs that changed an account, the latest first. */
  static of(configDir: string, { id, baseUrl }: LocalAccount): UpdateFolder[] {
    return keptRuns<UpdateRun>(updatesFolder(configDir))
      .filter(({ run }) => run.account === id && run.base_url === baseUrl)
      .map(({ run, folder }) => new UpdateFolder(folder, run));
  }

  /** What the service has made of changes where that is something else than it was sent. */
  get others(): string {
    return this.#folder.file('others.ndjson');
  }

  /** Keeps what is known of the run. @throws Failure write_failed */
  save(changes: Partial<UpdateRun>): UpdateFolder {
    const run = { ...this.run, ...changes };
    this.#folder.save(run);
    return new UpdateFolder(this.#folder, run);
  }
}

/** The folder of all runs. */
export function updatesFolder(configDir: string): string {
  return join(configDir, 'updates');
}
