/** What makes an import able to be continued: its lock, its journal, and what an earlier run left of it. */

import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { type ImportOptions, journaledOptions, resumedOptions } from '../options.ts';
import { readBaseline, type ServiceBaseline } from './find-lost-job.ts';
import { Journal, type JournalContents, journalPath, readJournal } from './journal.ts';
import { lockImport, unfinishedImport } from './resume.ts';

export interface SessionJournal {
  readonly journal: Journal;
  readonly baseline: ServiceBaseline;
}

export interface ImportSession {
  readonly previous: JournalContents | undefined;
  /** The options of this run: with --resume those of the first start. */
  readonly options: ImportOptions;
  /**
   * The journal to write to, once the file has been checked, and what was known before the first batch left.
   *
   * @param chosen the options as they are after all questions
   * @throws Failure file_changed, write_failed
   */
  journal(api: Api, digest: string, accepted: number, chosen: ImportOptions): Promise<SessionJournal>;
  /** Lets go of it all: the journal goes when the import is over. */
  close(over: boolean): Promise<void>;
}

/**
 * Takes hold of an import, so that no other process works at the same.
 *
 * @param configDir where the program keeps its files
 * @param file absolute path
 * @param service base URL
 * @param account its id
 * @throws Failure import_running, unfinished_import, not_found (nothing to resume), write_failed
 */
export async function openSession(
  configDir: string,
  file: string,
  service: string,
  account: string,
  options: ImportOptions,
): Promise<ImportSession> {
  const { shard } = options;
  const path = journalPath(
    configDir,
    file,
    service,
    account,
    shard === undefined ? '' : `${shard.share}/${shard.of}`,
  );
  const release = await lockImport(path);
  let journal: Journal | undefined;
  try {
    const previous = findPrevious(path, options);
    return {
      previous: previous,
      options: previous === undefined ? options : resumedOptions(options, previous.start.options),
      async journal(api, digest, accepted, chosen) {
        if (previous !== undefined && previous.start.digest !== digest) {
          throw new Failure('file_changed', `${options.file} has changed since its import was interrupted`, {
            hint: '--restart starts anew; sending the same rows again does no harm',
          });
        }
        if (previous !== undefined) {
          journal = await Journal.continue(path);
          return { journal, baseline: { skew: previous.start.skew, jobs: previous.start.before ?? [] } };
        }
        const before = await readBaseline(api);
        journal = await Journal.start(path, {
          version: 1,
          file,
          digest,
          accepted,
          base_url: service,
          account,
          options: journaledOptions(chosen),
          started_at: new Date().toISOString(),
          skew: before.skew,
          before: before.jobs,
        });
        return { journal, baseline: before };
      },
      async close(over) {
        await (over ? journal?.remove() : journal?.close());
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
