/**
 * The runs that this machine keeps for 90 days: a private folder each, with the facts (`run.json`), the change
 * set, the addresses of people created, and journals.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { CustomField } from '../contract/index.ts';
import { AppendLog, readLog } from '../lib/append-log.ts';
import { unwritable } from '../lib/files/file-errors.ts';
import { readRecords } from '../lib/files/record-file.ts';
import { KeptFolder, keptRuns, newRunId, removeOldRuns, runWithId } from '../lib/run-folder.ts';
import type { LocalAccount } from '../people/local-account.ts';
import type { TagsRule } from '../people/tags.ts';
import { type Change, type PersonValues, renamed } from './change.ts';

interface AnyRun {
  readonly id: string;
  /** The change in words: `add tag "x"`. */
  readonly what: string;
  /** ISO 8601. */
  readonly started_at: string;
  /** Null: unfinished. */
  readonly ended_at: string | null;
  readonly undone_at: string | null;
  /** Number of people whom the service refused to restore when it was undone. */
  readonly not_restored?: number;
  readonly base_url: string;
  readonly account: string;
  readonly account_name: string;
  readonly profile: string;
  /** Number of changed people; null: not known. */
  readonly changes: number | null;
}

/** `subscribers update` of many. */
export interface UpdateRun extends AnyRun {
  readonly kind: 'update';
  /** Whether the service cleared fields that the changes did not name. */
  readonly clears_fields?: boolean;
  /** Whether it gave nothing but a status, which cannot be restored. */
  readonly is_status_only?: boolean;
}

export interface ImportRun extends AnyRun {
  readonly kind: 'import';
  readonly files: readonly string[];
  readonly accepted: number;
  readonly created: number | null;
  readonly updated: number | null;
  readonly unchanged: number | null;
  readonly compared: ComparedCounts | null;
  /** Why it was not compared with the account. */
  readonly not_compared: string | null;
  /** Tags that each row got. */
  readonly given_tags: readonly string[];
  /** Number of tags that each row got by id. */
  readonly tag_ids: number;
  /** The observed handling of tags by the service. */
  readonly tags: TagsRule | null;
  /** Variables of the created fields, by their expected variables. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface SyncRun extends AnyRun {
  readonly kind: 'sync';
  /** The name of the sync. */
  readonly sync: string;
  readonly files: readonly string[];
  /** Fields to create. */
  readonly new_fields: readonly Pick<CustomField, 'name' | 'kind'>[];
  /** Variables of the created fields, by their expected variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** What the source had columns for: variables, and `tags`. */
  readonly columns?: readonly string[];
  /** Whether the sync had a state when the run was planned. */
  readonly had_state: boolean;
  /** Number of people created or changed, and of those created; null: not known yet. */
  readonly made: number | null;
  readonly created: number | null;
  /** Number of people who got nothing but a status, which cannot be restored. */
  readonly statuses: number;
  /** Whether the state of the sync has what became of the run. */
  readonly is_noted: boolean;
  readonly clears_fields?: boolean;
}

export type ChangeRun = UpdateRun | ImportRun | SyncRun;

/** The comparison of the account with the file before the import. */
export interface ComparedCounts {
  readonly subscribers: number;
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Number of people in the account who must not be emailed. */
  readonly left: number;
  /** Number of people whose field changes, by field. */
  readonly fields: Readonly<Record<string, number>>;
}

/** Number of people whom a run has created; null: not known. */
export function peopleCreated(run: ChangeRun): number | null {
  return run.kind === 'import' || run.kind === 'sync' ? run.created : 0;
}

/**
 * Number of people whom a run has changed, which may be fewer than planned; null: not known.
 *
 * @param noted changes noted in its journal; undefined: it has none
 */
export function changesMade(run: ChangeRun, noted: number | undefined): number | null {
  if (run.kind === 'sync') return run.made;
  // Its first request may have been under way when it was killed.
  if (run.kind !== 'import' && noted === 0 && run.ended_at === null) return null;
  if (run.kind !== 'import') return noted ?? (run.ended_at === null ? 0 : run.changes);
  const made = (run.created ?? 0) + (run.updated ?? 0);
  // Jobs that nobody waited for may have changed somebody.
  return made > 0 || run.changes === 0 ? made : null;
}

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

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** The folder of a new run, created on the first write. Deletes old runs. */
export function newRunFolder(configDir: string): RunFolder {
  removeOldChangeRuns(configDir);
  return new RunFolder(configDir, newRunId());
}

/** Deletes runs older than 90 days, and the remains of runs that never began. */
export function removeOldChangeRuns(configDir: string): void {
  removeOldRuns(runsFolder(configDir));
}

/** What is known of every run when it begins. */
export function runFacts<K extends ChangeRun['kind']>(
  { id }: RunFolder,
  kind: K,
  {
    account,
    accountName,
    profile,
  }: { readonly account: LocalAccount; readonly accountName: string; readonly profile: string },
) {
  return {
    id,
    kind,
    started_at: new Date().toISOString(),
    ended_at: null,
    undone_at: null,
    base_url: account.baseUrl,
    account: account.id,
    account_name: accountName,
    profile,
  };
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
export function changeRunWithId(configDir: string, id: string): FoundRun {
  return runWithId(localRuns(configDir), id, 'newsletter undo');
}

/** Why a run cannot be undone; undefined: it can. */
export function whyNotUndone({ run, folder }: FoundRun): string | undefined {
  if (run.undone_at !== null) {
    const refused = run.not_restored ? `, ${run.not_restored} refused by the service` : '';
    return `undone ${run.undone_at.slice(0, 10)}${refused}`;
  }
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
