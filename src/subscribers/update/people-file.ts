import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { Subscriber } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { unreadable } from '../../lib/file-errors.ts';

const id = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** People who are named in a file, by address or id: those who are found are ticked off. */
export class NamedPeople {
  /** As they stand in the file, by what is compared. */
  readonly #wanted = new Map<string, string>();

  /** @throws Failure empty_file when nobody is named */
  constructor(text: string, file: string) {
    const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
    for (const [line, cells] of data.entries()) {
      const name = cells.map(cell => cell.trim()).find(cell => id.test(cell) || cell.includes('@'));
      if (name !== undefined) this.#wanted.set(name.toLowerCase(), name);
      // The first line may be a header.
      else if (line > 0)
        this.#wanted.set(`line ${line + 1}`, `line ${line + 1}: ${cells.join(',').slice(0, 60)}`);
    }
    if (this.#wanted.size > 0) return;
    throw new Failure('empty_file', `no subscribers in ${file}`, {
      hint: 'expected one email address or id per line',
    });
  }

  /** @throws Failure unreadable_file, empty_file */
  static fromFile(file: string): NamedPeople {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      throw unreadable(file, error);
    }
    return new NamedPeople(text, file);
  }

  /** Whether somebody is named. */
  take({ id: own, email }: Subscriber): boolean {
    const byId = this.#wanted.delete(own.toLowerCase());
    return this.#wanted.delete(email.toLowerCase()) || byId;
  }

  /** Those who were not found, as they stand in the file. */
  get missing(): readonly string[] {
    return [...this.#wanted.values()];
  }
}
