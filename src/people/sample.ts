/** A random choice of people that a seed repeats: those with the lowest hashes of seed and id. */
import { hash, randomBytes } from 'node:crypto';
import type { Subscriber } from '../contract/index.ts';

/** People beyond a fixed number are dropped whenever so many have gathered. */
const spareLength = 1000;

/** How many people: a number, or a share of all from 0 to 1. */
export type SampleSize = { readonly count?: number; readonly share?: number };

interface Ranked {
  readonly person: Subscriber;
  readonly rank: number;
}

export class Sample {
  readonly seed: string;
  readonly #size: SampleSize;
  /** Number of people chosen from, and of those chosen. */
  of = 0;
  chosen = 0;

  /** @param seed chooses the same people again (default: a random one) */
  constructor(size: SampleSize, seed: string | undefined) {
    this.#size = size;
    this.seed = seed ?? randomBytes(4).toString('hex');
  }

  /** Chooses people; they keep their order. All candidates are held in memory, or twice as many as are wanted. */
  async choose(pages: AsyncIterable<readonly Subscriber[]>): Promise<readonly Subscriber[]> {
    const { count = Number.POSITIVE_INFINITY } = this.#size;
    let candidates: Ranked[] = [];
    for await (const page of pages) {
      this.of += page.length;
      for (const person of page) candidates.push({ person, rank: this.#rank(person) });
      if (candidates.length > 2 * count + spareLength) candidates = lowest(candidates, count);
    }
    const { share } = this.#size;
    const wanted = share === undefined ? count : Math.round(share * this.of);
    const chosen = lowest(candidates, wanted).map(({ person }) => person);
    this.chosen = chosen.length;
    return chosen;
  }

  /** A number from 0 to 2 ** 48. */
  #rank({ id }: Subscriber): number {
    return Number.parseInt(hash('sha1', `${this.seed}\n${id}`, 'hex').slice(0, 12), 16);
  }
}

/** Those with the lowest ranks, in their order. */
function lowest(all: readonly Ranked[], count: number): Ranked[] {
  if (all.length <= count) return [...all];
  const last = Float64Array.from(all, ({ rank }) => rank).sort()[count - 1] ?? -1;
  return all.filter(({ rank }) => rank <= last);
}
