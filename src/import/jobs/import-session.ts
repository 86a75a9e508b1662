/** An import that can be resumed: its lock, its journal, and what an earlier run left behind. */
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { type ImportOptions, journaledOptions, resumedOptions } from '../options.ts';
import { readBaseline, type ServiceBaseline } from './find-lost-job.ts';
import { lockImport } from './import-lock.ts';
import { type ImportIdentity, journalPath } from './imports-folder.ts';
import { Journal } from './journal.ts';
import { type JournalContents, type JournalStart, readJournal } from './journal-contents.ts';
import { unfinishedImport } from './resume.ts';

/** The journal to write to, and the state of the service before the first batch was sent. */
export interface SessionJournal {
  readonly journal: Journal;
  readonly baseline: ServiceBaseline;
}

/** One run of an import, while no other process works on the same. */
export interface ImportSession {
  /** The journal of the run that is resumed. */
  readonly previous: JournalContents | undefined;
  /** The options of this run: with --resume those of the first run. */
  readonly options: ImportOptions;
  /**
   * Starts or continues the journal. To be called once, after the file has been validated.
   *
   * @param digest of the file
   * @param accepted number of subscribers to send
   * @param chosen the options as they are after all prompts
   * @throws Failure file_changed, write_failed
   */
  journal(api: Api, digest: string, accepted: number, chosen: ImportOptions): Promise<SessionJournal>;
  /** Releases the lock; removes the journal when nothing is left to resume. */
  close(isFinished: boolean): Promise<void>;
}

/**
 * Locks an import, so that no other process works on the same, and reads what an earlier run left.
 *
 * @param configDir where the program keeps its files
 * @throws Failure import_running, unfinished_import, not_found (nothing to resume), write_failed
 */
export async function openSession(
  configDir: string,
  identity: ImportIdentity,
  options: ImportOptions,
): Promise<ImportSession> {
  const path = journalPath(configDir, identity, options.shard);
  const release = await lockImport(path);
  let journal: Journal | undefined;
  try {
    const previous = findPrevious(path, options);
    return {
      previous,
      options: previous === undefined ? options : resumedOptions(options, previous.start.options),
      async journal(api, digest, accepted, chosen) {
        const opened =
          previous === undefined
            ? await startJournal(path, api, identity, { digest, accepted, options: journaledOptions(chosen) })
            : await continueJournal(path, previous, digest, options.file);
        journal = opened.journal;
        return opened;
      },
      async close(isFinished) {
        await (isFinished ? journal?.remove() : journal?.close());
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

function findPrevious(path: string, options: ImportOptions): JournalContents | undefined {
  const previous = options.restart ? undefined : readJournal(path);
  if (options.resume && previous === undefined) {
    throw new Failure('not_found', `no interrupted import of ${options.file} into this account`, {
      hint: `newsletter import ${options.file}`,
    });
  }
  if (!options.resume && previous !== undefined) throw unfinishedImport(previous, options.file);
  return previous;
}

async function startJournal(
  path: string,
  api: Api,
  { file, service, account }: ImportIdentity,
  start: Pick<JournalStart, 'digest' | 'accepted' | 'options'>,
): Promise<SessionJournal> {
  const baseline = await readBaseline(api);
  const journal = await Journal.start(path, {
    version: 1,
    file,
    base_url: service,
    account,
    ...start,
    started_at: new Date().toISOString(),
    skew: baseline.skew,
    before: baseline.jobs,
  });
  return { journal, baseline };
}

async function continueJournal(
  path: string,
  { start }: JournalContents,
  digest: string,
  file: string,
): Promise<SessionJournal> {
  if (start.digest !== digest) {
    throw new Failure('file_changed', `${file} has changed since its import was interrupted`, {
      hint: '--restart starts anew; sending the same rows again does no harm',
    });
  }
  return {
    journal: await Journal.continue(path),
    baseline: { skew: start.skew, jobs: start.before ?? [] },
  };
}
