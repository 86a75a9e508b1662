/**
 * What this machine keeps for 90 days of what it changed: a private folder for each run, with facts about it (`run.json`),
 * the change set, the addresses of people whom an import created, and journals.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readRecords } from '../lib/record-file.ts';
import {
  KeptFolder,
  keptRuns,
  newRunId,
  removeOldRuns as removeOldRunsIn,
  runWithId as runWithIdOf,
} from '../lib/run-folder.ts';
import type { LocalAccount } from '../people/local-account.ts';
import type { Change } from './change.ts';
import { changeOfOldImage, type OldImage, oldRoots, runOfOld } from './old-runs.ts';
import type { ChangeRun, ImportRun } from './run.ts';

const roots = ['runs', ...oldRoots] as const;
/** Change sets: those of version 0.1.0, too. */
const changeSets = ['changes.ndjson', 'steps.ndjson', 'before.ndjson'] as const;
/** The files that hold people. */
const personal = [...changeSets, 'created.txt', 'left.ndjson', 'others.ndjson'];

/** The files of a run. */
export class RunFolder extends KeptFolder<ChangeRun> {
  /** The folder of a run that there is, or of one that is to be made. */
  constructor(configDir: string, id: string) {
    const parents = roots.map(root => join(configDir, root));
    super(parents.find(parent => isThere(join(parent, id))) ?? runsFolder(configDir), id);
  }

  readonly changes = this.file('changes.ndjson');
  /** Places of changes that are made, and of those that are undone. */
  readonly journal = this.file('journal');
  readonly undoJournal = this.file('undo.log');
  /** What the service has made of changes where that is something else than it was sent. */
  readonly others = this.file('others.ndjson');
  /** Addresses of the people who are created, one a line. */
  readonly created = this.file('created.txt');
  /** Addresses of people in the account who must not be emailed, as the files say. */
  readonly left = this.file('left.ndjson');
  /** Places of the people who are not sent, and of those who are changed. */
  readonly places = this.file('places.bin');

  override read(): ChangeRun | undefined {
    const run = super.read();
    return run && runOfOld(run);
  }

  /** The same of an import. */
  readImport(): ImportRun | undefined {
    const run = this.read();
    return run?.kind === 'import' ? run : undefined;
  }

  /**
   * The change set, in its order.
   *
   * @param variables what fields that the run created are called, by what it expected
   */
  async *readChanges(variables: Readonly<Record<string, string>> = {}): AsyncGenerator<Change> {
    for (const name of changeSets) {
      for await (const record of readRecords<Change | OldImage>(this.file(name))) {
        const change = 'sent' in record ? changeOfOldImage(record) : record;
        yield renamed(change, variables);
      }
    }
  }

  /** Whether an undo was begun and has not come to its end. */
  get hasUnfinishedUndo(): boolean {
    return [this.undoJournal, this.file('undo.journal')].some(isThere);
  }

  /** Whether the change set is there. */
  get hasRecords(): boolean {
    return changeSets.some(name => isThere(this.file(name)));
  }

  /** Deletes what it holds of people. @throws Failure write_failed */
  removeRecords(): void {
    this.remove(...personal);
  }
}

function renamed(change: Change, variables: Readonly<Record<string, string>>): Change {
  const { fields } = change.after;
  if (fields === undefined || Object.keys(variables).length === 0) return change;
  const entries = Object.entries(fields).map(([name, value]) => [variables[name] ?? name, value] as const);
  return { ...change, after: { ...change.after, fields: Object.fromEntries(entries) } };
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** The folder of a new run, which is made by what is written to it. Old ones are deleted. */
export function newRunFolder(configDir: string): RunFolder {
  removeOldRuns(configDir);
  return new RunFolder(configDir, newRunId());
}

/** Deletes runs that are older than 90 days, and what was left of those that never began. */
export function removeOldRuns(configDir: string): void {
  for (const root of roots) removeOldRunsIn(join(configDir, root));
}

/** A run, and where its files are. */
export interface FoundRun {
  readonly run: ChangeRun;
  readonly folder: RunFolder;
}

/** The runs that are kept, the latest first. */
export function localRuns(configDir: string): FoundRun[] {
  return roots
    .flatMap(root => keptRuns<ChangeRun>(join(configDir, root)))
    .map(({ run, folder: { id } }) => ({ run: runOfOld(run), folder: new RunFolder(configDir, id) }))
    .sort((a, b) => b.run.started_at.localeCompare(a.run.started_at));
}

/** Those that changed an account. */
export function runsOf(configDir: string, { id, baseUrl }: LocalAccount): FoundRun[] {
  return localRuns(configDir).filter(({ run }) => run.account === id && run.base_url === baseUrl);
}

/** The run with an id, or the beginning of one. @throws Failure not_found */
export function runWithId(configDir: string, id: string): FoundRun {
  return runWithIdOf(localRuns(configDir), id, 'newsletter undo');
}

/** Why a run cannot be undone; undefined: it can. */
export function whyNotUndone({ run, folder }: FoundRun): string | undefined {
  if (run.undone_at !== null) return `undone ${run.undone_at.slice(0, 10)}`;
  if (run.kind === 'import' && run.not_compared !== null)
    return `not compared with the account: ${run.not_compared}`;
  return folder.hasRecords ? undefined : 'the previous records were deleted';
}

/** Deletes what the runs of a profile hold of people. */
export function removeRecordsOf(configDir: string, profile: string): void {
  for (const { run, folder } of localRuns(configDir)) if (run.profile === profile) folder.removeRecords();
}

/** The folder of all runs. */
export function runsFolder(configDir: string): string {
  return join(configDir, roots[0]);
}
