import type { Subscriber } from '../contract/index.ts';
import { isId } from '../http/url.ts';
import { addressKey, parseAddress } from '../import/rows/values/email-address.ts';
import { Failure } from '../lib/failure.ts';

interface Wanted {
  readonly name: string;
  /** The new address, if the file has one. */
  readonly email: string | undefined;
  /** Whether a subscriber has the name, or the new address: after an interrupted update the listed person does. */
  isFound?: boolean;
}

/** People listed in a file by address or id, and which of them were found. */
export class NamedPeople {
  readonly #wanted = new Map<string, Wanted>();
  readonly #byNewAddress = new Map<string, Wanted>();
  /** Lines without an address or id. */
  readonly unread: string[] = [];

  /**
   * @param name an id or an address, as it stands in the file
   * @param email the new address
   * @throws Failure invalid_value when the same person was to get another one
   */
  add(name: string, email?: string): void {
    const key = keyOf(name);
    const known = this.#wanted.get(key);
    if (known === undefined) {
      const wanted = { name, email };
      this.#wanted.set(key, wanted);
      if (email !== undefined) this.#byNewAddress.set(addressKey(email), wanted);
    } else if (known.email !== email)
      throw new Failure('invalid_value', `${name} is in the file twice, with different new addresses`);
  }

  /** All new addresses. */
  get newAddresses(): readonly string[] {
    return [...this.#wanted.values()].flatMap(({ email }) => email ?? []);
  }

  /** The new address of a subscriber whom the file lists. */
  newAddressOf({ id, email }: Subscriber): string | undefined {
    return (this.#wanted.get(id.toLowerCase()) ?? this.#wanted.get(addressKey(email)))?.email;
  }

  get isEmpty(): boolean {
    return this.#wanted.size === 0;
  }

  /** Whether the file lists a subscriber, who counts as found then. */
  take({ id, email }: Subscriber): boolean {
    const key = addressKey(email);
    const listed = [this.#wanted.get(id.toLowerCase()), this.#wanted.get(key)];
    for (const wanted of [...listed, this.#byNewAddress.get(key)])
      if (wanted !== undefined) wanted.isFound = true;
    return listed.some(wanted => wanted !== undefined);
  }

  /** The people found neither by their name nor by their new address, and the unread lines, as in the file. */
  get missing(): readonly string[] {
    const names = [...this.#wanted.values()].flatMap(({ name, isFound }) => (isFound ? [] : [name]));
    return [...names, ...this.unread];
  }
}

function keyOf(name: string): string {
  return isId(name) ? name.toLowerCase() : addressKey(name);
}

/** Addresses that a service may store, although no mail server accepts them. */
const oddAddress = /^[^\s,;<>"]+@[^\s,;<>"@]+$/;

/** Whether a cell is an address, also one with a name before it. */
export function isAddress(cell: string): boolean {
  return cell.includes('@') && ('address' in parseAddress(cell) || oddAddress.test(cell));
}
