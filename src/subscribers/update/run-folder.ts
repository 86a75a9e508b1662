/** What is kept of updates of many people, so that they can be continued and taken back: a private folder for each. */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { whyUnwritable } from '../../lib/file-errors.ts';
import { writeAtomically } from '../../lib/files/atomic-file.ts';
import { makeFolder } from '../../lib/folder.ts';
import type { LocalAccount } from '../../people/local-account.ts';
import { readJson } from '../../settings/json-file.ts';

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
  readonly #path: string;

  private constructor(path: string, run: UpdateRun) {
    this.#path = path;
    this.run = run;
  }

  get steps(): string {
    return join(this.#path, 'steps.ndjson');
  }

  /** Places of changes that are made. */
  get journal(): string {
    return join(this.#path, 'journal');
  }

  /** Places of changes that are taken back. */
  get undoJournal(): string {
    return join(this.#path, 'undo-journal');
  }

  /** A folder for a new run; nothing says that it is one before `save`. @throws Failure write_failed */
  static create(configDir: string, account: LocalAccount, what: string): UpdateFolder {
    removeOldRuns(configDir);
    const id = randomBytes(4).toString('hex');
    const path = join(updatesFolder(configDir), id);
    try {
      makeFolder(path);
    } catch (error) {
      throw new Failure('write_failed', `cannot write the plan in ${path}: ${whyUnwritable(error)}`, {
        hint: 'NEWSLETTER_CONFIG_DIR names another folder',
        cause: error,
      });
    }
    const begun = { id, account: account.id, base_url: account.baseUrl, what, changes: 0 };
    const run = { ...begun, started_at: new Date().toISOString(), ended_at: null, undone_at: null };
    return new UpdateFolder(path, run);
  }

  /** The runs that changed an account, the latest first. */
  static of(configDir: string, { id, baseUrl }: LocalAccount): UpdateFolder[] {
    const folder = updatesFolder(configDir);
    return names(folder)
      .flatMap(name => {
        const path = join(folder, name);
        const run = readJson(join(path, 'run.json'), `move it away: ${path}`);
        return isRun(run) ? [new UpdateFolder(path, run)] : [];
      })
      .filter(({ run }) => run.account === id && run.base_url === baseUrl)
      .sort((a, b) => b.run.started_at.localeCompare(a.run.started_at));
  }

  /** What the service has made of changes where that is something else than it was sent. */
  get others(): string {
    return join(this.#path, 'others.ndjson');
  }

  /** Keeps what is known of the run. @throws Failure write_failed */
  save(changes: Partial<UpdateRun>): UpdateFolder {
    const run = { ...this.run, ...changes };
    writeAtomically(join(this.#path, 'run.json'), `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
    return new UpdateFolder(this.#path, run);
  }
}

/** The folder of all runs. */
export function updatesFolder(configDir: string): string {
  return join(configDir, 'updates');
}

/** Milliseconds that a run can be taken back: it holds addresses, and need not be kept for ever. */
const kept = 90 * 86_400_000;

/** The same for a plan without a run: the process was killed before it changed anybody, or it still asks. */
const unbegun = 7 * 86_400_000;

/** When a plan was written, in milliseconds since 1970; undefined for what is none, such as a lock. */
function planWritten(path: string): number | undefined {
  if (!/[/\\][0-9a-f]{8}$/.test(path)) return undefined;
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function removeOldRuns(configDir: string): void {
  for (const name of names(updatesFolder(configDir))) {
    const path = join(updatesFolder(configDir), name);
    const run = readJson(join(path, 'run.json'), `move it away: ${path}`);
    const begun = run === undefined ? planWritten(path) : isRun(run) ? Date.parse(run.started_at) : undefined;
    const most = run === undefined ? unbegun : kept;
    if (begun === undefined || Date.now() - begun < most) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRun(value: unknown): value is UpdateRun {
  const { id, started_at, base_url } = (value ?? {}) as Partial<UpdateRun>;
  return [id, started_at, base_url].every(text => typeof text === 'string');
}
