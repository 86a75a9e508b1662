/** Which tags of an import the account has already: the service adds people to those, whatever their case. */
import { tagKey } from '../../people/tags.ts';

interface ExistingTag {
  /** As the account spells it. */
  readonly name: string;
  people: number;
  /** As the import spells it; undefined: not in the import. */
  sent?: string;
}

/** The tags of the people of an account. */
export class ExistingTags {
  readonly #tags = new Map<string, ExistingTag>();

  get isEmpty(): boolean {
    return this.#tags.size === 0;
  }

  /** Counts the tags of a person of the account. */
  count(tags: readonly string[]): void {
    for (const tag of tags) {
      const known = this.#tags.get(tagKey(tag));
      if (known === undefined) this.#tags.set(tagKey(tag), { name: tag, people: 1 });
      else known.people++;
    }
  }

  /** Marks the tags of a person of the import. */
  mark(tags: readonly string[] = []): void {
    for (const tag of tags) {
      const known = this.#tags.get(tagKey(tag));
      if (known === undefined) continue;
      // A spelling that is the account's own hides no other.
      if (known.sent === undefined || known.sent === known.name) known.sent = tag;
    }
  }

  /** The marked tags, those of the most people first. */
  marked(): (ExistingTag & { readonly sent: string })[] {
    return [...this.#tags.values()]
      .flatMap(tag => (tag.sent === undefined ? [] : [{ ...tag, sent: tag.sent }]))
      .sort((a, b) => b.people - a.people);
  }
}
