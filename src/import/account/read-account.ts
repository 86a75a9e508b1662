/** Reads the account before or after an import, if that is quick enough. */
import { endpoints } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/response-body.ts';
import type { AddressTable } from '../../lib/address-table.ts';
import { asFailure } from '../../lib/as-failure.ts';
import { Failure } from '../../lib/failure.ts';
import { DiskIndex } from '../../people/disk-index.ts';
import { AllSubscribers } from '../../people/read-all.ts';
import { grouped } from '../../terminal/numbers.ts';
import { importsFolder, makeImportsFolder } from '../jobs/imports-folder.ts';
import type { CompareMode } from '../options.ts';
import { addressKey } from '../rows/values/email-address.ts';
import type { FilesContext } from '../state.ts';

/** Subscribers that are read without `--compare always`: that takes some seconds. */
const mostRead = 100_000;

export interface PersonThere {
  readonly id: string;
  readonly email: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}

/** The people of the account who are in the files, or why they were not read. */
type AccountReading =
  | {
      readonly there: DiskIndex<PersonThere>;
      /** All people of the account. */
      readonly subscribers: number;
    }
  | { readonly notRead: Failure };

/**
 * Reads all subscribers; with `auto`, unless they are very many.
 *
 * @param onPerson called with the address of each person of the account, and its key
 * @returns an index for the caller to close
 * @throws Failure interrupted, write_failed
 */
export async function readAccount(
  mode: Exclude<CompareMode, 'never'>,
  addresses: AddressTable,
  title: string,
  { api, configDir, terminal, stop }: FilesContext & { readonly api: Api },
  onPerson?: (email: string, key: string) => void,
): Promise<AccountReading> {
  const progress = terminal.progress(title);
  makeImportsFolder(configDir);
  const there = new DiskIndex<PersonThere>(importsFolder(configDir), 1024);
  let notRead: Failure | undefined;
  try {
    const subscribers = new AllSubscribers(api, { perPage: undefined, query: {} });
    for await (const page of subscribers.pages(progress)) {
      stop.throwIfAborted();
      for (const subscriber of page) {
        const key = addressKey(subscriber.email);
        onPerson?.(subscriber.email, key);
        if (!addresses.isSuppressed(key) && addresses.lineOf(key) > 0) {
          requireFields(endpoints.listSubscribers.response, subscriber, ['fields', 'tags']);
          const { id, email, fields, tags } = subscriber;
          there.add(key, { id, email, fields, tags });
        }
      }
      if (mode === 'auto' && (subscribers.list.total ?? 0) > mostRead) throw tooMany(subscribers.list.total);
    }
    notRead = subscribers.list.incomplete();
    if (notRead === undefined) return { there, subscribers: subscribers.list.count };
  } catch (error) {
    notRead = asFailure(error);
  } finally {
    progress.stop();
    if (notRead !== undefined) there.close();
  }
  stop.throwIfAborted();
  return { notRead };
}

function tooMany(total = 0): Failure {
  return new Failure('timeout', `the account has ${grouped(total)} subscribers`, {
    hint: '--compare always reads them',
  });
}
