import { AddressTable } from '../../lib/address-table.ts';
import type { SourceRow } from '../files/row.ts';
import type { Suppression } from './parsed-row.ts';
import { parseAddress } from './values/email-address.ts';

/** Domains in lists: `@example.com`, `*@example.com`; alone on its line also `example.com`. */
const marked = /^\*?@\S+$/;
const bare = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/u;

/** Addresses and domains that must not be emailed, from lists that the user names. */
export class BlockList {
  readonly #keys = new AddressTable(1000);
  readonly #lists: { readonly label: string; readonly path: string | undefined }[] = [];

  /** @param label the list's name in messages @param path undefined: an earlier import has warned of its people */
  begin(label: string, path?: string): void {
    this.#lists.push({ label, path });
  }

  /** @returns how many addresses and domains the row has */
  add(row: SourceRow, columns?: readonly number[]): number {
    const keys = keysIn(row, columns);
    for (const key of keys) this.#keys.add(key, this.#lists.length);
    return keys.length;
  }

  /** @param key the address as it is compared with others @returns undefined when it is on no list */
  suppression(key: string): Suppression | undefined {
    const list = this.#keys.lineOf(key);
    if (list !== 0) return this.#onList(list, '');
    const domain = key.slice(key.lastIndexOf('@'));
    const number = this.#keys.lineOf(domain);
    return number === 0 ? undefined : this.#onList(number, ` (${domain})`);
  }

  /** The list that names the address itself; undefined: none, or one of an earlier import. */
  pathOf(key: string): string | undefined {
    return this.#lists[this.#keys.lineOf(key) - 1]?.path;
  }

  #onList(number: number, entry: string): Suppression {
    const cause = `on the list ${this.#lists[number - 1]?.label}`;
    return { reason: `${cause}${entry}`, cause };
  }
}

/** The addresses in a row, or in some of its columns, and the domains, as `@example.com`. */
export function keysIn({ cells }: SourceRow, columns?: readonly number[]): string[] {
  const isAlone = cells.filter(cell => cell.trim() !== '').length === 1;
  return cells.flatMap((cell, column) => {
    if (columns?.includes(column) === false) return [];
    return cell.split(/[\s,;|<>"]+|:::/).flatMap(part => {
      const domain = domainIn(part, isAlone && part === cell.trim());
      if (domain !== undefined) return domain;
      const address = parseAddress(part);
      return 'key' in address ? address.key : [];
    });
  });
}

function domainIn(text: string, isAlone: boolean): string | undefined {
  const name = marked.test(text)
    ? text.slice(text.indexOf('@') + 1)
    : isAlone && bare.test(text)
      ? text
      : undefined;
  if (name === undefined) return undefined;
  const address = parseAddress(`x@${name}`);
  return 'key' in address ? address.key.slice(1) : undefined;
}
