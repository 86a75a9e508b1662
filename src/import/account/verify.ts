/** Reads back imported people and compares them with what was sent. */
import { endpoints, type Subscriber } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import { asFailure } from '../../lib/as-failure.ts';
import type { Failure } from '../../lib/failure.ts';
import { changesOf, type PresentValues } from '../../people/compare.ts';
import type { DiskIndex } from '../../people/disk-index.ts';
import type { TagsRule } from '../../people/tags.ts';
import type { Batch, SubscriberPlaces } from '../jobs/batch.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import { addressKey } from '../rows/values/email-address.ts';
import type { EarlierPerson, PersonChange } from './compare.ts';

/** The result of reading back. */
export interface Verification {
  /** Number of people compared. */
  readonly checked: number;
  /** Number of people expected. */
  readonly of: number;
  /** People who differ from what was sent. */
  readonly findings: readonly ReadBackFinding[];
  /** Why reading back is incomplete. */
  readonly notRead?: Failure | undefined;
}

/** A person who differs from what was sent. */
export interface ReadBackFinding {
  readonly email: string;
  readonly places: SubscriberPlaces;
  /** The differing fields; null: the person is missing. */
  readonly fields: readonly string[] | null;
  /** Position in the sending order. */
  readonly at: number;
}

/** A sent person. */
interface SentPerson {
  readonly sent: ImportedSubscriber;
  readonly places: SubscriberPlaces;
  readonly at: number;
}

/** The fields in which a person differs from what was sent. */
export function differences(there: PresentValues, sent: ImportedSubscriber, rule: TagsRule): string[] {
  return changesOf(there, sent, rule).map(({ field }) => field);
}

/** People at the end of each of the last batches: a service that lists new people last shows them on the last page. */
const keptPerBatch = 500;
/** Number of people in a sample. */
const sampleSize = 100;
const perPage = 500;
const readsAtOnce = 4;
/** Pages at the end of the list that are read, unless all are. */
const endPages = 2;

/** A person that the import changes. */
export interface ChangedPerson {
  readonly id: string;
  readonly sent: ImportedSubscriber;
  /** Position in the sending order. */
  readonly place: number;
}

/** Number of changed people to read back, one by one. */
const mostChanged = 40;

/** Keeps a uniform random sample of the changed people. */
export class ChangedSample {
  readonly list: ChangedPerson[] = [];
  #seen = 0;

  add({ before, sent, place }: PersonChange): void {
    const person = { id: before.id, sent, place };
    const at = this.#seen < mostChanged ? this.#seen : Math.floor(Math.random() * (this.#seen + 1));
    this.#seen++;
    if (at < mostChanged) this.list[at] = person;
  }
}

/** Keeps some of the people sent last. */
export class SentSample {
  readonly #most: number;
  #batches: Pick<Batch, 'slices' | 'to'>[] = [];

  /** @param most maximum number of batches */
  constructor(most: number) {
    this.#most = most;
  }

  add({ slices, to }: Batch): void {
    let count = 0;
    const end = slices.toReversed().filter(slice => {
      const isKept = count < keptPerBatch;
      count += slice.places.length;
      return isKept;
    });
    this.#batches = [...this.#batches, { slices: end.toReversed(), to }].slice(-this.#most);
  }

  /** @param isIn whether the person at a position in the sending order is in a completed job */
  people(isIn: (at: number) => boolean): Map<string, SentPerson> {
    const people = new Map<string, SentPerson>();
    for (const { slices, to } of this.#batches.filter(batch => isIn(batch.to - 1))) {
      const places = slices.flatMap(slice => slice.places);
      const subscribers = slices.flatMap(({ json }) => JSON.parse(`[${json}]`) as ImportedSubscriber[]);
      const from = to - subscribers.length;
      for (const [i, sent] of subscribers.entries()) {
        people.set(addressKey(sent.email), { sent, places: places[i] ?? 0, at: from + i });
      }
    }
    return people;
  }
}

interface ExpectedSample {
  /** People sent last, by normalized address. */
  readonly people: Map<string, SentPerson>;
  readonly changed: readonly ChangedPerson[];
  /** Number of people expected. */
  readonly of: number;
}

/**
 * Reads a sample back: changed people one by one, then people sent last, on the first page of the account and its
 * last ones.
 */
export async function verifySample(
  api: Pick<Api, 'call' | 'pages'>,
  { people, changed, of }: ExpectedSample,
  rule: TagsRule,
): Promise<Verification> {
  const findings: ReadBackFinding[] = [];
  let checked = 0;
  const look = (there: Subscriber) => {
    const key = addressKey(there.email);
    const person = people.get(key);
    if (person === undefined || checked >= sampleSize) return;
    people.delete(key);
    checked++;
    const fields = differences(there, person.sent, rule);
    if (fields.length > 0) findings.push({ email: person.sent.email, ...person, fields });
  };
  try {
    const read = async ({ id, sent, place }: ChangedPerson) => {
      // One failed read says nothing about the others.
      const there = await api.call('getSubscriber', { id }).catch(() => undefined);
      if (there === undefined) return;
      requireFields(endpoints.getSubscriber.response, there, ['email', 'fields', 'tags']);
      const key = addressKey(sent.email);
      if (!people.has(key)) people.set(key, { sent, places: [], at: place });
      look(there);
    };
    for (let i = 0; i < changed.length; i += readsAtOnce)
      await Promise.all(changed.slice(i, i + readsAtOnce).map(read));
    for await (const page of endOfList(api)) {
      for (const there of page) {
        requireFields(endpoints.listSubscribers.response, there, ['email', 'fields', 'tags']);
        look(there);
      }
    }
  } catch (error) {
    return { checked, of, findings, notRead: asFailure(error) };
  }
  return { checked, of, findings };
}

/** The first page of the list and its last ones; all of a short list. */
async function* endOfList(api: Pick<Api, 'call' | 'pages'>): AsyncGenerator<readonly Subscriber[]> {
  const size = { perPage, ahead: 0 };
  let last = 1;
  for await (const { data, numbers } of api.pages('listSubscribers', {}, size)) {
    yield data;
    last = numbers.last;
    if (last > endPages + 1) break;
  }
  if (last <= endPages + 1) return;
  const end = { ...size, page: last - endPages + 1 };
  for await (const { data } of api.pages('listSubscribers', {}, end)) yield data;
}

/** Passes the expected people and their row numbers to `add`. */
export type PeopleSent = (
  add: (subscriber: ImportedSubscriber, places: SubscriberPlaces, at: number) => void,
) => AsyncIterable<unknown>;

/**
 * Compares all expected people with the account.
 *
 * @param there the people of the account who are in the file
 */
export async function verifyAll(
  people: PeopleSent,
  there: DiskIndex<EarlierPerson>,
  rule: TagsRule,
): Promise<Verification> {
  const findings: ReadBackFinding[] = [];
  let checked = 0;
  const add = (sent: ImportedSubscriber, places: SubscriberPlaces, at: number) => {
    checked++;
    const found = there.take(addressKey(sent.email));
    const fields = found === undefined ? null : differences(found, sent, rule);
    if (fields === null || fields.length > 0) findings.push({ email: sent.email, places, fields, at });
  };
  for await (const _ of people(add)) {
    // `add` compares each person.
  }
  return { checked, of: checked, findings };
}
