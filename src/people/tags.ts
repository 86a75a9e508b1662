/** The only place that compares tags: no other file decides whether two of them are the same. */
import { folded } from '../lib/text/folded.ts';

/** Whether the service adds written tags to those of a person, or replaces them. */
export type TagsRule = 'add' | 'replace';

/** A tag as it is compared: trimmed, without case, with one form for each accented letter. */
export function tagKey(tag: string): string {
  return folded(tag.trim());
}

/** Each tag once, in the spelling that comes first; empty ones are left out. */
export function distinctTags(tags: Iterable<string>): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (key !== '' && !byKey.has(key)) byKey.set(key, tag);
  }
  return [...byKey.values()];
}

/** The tags that are not among others. */
export function tagsWithout(tags: readonly string[], others: Iterable<string>): string[] {
  const keys = new Set([...others].map(tagKey));
  return tags.filter(tag => !keys.has(tagKey(tag)));
}

/** Whether all of some tags are among others. */
export function hasTags(present: readonly string[], tags: readonly string[]): boolean {
  return tagsWithout(tags, present).length === 0;
}

/** Whether two lists hold the same tags, in any order. */
export function areSameTags(one: readonly string[], other: readonly string[]): boolean {
  return hasTags(one, other) && hasTags(other, one);
}

/** Whether two lists hold the same tags in the same spelling. */
export function areSpelledAlike(one: readonly string[], other: readonly string[]): boolean {
  const spelled = new Set(one);
  return areSameTags(one, other) && other.every(tag => spelled.has(tag));
}

/** Whether a change from one list to the other differs in the spelling only. */
export function isRespelling(before: readonly string[], after: readonly string[]): boolean {
  return areSameTags(before, after) && !areSpelledAlike(before, after);
}

/** Finds out which tags are in use in another spelling alone. @returns `see`: to be called with the tags of each person */
export function spellingsInUse(added: readonly string[]) {
  const inUse = new Map<string, string>();
  return {
    see(present: readonly string[]): void {
      for (const tag of added) {
        const same = inUse.get(tag) === tag ? [tag] : present.filter(each => tagKey(each) === tagKey(tag));
        const [spelled = inUse.get(tag)] = same.includes(tag) ? [tag] : same;
        if (spelled !== undefined) inUse.set(tag, spelled);
      }
    },
    /** Such tags, each with the spelling in use. */
    others: () => [...inUse].filter(([tag, other]) => tag !== other),
  };
}

export function tagsAfter(present: readonly string[], written: readonly string[], rule: TagsRule): string[] {
  return distinctTags(rule === 'add' ? [...present, ...written] : written);
}

export interface TagChanges {
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
  /** These alone, whatever there is. */
  readonly exactly?: readonly string[] | undefined;
}

/** The tags after changes; undefined when nothing changes, not even a spelling. */
export function changedTags(
  present: readonly string[],
  { add = [], remove = [], exactly }: TagChanges,
): readonly string[] | undefined {
  if (exactly === undefined && add.length + remove.length === 0) return undefined;
  const kept = tagsWithout(present, remove);
  const after = exactly ?? [...kept, ...tagsWithout(distinctTags(add), kept)];
  // A tag that is removed in one spelling and added in another one gets the other one.
  return after.length === present.length && areSpelledAlike(present, after) ? undefined : after;
}

/** A tag in use. */
export interface TagCount {
  /** In the spelling that most people have. */
  readonly tag: string;
  /** Number of people who have it. */
  readonly count: number;
  /** The other spellings, each with the number of people. */
  readonly others: readonly (readonly [spelling: string, count: number])[];
}

/** Counts the people with each tag. */
export class TagCounts {
  /** By key: the people with each spelling. */
  readonly #counts = new Map<string, Map<string, number>>();

  /** @param tags those of one person */
  add(tags: readonly string[]): void {
    for (const tag of distinctTags(tags)) {
      const key = tagKey(tag);
      const spellings = this.#counts.get(key) ?? new Map<string, number>();
      this.#counts.set(key, spellings.set(tag, (spellings.get(tag) ?? 0) + 1));
    }
  }

  of(tag: string): number {
    return sum([...(this.#counts.get(tagKey(tag))?.values() ?? [])]);
  }

  /** The tags, each in its commonest spelling. */
  get tags(): string[] {
    return this.all.map(({ tag }) => tag);
  }

  get all(): TagCount[] {
    return [...this.#counts.values()].map(spellings => {
      const [[tag] = [''], ...others] = [...spellings].sort(([, a], [, b]) => b - a);
      return { tag, count: sum([...spellings.values()]), others };
    });
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
