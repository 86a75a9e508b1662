/**
 * What the source says now of each person, beside what it said at the last run: on disk, and found by address. Of most
 * people the source says the same, so that what the last run has left is all there is to keep.
 */
import { addressKey } from '../import/rows/values/email-address.ts';
import { LineSet } from '../lib/line-set.ts';
import { DiskIndex } from '../people/disk-index.ts';
import { areSpelledAlike } from '../people/tags.ts';
import type { MissingRow, SourcePerson } from './decide.ts';
import type { SyncSource } from './source.ts';
import { isOfLastRun, type KnownLine, type KnownPerson } from './state.ts';

/** A person before the account is read: at least one of both is there. */
export interface Pair {
  readonly email: string;
  readonly now?: SourcePerson | undefined;
  readonly before?: KnownPerson | undefined;
}

/** The people of the last run, in numbers. */
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

export class Pairs {
  readonly #source: Pick<SyncSource, 'people' | 'missingRow'>;
  readonly #earlier: DiskIndex<KnownPerson>;
  /** Positions, in the last run, of people for whom the source has the same values as then. */
  readonly #same = new LineSet(0);
  /** The other people of the source. */
  readonly #others: DiskIndex<Pair>;
  readonly lastRun = new LastRun();

  /** @param folder for temporary files */
  constructor(
    source: Pick<SyncSource, 'people' | 'missingRow' | 'validation'>,
    folder: string,
    hasState: boolean,
  ) {
    const { accepted } = source.validation;
    this.#source = source;
    this.#earlier = new DiskIndex(folder, hasState ? accepted : 0);
    this.#others = new DiskIndex(folder, hasState ? 0 : accepted);
  }

  /** Reads the source. @param known what the last run remembers @throws Failure write_failed */
  async read(known: AsyncIterable<readonly KnownLine[]>): Promise<void> {
    for await (const lines of known) {
      for (const { email, isOfLastRun: isLast, text } of lines) {
        if (isLast) this.lastRun.last++;
        this.#earlier.addText(addressKey(email), text);
      }
    }
    await this.#source.people((now, key) => this.#add(now, key));
    for (const person of this.#earlier.rest(at => !this.#same.has(at)))
      if (isOfLastRun(person)) this.lastRun.addMissing(this.#source.missingRow(addressKey(person.email)));
  }

  #add(now: SourcePerson, key: string): void {
    const at = this.#earlier.positionOf(key);
    const known = at < 0 ? undefined : this.#earlier.at(at);
    const before = known !== undefined && addressKey(known.email) === key ? known : undefined;
    if (before === undefined) this.#others.add(key, { email: now.email, now });
    else if (
      now.isPartial !== true &&
      before.fields !== undefined &&
      isSaid(now, before) &&
      now.email === before.email
    )
      this.#same.add(at);
    else this.#others.add(key, { email: now.email, now, before: this.#earlier.takeAt(at) });
  }

  /** The person with this address, once. @param key the normalized address */
  take(key: string): Pair | undefined {
    const found = this.#others.take(key) ?? this.#takeEarlier(key);
    return found !== undefined && addressKey(found.email) === key ? found : undefined;
  }

  /** Those who were not taken. */
  *rest(): Generator<Pair> {
    yield* this.#others.rest();
    for (const before of this.#earlier.rest(at => this.#same.has(at))) yield asSame(before);
    for (const before of this.#earlier.rest(at => !this.#same.has(at))) yield { email: before.email, before };
  }

  close(): void {
    this.#earlier.close();
    this.#others.close();
  }

  #takeEarlier(key: string): Pair | undefined {
    const at = this.#earlier.positionOf(key);
    if (at < 0) return undefined;
    const before = this.#earlier.takeAt(at);
    return this.#same.has(at) ? asSame(before) : { email: before.email, before };
  }
}

/** The source says what it said at the last run. */
function asSame(before: KnownPerson): Pair {
  const { email, fields = {}, tags = [] } = before;
  return { email, before, now: { email, fields, tags } };
}

type Said = Pick<KnownPerson, 'fields' | 'tags'>;

/** Whether the same values were said. */
function isSaid({ fields: a = {}, tags: s = [] }: Said, { fields: b = {}, tags: t = [] }: Said): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length || names.some(name => a[name] !== b[name])) return false;
  return s.length === t.length && (s.length === 0 || areSpelledAlike(s, t));
}
