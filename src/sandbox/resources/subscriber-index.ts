import type { StoredSubscriber } from '../store/state.ts';

/** Finds subscribers by address, fast enough for a million of them. */
export class SubscriberIndex {
  readonly records: readonly StoredSubscriber[];
  /** Rises with every change, for caches; to be raised for one that the index does not see: another name of a tag. */
  version = 0;
  readonly #records: StoredSubscriber[];
  readonly #byAddress = new Map<string, number>();

  /** @param records changed by this index alone from now on */
  constructor(records: StoredSubscriber[]) {
    this.records = records;
    this.#records = records;
    for (const [index, { email }] of records.entries()) this.#byAddress.set(email.toLowerCase(), index);
  }

  /** Ignores the case of the address. */
  find(email: string): { index: number; record: StoredSubscriber } | undefined {
    const index = this.#byAddress.get(email.toLowerCase());
    const record = index === undefined ? undefined : this.records[index];
    return index === undefined || record === undefined ? undefined : { index, record };
  }

  /** Adds a subscriber, whose address no other may have. @returns its index */
  add(subscriber: StoredSubscriber): number {
    const index = this.#records.push(subscriber) - 1;
    this.#byAddress.set(subscriber.email.toLowerCase(), index);
    this.version++;
    return index;
  }

  /** Replaces the subscriber at `index`. No other may have the new address. */
  replace(index: number, subscriber: StoredSubscriber): void {
    const before = this.#records[index];
    if (before !== undefined) this.#byAddress.delete(before.email.toLowerCase());
    this.#byAddress.set(subscriber.email.toLowerCase(), index);
    this.#records[index] = subscriber;
    this.version++;
  }
}
