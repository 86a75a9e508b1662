/** How many people have each field and each tag. */
import type { CustomField, Group, Subscriber } from '../../contract/index.ts';
import { operators } from '../../lib/filter-operators.ts';
import { isNothing } from '../../people/compare.ts';
import { filtersOf, type GroupFilter } from '../../people/groups/membership.ts';
import { distinctTags, tagKey } from '../../people/tags.ts';
import { type CheckFinding, type CheckName, type FoundPerson, reviewPrefix } from './finding.ts';

/** How many people have a field or a tag, and the first of them. */
interface Use {
  /** Of a field, the variable. */
  readonly name: string;
  count: number;
  first: FoundPerson | undefined;
}

export class AccountUse {
  readonly #fields: readonly Use[];
  /** By spelling: comparing tags takes longer than counting them. */
  readonly #tags = new Map<string, Use>();

  /** Of all groups. */
  readonly #filters: readonly GroupFilter[];

  constructor(fields: readonly CustomField[], groups: readonly Pick<Group, 'filters'>[]) {
    this.#fields = fields.map(({ variable }) => ({ name: variable, count: 0, first: undefined }));
    this.#filters = groups.flatMap(filtersOf);
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
        this.#fields.filter(({ name, count }) => count === 1 && !this.#isAskedFor(name)),
      ),
      foundOf('unused_tag', this.#unusedTags()),
      foundOf('single_tag', this.#singleTags()),
    ];
  }

  /** The service lists no tags: an unused one is known only where a group asks for it. */
  #unusedTags(): Use[] {
    const used = [...this.#tags.keys()];
    const asked = this.#filters.flatMap(({ field, operator, value }) => {
      const holds = field === 'tags' ? operators[operator] : undefined;
      if (holds === undefined || typeof value !== 'string') return [];
      return holds([value], value) && !holds([], value) && !holds(used, value) ? [value] : [];
    });
    return distinctTags(asked).map(name => ({ name, count: 0, first: undefined }));
  }

  /** Whether a group asks for a field, so that a value decides who is in it. */
  #isAskedFor(variable: string): boolean {
    return this.#filters.some(({ field }) => field === `fields.${variable}`);
  }

  #isTagAskedFor(tag: string): boolean {
    return this.#filters.some(({ field, operator, value }) => {
      const holds = field === 'tags' ? operators[operator] : undefined;
      return holds !== undefined && holds([tag], value) !== holds([], value);
    });
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
      use.count === 1 && key !== '' && !key.startsWith(reviewPrefix) && !this.#isTagAskedFor(use.name)
        ? [use]
        : [],
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
