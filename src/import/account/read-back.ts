/** Reads back people whom an import has sent, and compares them: all, or a sample. */
import type { RunFolder } from '../../changes/runs.ts';
import { endpoints, type Subscriber } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/response-body.ts';
import { asFailure } from '../../lib/as-failure.ts';
import type { Failure } from '../../lib/failure.ts';
import { changesOf, type PresentValues, type WantedValues } from '../../people/compare.ts';
import type { TagsRule } from '../../people/tags.ts';
import type { Batch, BatchRange, SubscriberPlaces } from '../jobs/batch.ts';
import { acceptedSubscribers } from '../jobs/batches.ts';
import { type ImportJob, skippedIn } from '../jobs/job.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import { addressKey } from '../rows/values/email-address.ts';
import type { CheckedImport, FilesContext, PlannedFile } from '../state.ts';
import type { ComparedImport } from './compare-import.ts';
import { readAccount } from './read-account.ts';

/** A person who differs from what was sent. */
export interface ReadBackFinding {
  readonly email: string;
  /** Empty: the row is not known. */
  readonly places: SubscriberPlaces;
  /** The differing fields; null: the person is missing. */
  readonly fields: readonly string[] | null;
  /** Position in the sending order. */
  readonly at: number;
}

export interface ReadBack {
  /** Number of people compared. */
  readonly checked: number;
  /** Number of people expected. */
  readonly of: number;
  readonly findings: readonly ReadBackFinding[];
  /** Why reading back is incomplete. */
  readonly notRead?: Failure | undefined;
}

export interface VerifyContext extends FilesContext {
  readonly api: Api;
  readonly compared: ComparedImport;
  readonly folder: RunFolder;
}

/** Reads back all people of some ranges of the sending order. @param files as they were sent */
export async function readBackAll(
  { validation, options }: CheckedImport,
  files: readonly PlannedFile[],
  ranges: readonly BatchRange[],
  { api, terminal, stop, configDir, compared, folder }: VerifyContext,
): Promise<ReadBack> {
  const mode = options.compare === 'always' ? 'always' : 'auto';
  const { addresses } = validation;
  const progress = terminal.progress('reading back');
  const reading = await readAccount(mode, { api, configDir, addresses, progress, stop });
  if ('notRead' in reading) return { checked: 0, of: 0, findings: [], notRead: reading.notRead };
  const { there } = reading;
  const rule = ruleOf(folder);
  const findings: ReadBackFinding[] = [];
  let [checked, accepted, sent] = [0, 0, 0];
  const add = (person: ImportedSubscriber, places: SubscriberPlaces) => {
    if (compared.unchanged?.has(accepted++)) return;
    const at = sent++;
    if (!ranges.some(({ from, to }) => at >= from && at < to)) return;
    checked++;
    const found = there.take(addressKey(person.email));
    const fields = found === undefined ? null : differences(found, person, rule);
    if (fields === null || fields.length > 0) findings.push({ email: person.email, places, fields, at });
  };
  try {
    for await (const _ of acceptedSubscribers(files, validation, options.duplicates, add));
  } finally {
    there.close();
  }
  return { checked, of: checked, findings };
}

/** Number of people in a sample. */
const sampleSize = 100;
const perPage = 500;
/** Pages at the end of the list that are read, unless all are. */
const endPages = 2;

interface ExpectedPerson {
  readonly sent: WantedValues;
  readonly places: SubscriberPlaces;
  readonly at: number;
}

/**
 * Reads back people who were sent last, as far as they are on the first page of the account and its last ones: a service
 * that lists new people last shows them there.
 */
export async function readBackSample(
  completed: readonly ImportJob[],
  last: readonly Batch[],
  { api, folder }: VerifyContext,
): Promise<ReadBack> {
  const rule = ruleOf(folder);
  const people = peopleOf(
    last.filter(batch => completed.some(({ from, to }) => from === batch.from && to === batch.to)),
  );
  const of = completed.reduce((sum, job) => sum + job.rows - skippedIn(job), 0);
  const findings: ReadBackFinding[] = [];
  let checked = 0;
  try {
    for await (const page of endOfList(api))
      for (const there of page) {
        requireFields(endpoints.listSubscribers.response, there, ['email', 'fields', 'tags']);
        const key = addressKey(there.email);
        const person = people.get(key);
        if (person === undefined || checked >= sampleSize) continue;
        people.delete(key);
        checked++;
        const fields = differences(there, person.sent, rule);
        if (fields.length > 0) findings.push({ email: there.email, ...person, fields });
      }
  } catch (error) {
    return { checked, of, findings, notRead: asFailure(error) };
  }
  return { checked, of, findings };
}

/** The people of some batches, by normalized address. */
function peopleOf(batches: readonly Batch[]): Map<string, ExpectedPerson> {
  const people = new Map<string, ExpectedPerson>();
  for (const { slices, from } of batches) {
    const places = slices.flatMap(slice => slice.places);
    const subscribers = slices.flatMap(({ json }) => JSON.parse(`[${json}]`) as ImportedSubscriber[]);
    for (const [i, sent] of subscribers.entries())
      people.set(addressKey(sent.email), { sent, places: places[i] ?? [], at: from + i });
  }
  return people;
}

/** The first page of the list and its last ones; all of a short list. */
async function* endOfList(api: Api): AsyncGenerator<readonly Subscriber[]> {
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

/** The fields in which a person differs from what was sent. */
function differences(there: PresentValues, sent: WantedValues, rule: TagsRule): string[] {
  return changesOf(there, sent, rule).map(({ field }) => field);
}

/** How the service was seen to handle tags. */
function ruleOf(folder: RunFolder): TagsRule {
  return folder.readImport()?.tags ?? 'add';
}
