/**
 * What this machine keeps of its imports for 90 days: a private folder each, with facts about the run (`run.json`), the
 * previous records of the people it changed, the addresses of those it created, and which people it did not send.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { unwritable, whyUnwritable } from '../../lib/file-errors.ts';
import { writeAtomically } from '../../lib/files/atomic-file.ts';
import { makeFolder } from '../../lib/folder.ts';
import { isObject } from '../../lib/is-object.ts';
import type { TagsRule } from '../../people/tags.ts';
import { importsFolder } from '../jobs/imports-folder.ts';

/** Facts about a run, as `imports list --local` shows them. */
export interface LocalRun {
  readonly id: string;
  /** ISO 8601. */
  readonly started_at: string;
  /** Null: it has not come to its end. */
  readonly finished_at: string | null;
  readonly files: readonly string[];
  readonly base_url: string;
  /** Id of the account. */
  readonly account: string;
  readonly account_name: string;
  readonly profile: string;
  readonly accepted: number;
  readonly created: number | null;
  readonly updated: number | null;
  readonly unchanged: number | null;
  readonly compared: ComparedCounts | null;
  /** Why it was not compared with the account. */
  readonly not_compared: string | null;
  /** How many tags every row got by their ids. */
  readonly tag_ids: number;
  /** What the service makes of tags, as far as it was seen. */
  readonly tags: TagsRule | null;
  /** Variables of the fields that the run created, by those that it expected. */
  readonly variables: Readonly<Record<string, string>>;
  /** When the import was taken back. */
  readonly undone_at: string | null;
}

/** What the account and the file have in common, before the import. */
export interface ComparedCounts {
  readonly subscribers: number;
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  /** People who must not be emailed, and are in the account. */
  readonly left: number;
  /** People in whom a field changes, by field. */
  readonly fields: Readonly<Record<string, number>>;
}

const daysKept = 90;
const facts = 'run.json';
/** The files that hold people. */
const personal = ['before.ndjson', 'created.txt', 'left.ndjson'] as const;

/** The files of a run. */
export class RunFolder {
  readonly id: string;
  readonly path: string;

  constructor(configDir: string, id: string) {
    this.id = id;
    this.path = join(runsFolder(configDir), id);
  }

  /** Previous records of the people who are changed. */
  get before(): string {
    return join(this.path, personal[0]);
  }

  /** Addresses of the people who are created, one a line. */
  get created(): string {
    return join(this.path, personal[1]);
  }

  /** Addresses of people in the account who must not be emailed, as the files say. */
  get left(): string {
    return join(this.path, personal[2]);
  }

  /** Places of the people who are not sent, and of those who are changed. */
  get places(): string {
    return join(this.path, 'places.bin');
  }

  /** What an undo has done. */
  get undoJournal(): string {
    return join(this.path, 'undo.journal');
  }

  /** @throws Failure write_failed */
  make(): void {
    try {
      makeFolder(this.path);
    } catch (error) {
      throw unwritable(this.path, error, 'NEWSLETTER_CONFIG_DIR names another folder');
    }
  }

  /** @throws Failure write_failed */
  save(run: LocalRun): void {
    writeAtomically(join(this.path, facts), `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  }

  /** The facts with some of them changed. @throws Failure write_failed */
  update(changes: Partial<LocalRun>): void {
    const run = this.read();
    if (run !== undefined) this.save({ ...run, ...changes });
  }

  /** Undefined when there is no such run, or its facts cannot be read. */
  read(): LocalRun | undefined {
    try {
      const run: unknown = JSON.parse(readFileSync(join(this.path, facts), 'utf8'));
      return isObject(run) && typeof run.started_at === 'string' ? (run as unknown as LocalRun) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether the previous records are there. */
  get hasRecords(): boolean {
    return statSync(this.before, { throwIfNoEntry: false }) !== undefined;
  }

  /** Deletes the previous records, and the addresses. @throws Failure write_failed */
  removeRecords(): void {
    for (const name of personal) this.#delete(join(this.path, name));
  }

  /** @throws Failure write_failed */
  remove(): void {
    this.#delete(this.path);
  }

  #delete(path: string): void {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (error) {
      throw new Failure('write_failed', `cannot delete ${path}: ${whyUnwritable(error)}`, { cause: error });
    }
  }
}

/** The folder of a new run. It is made by what is written to it. */
export function newRunFolder(configDir: string): RunFolder {
  return new RunFolder(configDir, randomBytes(4).toString('hex'));
}

/** A run, and where its files are. */
export interface FoundRun {
  readonly run: LocalRun;
  readonly folder: RunFolder;
}

/** The runs that are kept, the latest first. */
export function localRuns(configDir: string): FoundRun[] {
  return folders(configDir)
    .flatMap(folder => {
      const run = folder.read();
      return run === undefined ? [] : [{ run, folder }];
    })
    .sort((a, b) => (a.run.started_at < b.run.started_at ? 1 : -1));
}

/**
 * The run with an id, or the beginning of one.
 *
 * @throws Failure not_found
 */
export function runWithId(configDir: string, id: string): FoundRun {
  const found = /^[0-9a-f]+$/.test(id) ? localRuns(configDir).filter(({ run }) => run.id.startsWith(id)) : [];
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const message = only === undefined ? `no run "${id}" on this machine` : `several runs begin with "${id}"`;
  throw new Failure('not_found', message, { hint: 'newsletter imports list --local' });
}

/** Whether everybody was in the account as the files have them, so that nobody was sent. */
export function changedNothing({ compared }: LocalRun): boolean {
  return compared !== null && compared.new + compared.changed === 0;
}

/** Why a run cannot be undone; undefined: it can. */
export function whyNotUndone(run: LocalRun, folder: RunFolder): string | undefined {
  if (run.undone_at !== null) return `undone ${run.undone_at.slice(0, 10)}`;
  if (run.not_compared !== null) return `not compared with the account: ${run.not_compared}`;
  return folder.hasRecords ? undefined : 'the previous records were deleted';
}

/** Deletes runs that are older than 90 days, and what was left of those that never began. */
export function removeOldRuns(configDir: string): void {
  const oldest = Date.now() - daysKept * 86_400_000;
  const yesterday = Date.now() - 86_400_000;
  for (const folder of folders(configDir)) {
    const run = folder.read();
    const changed = statSync(folder.path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    const isOld = run === undefined ? changed < yesterday : Date.parse(run.started_at) < oldest;
    if (isOld) folder.remove();
  }
}

/** Deletes the records of people that the runs of a profile have kept. */
export function removeRecordsOf(configDir: string, profile: string): void {
  for (const { run, folder } of localRuns(configDir)) if (run.profile === profile) folder.removeRecords();
}

function runsFolder(configDir: string): string {
  return join(importsFolder(configDir), 'runs');
}

function folders(configDir: string): RunFolder[] {
  try {
    return readdirSync(runsFolder(configDir)).map(id => new RunFolder(configDir, id));
  } catch {
    // There is none yet.
    return [];
  }
}
