/** How many people have each field and each tag. */
import type { CustomField, Subscriber } from '../../contract/index.ts';
import { isNothing } from '../../people/compare.ts';
import { tagKey } from '../../people/tags.ts';
import { type CheckFinding, type CheckName, type FoundPerson, reviewPrefix } from './finding.ts';

/** How often something is in use, and by whom first. */
interface Use {
  readonly name: string;
  count: number;
  first: FoundPerson | undefined;
}

export class AccountUse {
  readonly #fields: readonly Use[];
  /** By spelling: comparing tags takes longer than counting them. */
  readonly #tags = new Map<string, Use>();

  constructor(fields: readonly CustomField[]) {
    this.#fields = fields.map(({ variable }) => ({ name: variable, count: 0, first: undefined }));
  }

  add({ id, email, fields, tags }: Pick<Subscriber, 'id' | 'email' | 'fields' | 'tags'>): void {
    for (const use of this.#fields) {
      if (isNothing(fields[use.name])) continue;
      use.first ??= { id, email };
      use.count++;
    }
    for (const tag of tags) {
      const use = this.#tags.get(tag);
      if (use === undefined) this.#tags.set(tag, { name: tag, count: 1, first: { id, email } });
      else use.count++;
    }
  }

  findings(): readonly CheckFinding[] {
    return [
      foundOf(
        'unused_field',
        this.#fields.filter(({ count }) => count === 0),
      ),
      foundOf(
        'single_field',
        this.#fields.filter(({ count }) => count === 1),
      ),
      foundOf('single_tag', this.#singleTags()),
    ];
  }

  #singleTags(): Use[] {
    const byKey = new Map<string, Use>();
    for (const use of this.#tags.values()) {
      const key = tagKey(use.name);
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, { ...use });
      else same.count += use.count;
    }
    return [...byKey].flatMap(([key, use]) =>
      use.count === 1 && key !== '' && !key.startsWith(reviewPrefix) ? [use] : [],
    );
  }
}

function foundOf(name: CheckName, uses: readonly Use[]): CheckFinding {
  const people = new Map(uses.flatMap(({ first }) => (first === undefined ? [] : [[first.id, first]])));
  return {
    name,
    count: uses.length,
    tagged: 0,
    examples: uses.map(use => use.name),
    people: [...people.values()],
  };
}
