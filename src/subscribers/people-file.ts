import type { Subscriber } from '../contract/index.ts';
import { addressKey, parseAddress } from '../import/rows/values/email-address.ts';
import { Failure } from '../lib/failure.ts';
import { isId } from '../lib/is-id.ts';

/** Somebody who is named, and the id of who was found. */
interface Wanted {
  readonly name: string;
  found?: string;
}

/** People who are named in a file, by address or id: those who are found are ticked off. */
export class NamedPeople {
  readonly #wanted = new Map<string, Wanted>();
  /** Lines that name nobody. */
  readonly #unread: string[] = [];

  /** @param name an id or an address, as it stands in the file */
  add(name: string): void {
    const key = keyOf(name);
    if (!this.#wanted.has(key)) this.#wanted.set(key, { name });
  }

  addUnread(line: string): void {
    this.#unread.push(line);
  }

  get isEmpty(): boolean {
    return this.#wanted.size === 0;
  }

  /**
   * Whether somebody is named.
   *
   * @throws Failure usage when an address is that of two people: service.txt does not say whether there may be two
   *   that differ in case only
   */
  take({ id: own, email }: Subscriber): boolean {
    const byId = this.#wanted.get(own.toLowerCase());
    if (byId !== undefined) byId.found = own;
    const wanted = this.#wanted.get(addressKey(email));
    if (wanted === undefined) return byId !== undefined;
    if (wanted.found !== undefined && wanted.found !== own) {
      throw new Failure('usage', `two subscribers have the address ${wanted.name}`, {
        details: [`their ids: ${wanted.found} and ${own}`],
        hint: 'name one of them by id',
      });
    }
    wanted.found = own;
    return true;
  }

  /** Those who were not found, as they stand in the file. */
  get missing(): readonly string[] {
    const names = [...this.#wanted.values()].flatMap(({ name, found }) =>
      found === undefined ? [name] : [],
    );
    return [...names, ...this.#unread];
  }
}

function keyOf(name: string): string {
  return isId(name) ? name.toLowerCase() : addressKey(name);
}

/** What a service may hold as an address, although no mail server takes it. */
const oddAddress = /^[^\s,;<>"]+@[^\s,;<>"@]+$/;

/** Whether a cell is an address, also one with a name before it. */
export function isAddress(cell: string): boolean {
  return cell.includes('@') && ('address' in parseAddress(cell) || oddAddress.test(cell));
}
