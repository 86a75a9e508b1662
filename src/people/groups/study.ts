/** Who is in a group, as far as the counts of the account's groups show what their filters mean. */
import type { Group, Subscriber } from '../../contract/index.ts';
import type { PersonTest } from '../filter/compile.ts';
import type { ReadFilter } from './readings.ts';

/** How many names a study keeps of each kind of person. */
const keptNames = 3;
/** Readings of all filters together that a study can tell apart. */
const mostReadings = 24;

/** One way to read all filters of a group: a reading of each, and whether all or any must hold. */
interface Combination {
  readonly choice: readonly number[];
  readonly join: 'all' | 'any';
}

/** People whom a way to read a group selects. */
export interface GroupSelection {
  readonly count: number;
  /** Addresses of a few. */
  readonly names: readonly string[];
  readonly matches: PersonTest;
}

/**
 * Looks at every person once, and counts for each reading of each filter.
 *
 * The list of people shows those who have unsubscribed as well, and not that they have; no group has them. So a
 * reading agrees with a group when it selects as many people as the service counts, or more, by as many at most as
 * the list has more than a group without filters.
 */
export class GroupStudy {
  readonly #wanted: readonly ReadFilter[];
  readonly #known: readonly {
    readonly group: Group;
    readonly filter: ReadFilter;
    readonly counts: number[];
  }[];
  readonly #everybody: number | undefined;
  /** People by the readings of the wanted filters that select them: a bit for each. */
  readonly #kinds = new Map<number, { count: number; readonly names: string[] }>();
  #total = 0;

  /**
   * @param wanted the filters in question
   * @param known groups of the account with one filter each
   * @param everybody the count of a group without filters; undefined: there is none
   */
  constructor(
    wanted: readonly ReadFilter[],
    known: readonly { readonly group: Group; readonly filter: ReadFilter }[],
    everybody: number | undefined,
  ) {
    this.#wanted = wanted;
    const keys = new Set(wanted.map(({ key }) => key));
    this.#known = known
      .filter(({ group, filter }) => keys.has(filter.key) && group.subscribers_count > 0)
      .map(each => ({ ...each, counts: each.filter.tests.map(() => 0) }));
    this.#everybody = everybody;
  }

  /** Whether each filter has a reading at all. */
  get isReadable(): boolean {
    const readings = this.#wanted.reduce((sum, { tests }) => sum + tests.length, 0);
    return readings <= mostReadings && this.#wanted.every(({ tests }) => tests.length > 0);
  }

  /** The wanted filters that no group of the account can show the meaning of. */
  get withoutWitness(): readonly ReadFilter[] {
    return this.#wanted.filter(({ key }) => !this.#known.some(({ filter }) => filter.key === key));
  }

  /** How many people the list has. */
  get total(): number {
    return this.#total;
  }

  /** How many of those are in no group at all; 0 where nothing shows it. */
  get hidden(): number {
    return Math.max(0, this.#total - (this.#everybody ?? this.#total));
  }

  add(people: readonly Subscriber[]): void {
    this.#total += people.length;
    for (const person of people) {
      for (const { filter, counts } of this.#known) {
        filter.tests.forEach((test, i) => {
          if (test(person)) counts[i] = (counts[i] ?? 0) + 1;
        });
      }
      let bits = 0;
      for (const { tests } of this.#wanted) for (const test of tests) bits = bits * 2 + Number(test(person));
      const kind = this.#kinds.get(bits) ?? { count: 0, names: [] };
      kind.count++;
      if (kind.names.length < keptNames) kind.names.push(person.email);
      this.#kinds.set(bits, kind);
    }
  }

  /**
   * What the filters can mean, each way that selects other people once; the groups of the account have shown every
   * filter's part of it. Empty when one of them has not been shown.
   */
  selections(): readonly GroupSelection[] {
    return this.#distinct(this.#combinations(({ key, tests }) => this.#witnessed(key, tests.length)));
  }

  /** What the filters of a group can mean that has so many people: nothing else needs to witness it. */
  selectionsOf(count: number): readonly GroupSelection[] {
    const all = this.#distinct(
      this.#combinations(({ key, tests }) => {
        const hasWitness = this.#known.some(({ filter }) => filter.key === key);
        return hasWitness ? this.#witnessed(key, tests.length) : tests.map((_, i) => i);
      }),
    ).filter(selection => this.#agrees(selection.count, count));
    const exact = all.filter(selection => selection.count === count);
    return exact.length > 0 ? exact : all;
  }

  #agrees(here: number, there: number): boolean {
    return here >= there && here - this.hidden <= there;
  }

  /** The readings that every group with such a filter agrees with. */
  #witnessed(key: string, readings: number): number[] {
    const witnesses = this.#known.filter(({ filter }) => filter.key === key);
    if (witnesses.length === 0) return [];
    return Array.from({ length: readings }, (_, i) => i).filter(i =>
      witnesses.every(({ group, counts }) => this.#agrees(counts[i] ?? 0, group.subscribers_count)),
    );
  }

  #combinations(readingsOf: (filter: ReadFilter) => readonly number[]): Combination[] {
    const choices = this.#wanted.reduce<readonly (readonly number[])[]>(
      (before, filter) => before.flatMap(choice => readingsOf(filter).map(reading => [...choice, reading])),
      [[]],
    );
    const joins = this.#wanted.length > 1 ? (['all', 'any'] as const) : (['all'] as const);
    return joins.flatMap(join => choices.map(choice => ({ choice, join })));
  }

  /** Those that select other people than the ones before. */
  #distinct(combinations: readonly Combination[]): GroupSelection[] {
    const found = new Map<string, GroupSelection>();
    for (const combination of combinations) {
      const kinds = [...this.#kinds].filter(([bits]) => this.#selects(combination, bits));
      const key = kinds
        .map(([bits]) => bits)
        .sort()
        .join();
      if (found.has(key)) continue;
      found.set(key, {
        count: kinds.reduce((sum, [, { count }]) => sum + count, 0),
        names: kinds.flatMap(([, { names }]) => names).slice(0, keptNames),
        matches: this.#test(combination),
      });
    }
    return [...found.values()];
  }

  #selects({ choice, join }: Combination, bits: number): boolean {
    const readings = this.#wanted.map(({ tests }) => tests.length);
    const results = choice.map((reading, i) => {
      const behind = readings.slice(i).reduce((sum, length) => sum + length, 0) - reading - 1;
      return Math.floor(bits / 2 ** behind) % 2 === 1;
    });
    return join === 'all' ? results.every(Boolean) : results.some(Boolean);
  }

  #test({ choice, join }: Combination): PersonTest {
    const tests = this.#wanted.flatMap(({ tests: all }, i) => all[choice[i] ?? 0] ?? []);
    return person => (join === 'all' ? tests.every(test => test(person)) : tests.some(test => test(person)));
  }
}
