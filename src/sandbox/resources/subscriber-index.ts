import type { StoredSubscriber } from '../store/state.ts';

/** Finds subscribers by address, fast enough for a million of them. */
export class SubscriberIndex {
  readonly records: readonly StoredSubscriber[];
  readonly #records: StoredSubscriber[];
  readonly #byAddress = new Map<string, number>();
  #version = 0;

  /** @param records changed by this index alone from now on */
  constructor(records: StoredSubscriber[]) {
    this.records = records;
    this.#records = records;
    for (const [index, { email }] of records.entries()) this.#byAddress.set(email.toLowerCase(), index);
  }

  /** A number that changes with every change of a subscriber, for caches. */
  get version(): number {
    return this.#version;
  }

  /** Call it after a change that the index does not see, such as another name for a tag. */
  touch(): void {
    this.#version++;
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
    this.#version++;
    return index;
  }

  /** Replaces the subscriber at `index`. No other may have the new address. */
  replace(index: number, subscriber: StoredSubscriber): void {
    const before = this.#records[index];
    if (before !== undefined) this.#byAddress.delete(before.email.toLowerCase());
    this.#byAddress.set(subscriber.email.toLowerCase(), index);
    this.#records[index] = subscriber;
    this.#version++;
  }
}
