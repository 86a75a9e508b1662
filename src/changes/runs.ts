/**
 * The runs that this machine keeps for 90 days: a private folder each, with the facts (`run.json`), the change
 * set, the addresses of people created by an import, and journals.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { AppendLog, readLog } from '../lib/append-log.ts';
import { unwritable } from '../lib/files/file-errors.ts';
import { readRecords } from '../lib/files/record-file.ts';
import {
  KeptFolder,
  keptRuns,
  newRunId,
  removeOldRuns as removeOldRunsIn,
  runWithId as runWithIdOf,
} from '../lib/run-folder.ts';
import type { LocalAccount } from '../people/local-account.ts';
import type { Change, PersonValues } from './change.ts';
import type { ChangeRun, ImportRun } from './run.ts';

/** Files with personal data. */
const personal = ['changes.ndjson', 'created.txt', 'left.ndjson', 'others.ndjson', 'plan.ndjson'];

/** Values that the service stored for a change, by its number in the change set. */
interface StoredValues extends PersonValues {
  readonly place: number;
}

/** The folder of a run. */
export class RunFolder extends KeptFolder<ChangeRun> {
  /** Path of an existing folder, or of one to be created. */
  constructor(configDir: string, id: string) {
    super(runsFolder(configDir), id);
  }

  readonly changes = this.file('changes.ndjson');
  /** Numbers of the changes made, and of those undone. */
  readonly journal = this.file('journal');
  readonly undoJournal = this.file('undo.log');
  readonly #others = this.file('others.ndjson');
  /** Addresses of created people, one per line. */
  readonly created = this.file('created.txt');
  /** Addresses of people in the account who must not be emailed according to the files. */
  readonly left = this.file('left.ndjson');
  /** Positions of people who are not sent, and of those who are changed. */
  readonly places = this.file('places.bin');

  /** The facts, if the run is an import. */
  readImport(): ImportRun | undefined {
    const run = this.read();
    return run?.kind === 'import' ? run : undefined;
  }

  /**
   * The change set, in its order.
   *
   * @param variables actual variables of the created fields, by expected variables
   */
  async *readChanges(variables: Readonly<Record<string, string>> = {}): AsyncGenerator<Change> {
    for await (const change of readRecords<Change>(this.changes)) yield renamed(change, variables);
  }

  /** Records values that the service stored differently from what was sent. @throws Failure write_failed */
  noteStored(values: StoredValues): void {
    const failure = (error: unknown) =>
      unwritable(this.#others, error, 'NEWSLETTER_CONFIG_DIR names another folder');
    const log = new AppendLog<StoredValues>(this.#others, failure);
    try {
      log.append(values);
    } finally {
      log.close();
    }
  }

  /** What `noteStored` recorded. */
  storedValues(): StoredValues[] {
    return readLog<StoredValues>(this.#others);
  }

  /** Whether an undo was begun and is unfinished. */
  get hasUnfinishedUndo(): boolean {
    return isThere(this.undoJournal);
  }

  get hasRecords(): boolean {
    return isThere(this.changes);
  }

  /** Deletes the personal data. @throws Failure write_failed */
  removeRecords(): void {
    this.remove(...personal);
  }
}

export function renamed(change: Change, variables: Readonly<Record<string, string>>): Change {
  const { fields } = change.after;
  if (fields === undefined || Object.keys(variables).length === 0) return change;
  const entries = Object.entries(fields).map(([name, value]) => [variables[name] ?? name, value] as const);
  return { ...change, after: { ...change.after, fields: Object.fromEntries(entries) } };
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** The folder of a new run, created on the first write. Deletes old runs. */
export function newRunFolder(configDir: string): RunFolder {
  removeOldRuns(configDir);
  return new RunFolder(configDir, newRunId());
}

/** Deletes runs older than 90 days, and the remains of runs that never began. */
export function removeOldRuns(configDir: string): void {
  removeOldRunsIn(runsFolder(configDir));
}

/** A run and its folder. */
export interface FoundRun {
  readonly run: ChangeRun;
  readonly folder: RunFolder;
}

/** All kept runs, latest first. */
export function localRuns(configDir: string): FoundRun[] {
  return keptRuns<ChangeRun>(runsFolder(configDir))
    .map(({ run, folder: { id } }) => ({ run, folder: new RunFolder(configDir, id) }))
    .sort((a, b) => b.run.started_at.localeCompare(a.run.started_at));
}

/** The runs that changed an account. */
export function runsOf(configDir: string, { id, baseUrl }: LocalAccount): FoundRun[] {
  return localRuns(configDir).filter(({ run }) => run.account === id && run.base_url === baseUrl);
}

/** The run with an id, or a prefix of one. @throws Failure not_found */
export function runWithId(configDir: string, id: string): FoundRun {
  return runWithIdOf(localRuns(configDir), id, 'newsletter undo');
}

/** Why a run cannot be undone; undefined: it can. */
export function whyNotUndone({ run, folder }: FoundRun): string | undefined {
  if (run.undone_at !== null) return `undone ${run.undone_at.slice(0, 10)}`;
  if (run.kind === 'import' && run.not_compared !== null)
    return `not compared with the account: ${run.not_compared}`;
  if (run.kind === 'update' && run.is_status_only === true) return 'a status cannot be restored';
  return folder.hasRecords ? undefined : 'the previous records were deleted';
}

/** Deletes the personal data of a profile's runs. */
export function removeRecordsOf(configDir: string, profile: string): void {
  for (const { run, folder } of localRuns(configDir)) if (run.profile === profile) folder.removeRecords();
}

export function runsFolder(configDir: string): string {
  return join(configDir, 'runs');
}
