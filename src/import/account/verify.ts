/** Reading back what was imported, and comparing it with what was sent. */
import { endpoints, type Subscriber } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import { asFailure, type Failure } from '../../lib/failure.ts';
import { changesOf, type PresentValues } from '../../people/compare.ts';
import type { DiskIndex } from '../../people/disk-index.ts';
import type { TagsRule } from '../../people/tags.ts';
import type { Batch, SubscriberPlaces } from '../jobs/batch.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import { addressKey } from '../rows/values/email-address.ts';
import type { EarlierPerson, PersonChange } from './compare.ts';

/** What reading back has found. */
export interface Verification {
  /** People who were compared. */
  readonly checked: number;
  /** People who should be there. */
  readonly of: number;
  /** Those who are not as they were sent. */
  readonly findings: readonly ReadBackFinding[];
  /** Why not more was read. */
  readonly notRead?: Failure | undefined;
}

/** Somebody who is not as they were sent. */
export interface ReadBackFinding {
  readonly email: string;
  readonly places: SubscriberPlaces;
  /** Null: they are not there. */
  readonly fields: readonly string[] | null;
  /** Place in the order of sending. */
  readonly at: number;
}

/** Somebody who was sent. */
interface SentPerson {
  readonly sent: ImportedSubscriber;
  readonly places: SubscriberPlaces;
  readonly at: number;
}

/** The fields in which somebody is not as they were sent. */
export function differences(there: PresentValues, sent: ImportedSubscriber, rule: TagsRule): string[] {
  return changesOf(there, sent, rule).map(({ field }) => field);
}

/** People at the end of each of the last batches: where new people are listed last, they are on the last page. */
const keptPerBatch = 500;
/** People in a sample. */
const sampleSize = 100;
const perPage = 500;
const readsAtOnce = 4;
/** Pages at the end of the list that are read, where not all are. */
const endPages = 2;

/** Somebody whom the import changes. */
export interface ChangedPerson {
  readonly id: string;
  readonly sent: ImportedSubscriber;
  /** Place in the order of sending. */
  readonly place: number;
}

/** People who are changed that are read back, one by one. */
const mostChanged = 40;

/** Keeps some of the people who are changed, each with the same chance. */
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

/** Keeps some of the people who were sent last. */
export class SentSample {
  readonly #most: number;
  #batches: Pick<Batch, 'slices' | 'to'>[] = [];

  /** @param most number of batches */
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

  /** @param isIn whether somebody is in a job that has completed, by their place in the order of sending */
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

/**
 * Reads some people back: those who were changed one by one; then the first page of the account and the last ones, and looks there for people who were sent
 * last.
 *
 * @param of number of people who should be there
 */
export async function verifySample(
  api: Pick<Api, 'call' | 'pages'>,
  people: Map<string, SentPerson>,
  changed: readonly ChangedPerson[],
  of: number,
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
      // Whoever cannot be read says nothing about the others.
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

/** The first page of the list, and its last ones; of a short list all. */
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

/** Gives the people who should be there, with their places: `add` gets each. */
export type PeopleSent = (
  add: (subscriber: ImportedSubscriber, places: SubscriberPlaces, at: number) => void,
) => AsyncIterable<unknown>;

/**
 * Compares everybody who should be there with the account.
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
    // They are compared as they come.
  }
  return { checked, of: checked, findings };
}
