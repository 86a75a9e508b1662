/**
 * The runs that this machine keeps: a private folder each, with the facts (`run.json`), the change set, the addresses of
 * people created, and journals.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, ignoringErrors } from '../lib/failure.ts';
import { writeAtomically } from '../lib/files/atomic-file.ts';
import { whyUnwritable } from '../lib/files/file-errors.ts';
import { makeOwnFolder } from '../lib/files/folder.ts';
import { readLines } from '../lib/files/record-file.ts';
import { parseObject } from '../lib/json/is-object.ts';
import type { LocalAccount } from '../people/local-account.ts';
import { counted } from '../terminal/numbers.ts';
import { type Change, renamed } from './change.ts';
import { type ChangeRun, changesMade, type ImportRun, statusesOnly } from './run-facts.ts';

/** Milliseconds that the folder of a run is kept, 90 days: it holds addresses. */
const timeKept = 90 * 86_400_000;

/** The folder of a run. */
export class RunFolder {
  readonly id: string;
  readonly path: string;
  readonly changes: string;
  /** What became of the changes. */
  readonly journal: string;
  /** Addresses of created people, one per line. */
  readonly created: string;

  /** An existing folder, or one to be made. */
  constructor(configDir: string, id: string) {
    this.id = id;
    this.path = join(runsFolder(configDir), id);
    this.changes = this.file('changes.ndjson');
    this.journal = this.file('journal');
    this.created = this.file('created.txt');
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
    const run = parseObject(ignoringErrors(() => readFileSync(this.file('run.json'), 'utf8')) ?? '');
    return typeof run?.started_at === 'string' ? (run as unknown as ChangeRun) : undefined;
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
   * The change set, in its order; that of a sync has people who stay as they are, too: they are left out.
   *
   * @param variables actual variables of the created fields, by expected variables
   */
  async *readChanges(variables: Readonly<Record<string, string>> = {}): AsyncGenerator<Change> {
    // Parsing them takes longer than all the rest.
    for await (const lines of readLines(this.changes))
      for (const line of lines)
        if (!line.startsWith('{"do":"note"')) yield renamed(JSON.parse(line) as Change, variables);
  }

  /** Deletes the folder. @throws Failure write_failed */
  remove(): void {
    try {
      rmSync(this.path, { recursive: true, force: true });
    } catch (error) {
      const message = `cannot delete ${this.path}: ${whyUnwritable(error)}`;
      throw new Failure('write_failed', message, { cause: error });
    }
  }
}

export function newRunId(): string {
  return randomBytes(4).toString('hex');
}

/** The folder of a new run, created on the first write. Deletes old runs. */
export function newRunFolder(configDir: string): RunFolder {
  removeOldRuns(configDir);
  return new RunFolder(configDir, newRunId());
}

/** Deletes the folders of old runs, also of those that never began or are damaged. @throws Failure write_failed */
export function removeOldRuns(configDir: string, now = Date.now()): void {
  for (const folder of foldersIn(configDir)) {
    const made = statSync(folder.path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    const began = Date.parse(folder.read()?.started_at ?? '') || made;
    if (now - began > timeKept) folder.remove();
  }
}

/** None if the folder does not exist yet. Only names of runs count: there are other files, such as locks. */
function foldersIn(configDir: string): RunFolder[] {
  const names = ignoringErrors(() => readdirSync(runsFolder(configDir))) ?? [];
  return names.filter(name => /^[0-9a-f]{8}$/.test(name)).map(name => new RunFolder(configDir, name));
}

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
export function whyNotUndone({ run }: FoundRun): string | undefined {
  if (run.undone_at !== null) {
    const left = run.not_restored ? `, ${run.not_restored} not restored` : '';
    const statuses = run.status_kept ? `, statuses stay: ${run.status_kept}` : '';
    return `undone ${run.undone_at.slice(0, 10)}${left}${statuses}`;
  }
  if (run.kind === 'import' && run.not_compared !== null)
    return `not compared with the account: ${run.not_compared}`;
  const statuses = statusesOnly(run);
  return statuses > 0 && statuses === changesMade(run, run.changes ?? 0)
    ? 'a status cannot be restored'
    : undefined;
}

/** The runs of a profile, and what is lost with them: `2 runs can no longer be undone`, or nothing. */
export function runsOfProfile(configDir: string, profile: string) {
  const runs = localRuns(configDir).filter(({ run }) => run.profile === profile);
  const undoable = runs.filter(found => whyNotUndone(found) === undefined).length;
  const lost = undoable === 0 ? '' : `${counted(undoable, 'run')} can no longer be undone`;
  const remove = () => {
    for (const { folder } of runs) folder.remove();
  };
  return { lost, remove };
}

export function runsFolder(configDir: string): string {
  return join(configDir, 'runs');
}

/** What can be done about people that a run has created. @param id of the run */
export const newPeopleHint = (id: string) =>
  `to take new people off the list: newsletter undo ${id} --status unsubscribed`;
