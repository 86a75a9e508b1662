/** What the source says now of each person, beside what it said at the last run. */
import { addressKey } from '../import/rows/values/email-address.ts';
import { DiskIndex } from '../people/disk-index.ts';
import type { MissingRow, SourcePerson } from './decide.ts';
import type { SyncSource } from './source.ts';
import { isOfLastRun, type KnownPerson } from './state.ts';

/** A person before the account is read: at least one of both is there. */
export interface Pair {
  readonly email: string;
  readonly now?: SourcePerson | undefined;
  readonly before?: KnownPerson | undefined;
}

/** The people of the last run, in numbers: without a state, those with the tag of `--mark`. */
export class LastRun {
  /** The people in the source then. */
  last = 0;
  /** Of those, people who are not in it now. */
  missing = 0;
  /** Of those, people whom it marks as not to be emailed. */
  missingMarked = 0;

  addMissing({ isUnread, isMarked }: MissingRow): void {
    if (isUnread) return;
    this.missing++;
    if (isMarked) this.missingMarked++;
  }
}

/** On disk, and found by address, since there may be millions. */
export class Pairs {
  readonly #source: Pick<SyncSource, 'people' | 'missingRow'>;
  /** The people of the last run. */
  readonly #earlier: DiskIndex<KnownPerson>;
  /** The people of the source. */
  readonly #now: DiskIndex<SourcePerson>;
  readonly #lastRun: LastRun;

  /** @param folder for temporary files @param lastRun counts its people */
  constructor(
    source: Pick<SyncSource, 'people' | 'missingRow' | 'validation'>,
    folder: string,
    lastRun: LastRun,
  ) {
    const { accepted } = source.validation;
    this.#source = source;
    this.#lastRun = lastRun;
    this.#earlier = new DiskIndex(folder, accepted);
    this.#now = new DiskIndex(folder, accepted);
  }

  /** Reads the source. @param known what the last run remembers @throws Failure write_failed */
  async read(known: AsyncIterable<KnownPerson>): Promise<void> {
    for await (const person of known) {
      if (isOfLastRun(person)) this.#lastRun.last++;
      this.#earlier.add(addressKey(person.email), person);
    }
    await this.#source.people((now, key) => this.#now.add(key, now));
  }

  /** The person with this address, once. @param key the normalized address */
  take(key: string): Pair | undefined {
    const now = this.#now.take(key);
    const before = this.#earlier.take(key);
    if (now !== undefined) return { email: now.email, now, before };
    return before && this.#missing(before);
  }

  /** Those who were not taken. */
  *rest(): Generator<Pair> {
    for (const now of this.#now.rest())
      yield { email: now.email, now, before: this.#earlier.take(addressKey(now.email)) };
    for (const before of this.#earlier.rest()) yield this.#missing(before);
  }

  #missing(before: KnownPerson): Pair {
    const { email } = before;
    if (isOfLastRun(before)) this.#lastRun.addMissing(this.#source.missingRow(addressKey(email)));
    return { email, before };
  }

  close(): void {
    this.#earlier.close();
    this.#now.close();
  }
}
