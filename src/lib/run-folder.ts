/**
 * Private folders with what is needed to resume or undo a run: one for each, named by an id, with facts about the run in
 * `run.json`. They are kept for some days.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { writeAtomically } from './files/atomic-file.ts';
import { unwritable, whyUnwritable } from './files/file-errors.ts';
import { makeFolder } from './files/folder.ts';
import { isObject } from './json/is-object.ts';

const day = 86_400_000;
/** Days that the folder of a run is kept: it holds addresses. */
const daysKept = 90;
/** The same without facts: the process was killed before it changed anything, or still asks, or the facts are damaged. */
const daysKeptUnbegun = 7;

export interface RunFacts {
  readonly id: string;
  /** ISO 8601. */
  readonly started_at: string;
}

export class KeptFolder<Facts extends RunFacts> {
  readonly id: string;
  readonly path: string;

  constructor(parent: string, id: string) {
    this.id = id;
    this.path = join(parent, id);
  }

  file(name: string): string {
    return join(this.path, name);
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
  save(facts: Facts): void {
    writeAtomically(this.file('run.json'), `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  }

  /** Undefined if the facts are missing or cannot be read. */
  read(): Facts | undefined {
    try {
      const facts: unknown = JSON.parse(readFileSync(this.file('run.json'), 'utf8'));
      return isObject(facts) && typeof facts.started_at === 'string'
        ? (facts as unknown as Facts)
        : undefined;
    } catch {
      return undefined;
    }
  }

  /** The facts with some of them changed. @throws Failure write_failed */
  update(changes: Partial<Facts>): void {
    const facts = this.read();
    if (facts !== undefined) this.save({ ...facts, ...changes });
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

/** A run, and where its files are. */
export interface KeptRun<Facts extends RunFacts> {
  readonly run: Facts;
  readonly folder: KeptFolder<Facts>;
}

export function newRunId(): string {
  return randomBytes(4).toString('hex');
}

/** The runs whose folders are in `parent`, the latest first. */
export function keptRuns<Facts extends RunFacts>(parent: string): KeptRun<Facts>[] {
  return foldersIn<Facts>(parent)
    .flatMap(folder => {
      const run = folder.read();
      return run === undefined ? [] : [{ run, folder }];
    })
    .sort((a, b) => b.run.started_at.localeCompare(a.run.started_at));
}

/**
 * The run with an id, or with the beginning of one.
 *
 * @param list the command that lists the runs
 * @throws Failure not_found
 */
export function runWithId<Run extends { readonly run: RunFacts }>(
  runs: readonly Run[],
  id: string,
  list: string,
): Run {
  const [only, ...others] = id === '' ? [] : runs.filter(({ run }) => run.id.startsWith(id));
  if (only !== undefined && others.length === 0) return only;
  const message = only === undefined ? `no run "${id}" on this machine` : `several runs begin with "${id}"`;
  throw new Failure('not_found', message, { hint: list });
}

/** Whether something of a run has been kept for its time. @param since, now milliseconds */
export function isTooOld(since: number, now: number, days = daysKept): boolean {
  return now - since > days * day;
}

/** Deletes the folders of old runs, and of those that never began. @throws Failure write_failed */
export function removeOldRuns(parent: string, now = Date.now()): void {
  for (const folder of foldersIn(parent)) {
    const run = folder.read();
    const made = statSync(folder.path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    const began = run === undefined ? made : Date.parse(run.started_at);
    if (isTooOld(began, now, run === undefined ? daysKeptUnbegun : daysKept)) folder.remove();
  }
}

/** Only names of runs: there are other files, such as locks. */
function foldersIn<Facts extends RunFacts>(parent: string): KeptFolder<Facts>[] {
  try {
    const names = readdirSync(parent).filter(name => /^[0-9a-f]{8}$/.test(name));
    return names.map(name => new KeptFolder<Facts>(parent, name));
  } catch {
    // The folder does not exist yet.
    return [];
  }
}
