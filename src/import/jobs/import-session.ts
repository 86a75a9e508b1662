/** An import that can be resumed: its lock, its journal, and what an earlier run left behind. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Api } from '../../http/api.ts';
import { type Choices, type ImportOptions, journaledChoices, resumedChoices } from '../options.ts';
import { readBaseline, type ServiceBaseline } from './find-lost-job.ts';
import { type ImportIdentity, journalPath, lockImport } from './imports-folder.ts';
import { Journal } from './journal.ts';
import { type JournalContents, type JournalStart, readJournal } from './journal-contents.ts';
import { forgetOtherDivisions, refuseOtherImports } from './other-imports.ts';
import { unfinishedImport } from './resume.ts';

/** The journal to write to, and the state of the service before the first batch was sent. */
export interface SessionJournal {
  readonly journal: Journal;
  readonly baseline: ServiceBaseline;
}

/** What an import decides before it sends anything, and keeps to when it is resumed. */
export type Decided = Pick<JournalStart, 'digest' | 'accepted' | 'fields' | 'decisions' | 'run'> & {
  /** The choices as they are after all prompts. */
  readonly chosen: Choices;
};

/** One run of an import, while no other process works on the same. */
export interface ImportSession {
  /** The journal of the run that is resumed. */
  readonly previous: JournalContents | undefined;
  /** The choices of this run: with --resume those of the first run. */
  readonly choices: Choices;
  /**
   * Starts or continues the journal. To be called once, after the file has been validated.
   *
   * @param decided what this run has decided; only for an import that begins
   * @throws Failure write_failed
   */
  journal(api: Api, decided: Decided): Promise<SessionJournal>;
  /** Notes that the rejects file at a path is this import's own. */
  recordRejects(path: string): Promise<void>;
  /** Whether the file at a path is the rejects file of an earlier run of this import, and unchanged. */
  isOwnRejects(path: string): boolean;
  /** Releases the lock; removes the journal when nothing is left to resume. */
  close(isFinished: boolean): Promise<void>;
}

/**
 * Locks an import, so that no other process works on the same, and reads what an earlier run left.
 *
 * @param configDir where the program keeps its files
 * @throws Failure import_running, unfinished_import, write_failed
 */
export async function openSession(
  configDir: string,
  identity: ImportIdentity,
  choices: Choices,
): Promise<ImportSession> {
  const { options } = choices;
  const path = journalPath(configDir, identity, options.shard);
  const release = await lockImport(path);
  let journal: Journal | undefined;
  try {
    const previous = findPrevious(path, options);
    if (options.restart) await forgetOtherDivisions(configDir, identity, options.shard);
    else if (previous === undefined) refuseOtherImports(configDir, identity, options);
    return {
      previous,
      choices: previous === undefined ? choices : resumedChoices(choices, previous.start.options),
      async journal(api, decided) {
        const opened =
          previous === undefined
            ? await startJournal(path, api, identity, decided)
            : await continueJournal(path, previous);
        journal = opened.journal;
        return opened;
      },
      async recordRejects(rejects) {
        await journal?.rejects(sha256Of(rejects));
      },
      isOwnRejects: rejects => previous?.rejects === sha256Of(rejects),
      async close(isFinished) {
        if (isFinished) journal?.remove();
        else journal?.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function findPrevious(path: string, options: ImportOptions): JournalContents | undefined {
  const previous = options.restart ? undefined : readJournal(path);
  if (!options.resume && previous !== undefined) throw unfinishedImport(previous, options);
  return previous;
}

async function startJournal(
  path: string,
  api: Api,
  { files, service, account }: ImportIdentity,
  { chosen, ...decided }: Decided,
): Promise<SessionJournal> {
  const baseline = await readBaseline(api);
  const journal = await Journal.start(path, {
    version: 2,
    files,
    base_url: service,
    account,
    ...decided,
    options: journaledChoices(chosen),
    started_at: new Date().toISOString(),
    skew: baseline.skew,
    before: baseline.jobs,
  });
  return { journal, baseline };
}

async function continueJournal(path: string, { start }: JournalContents): Promise<SessionJournal> {
  return {
    journal: Journal.continue(path),
    baseline: { skew: start.skew, jobs: start.before ?? [] },
  };
}

function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
