/**
 * The runs that this machine keeps: a private folder each, with the facts (`run.json`), the change set, the addresses of
 * people created, and journals.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppendLog, readLog } from '../lib/append-log.ts';
import { Failure } from '../lib/failure.ts';
import { writeAtomically } from '../lib/files/atomic-file.ts';
import { unwritableHere, whyUnwritable } from '../lib/files/file-errors.ts';
import { makeOwnFolder } from '../lib/files/folder.ts';
import { readRecords } from '../lib/files/record-file.ts';
import { isObject } from '../lib/json/is-object.ts';
import type { LocalAccount } from '../people/local-account.ts';
import { counted } from '../terminal/numbers.ts';
import { type Change, type PersonValues, renamed } from './change.ts';
import { type ChangeRun, changesMade, type ImportRun, statusesOnly } from './run-facts.ts';

const day = 86_400_000;
/** Days that the folder of a run is kept: it holds addresses. */
const daysKept = 90;
/** The same without facts: the process was killed before it changed anything, or still asks, or the facts are damaged. */
const daysKeptUnbegun = 7;

/** Files with personal data. */
const personal = ['changes.ndjson', 'created.txt', 'left.ndjson', 'others.ndjson', 'plan.ndjson'];

/** Values that the service stored for a change, by its number in the change set. */
interface StoredValues extends PersonValues {
  readonly place: number;
}

/** The folder of a run. */
export class RunFolder {
  readonly id: string;
  readonly path: string;
  readonly changes: string;
  /** Numbers of the changes made, and of those undone. */
  readonly journal: string;
  readonly undoJournal: string;
  readonly #others: string;
  /** Addresses of created people, one per line. */
  readonly created: string;
  /** Addresses of people in the account who must not be emailed according to the files. */
  readonly left: string;
  /** Positions of people who are not sent, and of those who are changed. */
  readonly places: string;

  /** An existing folder, or one to be made. */
  constructor(configDir: string, id: string) {
    this.id = id;
    this.path = join(runsFolder(configDir), id);
    this.changes = this.file('changes.ndjson');
    this.journal = this.file('journal');
    this.undoJournal = this.file('undo.log');
    this.#others = this.file('others.ndjson');
    this.created = this.file('created.txt');
    this.left = this.file('left.ndjson');
    this.places = this.file('places.bin');
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** @throws Failure write_failed */
  make(): void {
    makeOwnFolder(this.path);
  }

  /** @throws Failure write_failed */
  save(run: ChangeRun): void {
    writeAtomically(this.file('run.json'), `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  }

  /** The facts; undefined if they are missing or cannot be read. */
  read(): ChangeRun | undefined {
    try {
      const run: unknown = JSON.parse(readFileSync(this.file('run.json'), 'utf8'));
      return isObject(run) && typeof run.started_at === 'string' ? (run as unknown as ChangeRun) : undefined;
    } catch {
      return undefined;
    }
  }

  /** The facts, if the run is an import. */
  readImport(): ImportRun | undefined {
    const run = this.read();
    return run?.kind === 'import' ? run : undefined;
  }

  /** Changes some of the facts. @throws Failure write_failed */
  update(changes: Partial<ChangeRun>): void {
    const run = this.read();
    if (run !== undefined) this.save({ ...run, ...changes } as ChangeRun);
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
    const log = new AppendLog<StoredValues>(this.#others, error => unwritableHere(this.#others, error));
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

  /** Deletes files in it; without names, the folder. @throws Failure write_failed */
  remove(...names: readonly string[]): void {
    const paths = names.length === 0 ? [this.path] : names.map(name => this.file(name));
    for (const path of paths) {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch (error) {
        const message = `cannot delete ${path}: ${whyUnwritable(error)}`;
        throw new Failure('write_failed', message, { cause: error });
      }
    }
  }
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

export function newRunId(): string {
  return randomBytes(4).toString('hex');
}

/** The folder of a new run, created on the first write. Deletes old runs. */
export function newRunFolder(configDir: string): RunFolder {
  removeOldRuns(configDir);
  return new RunFolder(configDir, newRunId());
}

/** Deletes the folders of old runs, and of those that never began. @throws Failure write_failed */
export function removeOldRuns(configDir: string, now = Date.now()): void {
  for (const folder of foldersIn(configDir)) {
    const run = folder.read();
    const made = statSync(folder.path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    const began = run === undefined ? made : Date.parse(run.started_at);
    if (now - began > (run === undefined ? daysKeptUnbegun : daysKept) * day) folder.remove();
  }
}

/** Only names of runs: there are other files, such as locks. */
function foldersIn(configDir: string): RunFolder[] {
  try {
    const names = readdirSync(runsFolder(configDir)).filter(name => /^[0-9a-f]{8}$/.test(name));
    return names.map(name => new RunFolder(configDir, name));
  } catch {
    // The folder does not exist yet.
    return [];
  }
}

/** A run and its folder. */
export interface FoundRun {
  readonly run: ChangeRun;
  readonly folder: RunFolder;
}

/** All kept runs, latest first. */
export function localRuns(configDir: string): FoundRun[] {
  return foldersIn(configDir)
    .flatMap(folder => {
      const run = folder.read();
      return run === undefined ? [] : [{ run, folder }];
    })
    .sort((a, b) => b.run.started_at.localeCompare(a.run.started_at));
}

/** The runs that changed an account. */
export function runsOf(configDir: string, { id }: Pick<LocalAccount, 'id'>): FoundRun[] {
  return localRuns(configDir).filter(({ run }) => run.account === id);
}

/** The run with an id, or a prefix of one. @throws Failure not_found */
export function changeRunWithId(configDir: string, id: string): FoundRun {
  const [only, ...others] = id === '' ? [] : localRuns(configDir).filter(({ run }) => run.id.startsWith(id));
  if (only !== undefined && others.length === 0) return only;
  const message = only === undefined ? `no run "${id}" on this machine` : `several runs begin with "${id}"`;
  throw new Failure('not_found', message, { hint: 'newsletter undo' });
}

/** Why a run cannot be undone; undefined: it can. */
export function whyNotUndone({ run, folder }: FoundRun): string | undefined {
  if (run.undone_at !== null) {
    const left = run.not_restored ? `, ${run.not_restored} not restored` : '';
    const statuses = run.status_kept ? `, statuses stay: ${run.status_kept}` : '';
    return `undone ${run.undone_at.slice(0, 10)}${left}${statuses}`;
  }
  if (run.kind === 'import' && run.not_compared !== null)
    return `not compared with the account: ${run.not_compared}`;
  const statuses = statusesOnly(run);
  if (statuses > 0 && statuses === changesMade(run, undefined)) return 'a status cannot be restored';
  return folder.hasRecords ? undefined : 'the previous records were deleted';
}

/** Deletes the personal data of a profile's runs. */
export function removeRecordsOf(configDir: string, profile: string): void {
  for (const { folder } of runsByProfile(configDir, profile)) folder.removeRecords();
}

/** What is lost with the records of a profile's runs: `2 runs can no longer be undone`; empty for none. */
export function lostUndos(configDir: string, profile: string): string {
  const undoable = runsByProfile(configDir, profile).filter(
    found => whyNotUndone(found) === undefined,
  ).length;
  return undoable === 0 ? '' : `${counted(undoable, 'run')} can no longer be undone`;
}

const runsByProfile = (configDir: string, profile: string) =>
  localRuns(configDir).filter(({ run }) => run.profile === profile);

export function runsFolder(configDir: string): string {
  return join(configDir, 'runs');
}
