/** What a plan holds, in numbers of people, and the first of them. Counts alone: nothing is read or written. */
import { changedFields } from '../changes/change.ts';
import type { SyncRun } from '../changes/run-facts.ts';
import type { Subscriber } from '../contract/index.ts';
import type { Failure } from '../lib/failure.ts';
import { grouped } from '../terminal/numbers.ts';
import { kinds, type MissingRow, type Verdict } from './decide.ts';
import type { WrittenPerson } from './planned.ts';
import type { SyncRules } from './policy.ts';
import type { SyncSource } from './source.ts';
import { isOfLastRun, type KnownPerson } from './state.ts';

/** People listed in the JSON: a saved plan has all. */
export const mostListed = 10_000;

/** The first of some people, and how many they are. */
export class Listed {
  count = 0;
  readonly #people: (readonly [email: string, place: string | undefined])[] = [];

  /** @param place where the source has the person: in CI, addresses are masked */
  add(email: string, place?: () => string | undefined): void {
    if (this.count++ < mostListed) this.#people.push([email, place?.()]);
  }

  get emails(): readonly string[] {
    return this.#people.map(([email]) => email);
  }

  /** A line for each of the first people. @param rest where all are, for the line that counts the others */
  lines(most: number, before = '', rest = ''): readonly string[] {
    const shown = this.#people.slice(0, most);
    const more = this.count - shown.length;
    return [
      ...shown.map(([email, place]) => `${before}${email}${place === undefined ? '' : ` (${place})`}`),
      ...(more > 0 ? [`  … and ${grouped(more)} more${rest}`] : []),
    ];
  }
}

/** By verdict; `emailed`: people who are marked in the source as not to be emailed, and are. */
const lists = [...kinds, 'emailed'] as const;
const listedBy = () =>
  Object.fromEntries(lists.map(kind => [kind, new Listed()])) as Record<(typeof lists)[number], Listed>;

/** A person as the plan counts them. */
export interface DecidedPerson {
  readonly email: string;
  /** The normalized address. */
  readonly key: string;
  /** What the last run has left of them; without a state, what the tag of `--mark` says. */
  readonly before: KnownPerson | undefined;
  readonly verdict: Verdict;
  /** Undefined: the source has them among its people. */
  readonly row: MissingRow | undefined;
  /** Undefined: they are not in the account. */
  readonly person: Subscriber | undefined;
}

export class SyncPlan {
  /** The people in the source at the last run: without a state, those with the tag of `--mark`. */
  last = 0;
  /** Of those, people who are not in it now. */
  missing = 0;
  /** Of those, people whom it marks as not to be emailed. */
  missingMarked = 0;
  readonly of = listedBy();
  /** Of those, the ones who were not so at the last run. */
  readonly newly = listedBy();
  /** People whose value the source changes, by `tags`, `fields.<variable>` or `status`. */
  readonly byField = new Map<string, number>();
  /** People with a value that was left as the account has it. */
  left = 0;
  /** The same by field. */
  readonly leftByField = new Map<string, number>();
  /** Number of people in the source again who got a status when they were missing, and keep it. */
  stillUnsubscribed = 0;
  /** Of those, the ones who were not in the source at the last run. */
  readonly returned = new Listed();
  /** The status of the first of all. */
  returnedStatus: string | undefined;
  /** People of the last run who have left the account since. */
  readonly leaving = new Listed();
  /** Whether there was a state once, and it is not on this machine. */
  isLost = false;
  /** The first people to create or to change. */
  readonly written: WrittenPerson[] = [];
  readonly #placeOf: (key: string) => string | undefined;

  /** @param placeOf where the source has a person */
  constructor(placeOf: (key: string) => string | undefined) {
    this.#placeOf = placeOf;
  }

  add({ email, key, before, verdict, row, person }: DecidedPerson): void {
    const { kind, isNew = false, next, left = [] } = verdict;
    const place = () => this.#placeOf(key);
    this.of[kind].add(email, place);
    if (isNew) this.newly[kind].add(email, place);
    if (person !== undefined && row?.isMarked === true && next?.emailed === true) {
      this.of.emailed.add(email, place);
      if (before?.emailed === undefined) this.newly.emailed.add(email, place);
    }
    if (before !== undefined && isOfLastRun(before)) {
      this.last++;
      if (row?.isUnread === false) this.missing++;
      if (row?.isUnread === false && row.isMarked) this.missingMarked++;
      if (next?.gone === 'yes' && before.gone === undefined) this.leaving.add(email, place);
    }
    if (left.length > 0) this.left++;
    for (const field of left) increment(this.leftByField, field === 'tags' ? field : `fields.${field}`);
    const status = person !== undefined && row === undefined ? next?.status : undefined;
    if (status === undefined) return;
    this.stillUnsubscribed++;
    this.returnedStatus ??= status;
    if (before?.missing !== undefined) this.returned.add(email, place);
  }

  /** Number of people who get what `--missing` says. */
  get removals(): number {
    return this.of.missing.count + this.of.optedOut.count;
  }

  /** Number of people to change. */
  get changes(): number {
    return this.of.change.count + this.removals;
  }

  /** Counts a person who is to be created or changed. */
  addWritten(person: WrittenPerson): void {
    if (this.written.length < mostListed) this.written.push(person);
    if (person.do === 'change') for (const field of changedFields(person)) increment(this.byField, field);
  }
}

/** A plan, and what it was made from. */
export interface PlannedSync {
  readonly plan: SyncPlan;
  readonly source: SyncSource;
  readonly run: SyncRun;
  readonly rules: SyncRules;
  readonly earlier: EarlierRuns;
  /** When the last run ended, ISO 8601; undefined: there was none. */
  readonly lastRun: string | undefined;
  /** Why the run is stopped. */
  readonly accident?: Failure;
  /** Facts of a run that sends only people who opted out; undefined: it sends all. */
  readonly optOuts?: Pick<SyncRun, 'changes' | 'new_fields' | 'source'>;
}

/** What this machine knows of the account besides the state of the sync. */
export interface EarlierRuns {
  /** When the sync ran last, ISO 8601. */
  readonly lastSync: string | undefined;
  /** Id of an import that gave the tag of `--mark`. */
  readonly markingImport: string | undefined;
  /** The statuses that `subscribers update` gave since the last run, by normalized address. */
  readonly newStatuses: ReadonlyMap<string, string>;
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
