/**
 * The only place that decides whether somebody may get another address: not if another person has it, since that is no
 * correction, but the same person twice.
 */
import type { Subscriber } from '../contract/index.ts';

type Owner = Pick<Subscriber, 'id' | 'email'>;

export class NewAddresses {
  readonly #keyOf: (email: string) => string;
  /** By the normalized address: the id of the person who has it, or will; empty: nobody, as far as is known. */
  readonly #owners = new Map<string, string>();

  /** @param keyOf normalizes an address */
  constructor(keyOf: (email: string) => string) {
    this.#keyOf = keyOf;
  }

  /** To be called for all new addresses, before anybody is seen. */
  add(email: string): void {
    this.#owners.set(this.#keyOf(email), '');
  }

  /** To be called for everybody in the account. */
  see({ id, email }: Owner): void {
    if (this.#owners.size === 0) return;
    const key = this.#keyOf(email);
    if (this.#owners.has(key)) this.#owners.set(key, id);
  }

  /** Gives an address to a person, once everybody was seen. @returns whether nobody else has it */
  give(email: string, id: string): boolean {
    const key = this.#keyOf(email);
    const owner = this.#owners.get(key) ?? '';
    if (owner !== '' && owner !== id) return false;
    this.#owners.set(key, id);
    return true;
  }
}
