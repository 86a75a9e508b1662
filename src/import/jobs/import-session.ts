/** A resumable import: its lock, its journal, and the state of an earlier run. */
import { inOtherAccount } from '../../auth/account.ts';
import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { accountInProfile, profilesOfAccount, readConfig } from '../../settings/profiles.ts';
import { grouped } from '../../terminal/numbers.ts';
import { resumeCommand } from '../codec.ts';
import type { ImportOptions } from '../options.ts';
import { type ImportIdentity, journalPath, lockImport, storedJournals } from './imports-folder.ts';
import { Journal, type JournalContents, type JournalStart, readJournal, rowsDone } from './journal.ts';

/** Decisions made before sending, which a resumed import keeps. */
export type Decided = Omit<JournalStart, 'files' | 'base_url' | 'account' | 'started_at'>;

export type ImportSession = Awaited<ReturnType<typeof openSession>>;

/**
 * Locks an import against other processes, and reads the state of an earlier run.
 *
 * @throws Failure already_running, unfinished_import, write_failed
 */
export async function openSession(
  { configDir }: { readonly configDir: string },
  identity: ImportIdentity,
  options: ImportOptions,
  clock: Clock,
) {
  const path = journalPath(configDir, identity, options.shard);
  const release = await lockImport(path, clock);
  let journal: Journal | undefined;
  try {
    const previous = findPrevious(path, options);
    if (options.resume && previous === undefined) refuseOtherAccount(identity, configDir, options);
    return {
      /** The journal of the run to resume. */
      previous,
      /** Starts or continues the journal, once, after the validation. @throws Failure write_failed */
      async journal(decided: Decided): Promise<Journal> {
        journal = new Journal(path, previous === undefined);
        if (previous !== undefined) return journal;
        const { files, service: base_url, account } = identity;
        const started_at = new Date().toISOString();
        journal.append({ type: 'start', files, base_url, account, ...decided, started_at });
        await journal.save();
        return journal;
      },
      /** Releases the lock; removes the journal if there is nothing to resume. */
      close(isFinished: boolean): void {
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
  if (options.resume || previous === undefined) return previous;
  const { start, batches } = previous;
  const when = start.started_at.replace('T', ' ').replace(/\..*/, ' UTC');
  throw new Failure('unfinished_import', `this file has an unfinished import, started ${when}`, {
    details: [`${grouped(rowsDone(batches))} of ${grouped(start.accepted)} subscribers are done`],
    hint: `to resume it: ${resumeCommand(options)}; to start over, add --restart instead`,
  });
}

/** If the unfinished import goes to another account, `--resume` would begin anew here. @throws Failure unfinished_import */
function refuseOtherAccount(
  { files, account, service }: ImportIdentity,
  configDir: string,
  options: ImportOptions,
): void {
  const other = storedJournals(configDir)
    .map(({ contents }) => contents.start)
    .filter(start => start.files.join('\n') === files.join('\n'))
    .find(start => start.account !== account || start.base_url !== service);
  if (other === undefined) return;
  const url = other.base_url;
  const config = readConfig(configDir);
  const [profile] = profilesOfAccount(config, other.account, url);
  const name = config.profiles[profile ?? '']?.[accountInProfile];
  throw new Failure('unfinished_import', 'the unfinished import of this file goes to another account', {
    details: [profile ? `${name}, profile ${profile}` : `account ${other.account} at ${url}`],
    hint: inOtherAccount(resumeCommand(options), { profile, url }),
  });
}
