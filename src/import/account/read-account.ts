/** Reading the account before an import, or after it, as far as that is quick enough. */
import { endpoints, type Subscriber } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import type { AddressTable } from '../../lib/address-table.ts';
import { asFailure, Failure } from '../../lib/failure.ts';
import { AllSubscribers } from '../../people/read-all.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Progress } from '../../terminal/terminal.ts';
import type { CompareMode } from '../options.ts';
import { addressKey } from '../rows/values/email-address.ts';

/** Milliseconds that reading may take unless it was asked for. */
const mostTime = 15_000;
/** Milliseconds before it is decided: the first pages take longer than the others. */
const leastTime = 2_000;
/** Pages of an account that is always read. */
const smallAccount = 10;

export interface AccountContext {
  readonly api: Api;
  readonly addresses: AddressTable;
  readonly progress: Progress;
  readonly stop: AbortSignal;
}

/** Told the people of the account, in the order of the service. */
export interface AccountReader {
  /** Somebody who is in the file and to be sent. @param key the address as it is compared with others */
  readonly onPerson: (key: string, subscriber: Subscriber) => void;
  /** Somebody who must not be emailed, as the file says. */
  readonly onLeft?: (email: string) => void;
}

/** How many subscribers the account has; or why it was not read. */
export type AccountReading = { readonly subscribers: number } | { readonly notRead: Failure };

/**
 * Reads all subscribers. With `auto` the first pages decide whether that takes too long.
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

/** How long reading takes, as the pages so far suggest. */
class ReadingTime {
  readonly #start = performance.now();
  /** When the second page had come: until then they come one by one. */
  #begun = 0;
  #pages = 0;

  /** @returns milliseconds that are left, where they are too many; 0: it is quick enough */
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
