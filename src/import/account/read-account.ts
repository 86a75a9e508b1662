/** Reads the account before or after an import, if that is quick enough. */
import { endpoints, type Subscriber } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import type { AddressTable } from '../../lib/address-table.ts';
import { asFailure } from '../../lib/as-failure.ts';
import { Failure } from '../../lib/failure.ts';
import { AllSubscribers } from '../../people/read-all.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Progress } from '../../terminal/terminal.ts';
import type { CompareMode } from '../options.ts';
import { addressKey } from '../rows/values/email-address.ts';

/** Maximum milliseconds of reading, unless reading was requested. */
const mostTime = 15_000;
/** Milliseconds before the decision: the first pages take longer than the others. */
const leastTime = 2_000;
/** Number of pages that are always read. */
const smallAccount = 10;

export interface AccountContext {
  readonly api: Api;
  readonly addresses: AddressTable;
  readonly progress: Progress;
  readonly stop: AbortSignal;
}

/** Receives the people of the account, in the order of the service. */
export interface AccountReader {
  /** A person in the file who is to be sent. @param key the normalized address */
  readonly onPerson: (key: string, subscriber: Subscriber) => void;
  /** A person in the file who must not be emailed. */
  readonly onLeft?: (email: string) => void;
}

/** The number of subscribers in the account, or why it was not read. */
export type AccountReading = { readonly subscribers: number } | { readonly notRead: Failure };

/**
 * Reads all subscribers. With `auto`, stops if the first pages show that this takes too long.
 *
 * @throws Failure interrupted
 */
export async function readAccount(
  mode: Exclude<CompareMode, 'never'>,
  reader: AccountReader,
  { api, addresses, progress, stop }: AccountContext,
): Promise<AccountReading> {
  const subscribers = new AllSubscribers(api, { perPage: undefined, query: {} });
  const time = new ReadingTime();
  try {
    for await (const page of subscribers.pages(progress)) {
      stop.throwIfAborted();
      for (const subscriber of page) meet(subscriber, addresses, reader);
      const left = mode === 'always' ? 0 : time.after(subscribers.read, subscribers.last);
      if (left > 0) return { notRead: tooSlow(subscribers.total, left) };
    }
  } catch (error) {
    stop.throwIfAborted();
    return { notRead: asFailure(error) };
  } finally {
    progress.stop();
  }
  const incomplete = subscribers.incomplete();
  return incomplete === undefined ? { subscribers: subscribers.count } : { notRead: incomplete };
}

function meet(subscriber: Subscriber, addresses: AddressTable, { onPerson, onLeft }: AccountReader): void {
  const key = addressKey(subscriber.email);
  if (addresses.flagsOf(key)?.suppressed) onLeft?.(subscriber.email);
  else if (addresses.lineOf(key) > 0) {
    requireFields(endpoints.listSubscribers.response, subscriber, ['fields', 'tags']);
    onPerson(key, subscriber);
  }
}

/** Estimates the duration from the pages so far. */
class ReadingTime {
  readonly #start = performance.now();
  /** Time of the second page: the first pages come one by one. */
  #begun = 0;
  #pages = 0;

  /** @returns remaining milliseconds if they are too many; 0: quick enough */
  after(page: number, last: number): number {
    const now = performance.now();
    if (++this.#pages === 2) this.#begun = now;
    if (last <= smallAccount || this.#pages < smallAccount || now - this.#start < leastTime) return 0;
    const left = ((now - this.#begun) / (this.#pages - 2)) * Math.max(0, last - page);
    return now - this.#start + left > mostTime ? left : 0;
  }
}

function tooSlow(total: number | undefined, milliseconds: number): Failure {
  const seconds = Math.ceil(milliseconds / 1000);
  const time = seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  const people = total === undefined ? 'all subscribers' : `its ${grouped(total)} subscribers`;
  return new Failure('timeout', `reading ${people} would take about ${time} more`, {
    hint: '--compare always reads them',
  });
}
