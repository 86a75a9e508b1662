import type { StoredSubscriber } from '../store/state.ts';

/** The subscribers, found by place or by address. Holds a million of them. */
export class Audience {
  readonly records: readonly StoredSubscriber[];
  readonly #records: StoredSubscriber[];
  readonly #byAddress = new Map<string, number>();
  #version = 0;

  /** @param records subscribers in the order of their places; the audience owns the list from here on */
  constructor(records: StoredSubscriber[]) {
    this.records = records;
    this.#records = records;
    for (const [place, { email }] of records.entries()) this.#byAddress.set(email.toLowerCase(), place);
  }

  /** Changes whenever a subscriber does: what was computed from the subscribers is stale then. */
  get version(): number {
    return this.#version;
  }

  /** Says that something outside the subscribers changed what their values mean: a tag's name. */
  touch(): void {
    this.#version++;
  }

  /** @returns the place of the subscriber with that address, whatever its case */
  find(email: string): number | undefined {
    return this.#byAddress.get(email.toLowerCase());
  }

  /** @returns the place of the new subscriber; the address must not be in use */
  add(subscriber: StoredSubscriber): number {
    const place = this.#records.push(subscriber) - 1;
    this.#byAddress.set(subscriber.email.toLowerCase(), place);
    this.#version++;
    return place;
  }

  /** Puts a changed subscriber in place of the one that was there; a new address must not be in use. */
  replace(place: number, subscriber: StoredSubscriber): void {
    const before = this.#records[place];
    if (before !== undefined) this.#byAddress.delete(before.email.toLowerCase());
    this.#byAddress.set(subscriber.email.toLowerCase(), place);
    this.#records[place] = subscriber;
    this.#version++;
  }
}
