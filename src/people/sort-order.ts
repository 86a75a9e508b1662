import type { CustomField, Subscriber } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { type Attribute, Attributes, isOwnName } from './filter/attributes.ts';
import { FilterProblem } from './filter/problem.ts';

const pageLength = 500;
/** With a limit, people beyond it are dropped whenever so many have gathered. */
const spareLength = 1000;

/** Sorts by one field; people without a value come last. */
export class SortOrder {
  readonly #name: string;
  readonly #descending: boolean;

  private constructor(name: string, descending: boolean) {
    this.#name = name;
    this.#descending = descending;
  }

  /** @param text `created_at`, `fields.city:desc` */
  static parse(text: string): SortOrder {
    const [, name = text, direction] = /^(.*):(asc|desc)$/is.exec(text) ?? [];
    return new SortOrder(name, direction?.toLowerCase() === 'desc');
  }

  /**
   * Sorts people; all of them are held in memory, or as many as `limit` takes.
   *
   * @param readFields reads the account's custom fields
   * @throws Failure invalid_filter for an unknown field
   */
  async sorted(
    pages: AsyncIterable<readonly Subscriber[]>,
    readFields: () => Promise<readonly CustomField[]>,
    limit: number,
  ): Promise<readonly (readonly Subscriber[])[]> {
    const compare = comparing(await this.#attribute(readFields), this.#descending ? -1 : 1);
    let people: Subscriber[] = [];
    for await (const page of pages) {
      for (const person of page) people.push(person);
      if (people.length > 2 * limit + spareLength) people = people.sort(compare).slice(0, limit);
    }
    people = people.sort(compare).slice(0, limit);
    return Array.from({ length: Math.ceil(people.length / pageLength) }, (_, i) =>
      people.slice(i * pageLength, (i + 1) * pageLength),
    );
  }

  async #attribute(readFields: () => Promise<readonly CustomField[]>): Promise<Attribute> {
    const attributes = new Attributes(isOwnName(this.#name) ? [] : await readFields());
    try {
      const attribute = attributes.named({ text: this.#name, at: 0 });
      if (attribute.kind !== 'tags') return attribute;
    } catch (error) {
      if (!(error instanceof FilterProblem)) throw error;
      throw new Failure('invalid_filter', `--sort: ${error.message}`, { hint: error.hint });
    }
    throw new Failure('invalid_filter', '--sort: tags cannot be sorted', { hint: '--sort email' });
  }
}

/** @param direction -1 reverses the order; people without a value stay last */
function comparing({ read }: Attribute, direction: 1 | -1): (a: Subscriber, b: Subscriber) => number {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return (a, b) => {
    const [one, other] = [read(a), read(b)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    if (typeof one === 'string') return direction * compare(one, String(other));
    return direction * (Number(one) - Number(other));
  };
}
