import { AddressTable } from '../../lib/address-table.ts';
import type { SourceRow } from '../files/row.ts';
import type { Suppression } from './parsed-row.ts';
import { parseAddress } from './values/email-address.ts';

/** Domains in lists: `@example.com`, `*@example.com`; alone on its line also `example.com`. */
const marked = /^\*?@\S+$/;
const bare = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/u;

/** Addresses and domains that must not be emailed, from lists that the user names. */
export class BlockList {
  readonly #addresses = new AddressTable(1000);
  readonly #lists: string[] = [];
  readonly #domains = new Map<string, number>();

  /** @param label the list's name in messages */
  begin(label: string): void {
    this.#lists.push(label);
  }

  /** @returns how many addresses and domains the row has */
  add(row: SourceRow, columns?: readonly number[]): number {
    const number = this.#lists.length;
    let found = 0;
    for (const { key, domain } of entriesIn(row, columns)) {
      if (domain !== undefined) this.#domains.set(domain, number);
      else this.#addresses.add(key, number);
      found++;
    }
    return found;
  }

  /** @param key the address as it is compared with others @returns undefined when it is on no list */
  suppression(key: string): Suppression | undefined {
    const list = this.#addresses.lineOf(key);
    if (list !== 0) return this.#onList(list, '');
    const domain = key.slice(key.lastIndexOf('@') + 1);
    const number = this.#domains.get(domain);
    return number === undefined ? undefined : this.#onList(number, ` (@${domain})`);
  }

  #onList(number: number, entry: string): Suppression {
    const cause = `on the list ${this.#lists[number - 1]}`;
    return { reason: `${cause}${entry}`, cause };
  }
}

type Entry =
  | { readonly domain: string; readonly key?: never }
  | { readonly key: string; readonly domain?: never };

/** The addresses and domains in a row, or in some of its columns. */
export function* entriesIn({ cells }: SourceRow, columns?: readonly number[]): Generator<Entry> {
  const isAlone = cells.filter(cell => cell.trim() !== '').length === 1;
  for (const [column, cell] of cells.entries()) {
    if (columns?.includes(column) === false) continue;
    for (const part of cell.split(/[\s,;|<>"]+|:::/)) {
      const domain = domainIn(part, isAlone && part === cell.trim());
      const address = domain === undefined ? parseAddress(part) : undefined;
      if (domain !== undefined) yield { domain };
      else if (address !== undefined && 'key' in address) yield { key: address.key };
    }
  }
}

function domainIn(text: string, isAlone: boolean): string | undefined {
  const name = marked.test(text)
    ? text.slice(text.indexOf('@') + 1)
    : isAlone && bare.test(text)
      ? text
      : undefined;
  if (name === undefined) return undefined;
  const address = parseAddress(`x@${name}`);
  return 'key' in address ? address.key.slice(2) : undefined;
}
