/** Reads back people after an import, and compares them with what was sent: a sample, or all. */
import type { RunFolder } from '../../changes/runs.ts';
import { endpoints, type Subscriber } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/response-body.ts';
import { asFailure } from '../../lib/as-failure.ts';
import type { Failure } from '../../lib/failure.ts';
import { changesOf, type PresentValues, type WantedValues } from '../../people/compare.ts';
import { type Batch, type BatchRange, type RowNumbersOf, subscribersOf } from '../jobs/batch.ts';
import { acceptedPeople } from '../jobs/batches.ts';
import { type ImportJob, skippedIn } from '../jobs/job.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import { addressKey } from '../rows/values/email-address.ts';
import type { CheckedImport, FilesContext, PlannedFile } from '../state.ts';
import type { ComparedImport } from './compare-import.ts';
import { readAccount } from './read-account.ts';

/** A person who differs from what was sent. */
interface ReadBackFinding {
  readonly email: string;
  readonly rowNumbers: RowNumbersOf;
  /** The differing fields; null: the person is missing. */
  readonly fields: readonly string[] | null;
  /** Position in the sending order. */
  readonly at: number;
}

interface ReadBack {
  readonly checked: number;
  readonly of: number;
  readonly different: readonly ReadBackFinding[];
  readonly notRead?: Failure | undefined;
}

interface VerifyContext extends FilesContext {
  readonly api: Api;
  readonly compared: ComparedImport;
  readonly folder: RunFolder;
}

export interface VerifiedImport extends ReadBack {
  readonly skipped: readonly SkippedPerson[];
}

/** A person skipped by the service. */
interface SkippedPerson extends ReadBackFinding {
  readonly reason: string;
  /** Whether they are in the account, and the service says that they have unsubscribed. */
  readonly hasLeft: boolean;
}

/** The result of the second pass. */
export interface SentImport {
  /** The files as they were sent, with the created custom fields. */
  readonly files: readonly PlannedFile[];
  /** In the order of sending. */
  readonly jobs: readonly ImportJob[];
  readonly failure: Failure | undefined;
  /** The batches of this run that ended last. */
  readonly last: readonly Batch[];
}

/**
 * Reads back a sample of the sent people; all if the service skipped some, as it does not say which, or if none is known.
 *
 * @returns undefined if no person was sent, or the import did not wait
 * @throws Failure interrupted
 */
export async function verifyImport(
  checked: CheckedImport,
  { jobs, files, last }: SentImport,
  context: VerifyContext,
): Promise<VerifiedImport | undefined> {
  const completed = jobs.filter(({ status }) => status === 'completed');
  if (!checked.options.wait || context.stop.aborted || completed.length === 0) return undefined;
  const hasSkipped = completed.some(job => skippedIn(job) > 0);
  // A resumed import that finds all jobs done has sent no batch itself.
  const whole =
    hasSkipped || last.length === 0 ? await readBackAll(checked, files, completed, context) : undefined;
  const isRead = whole !== undefined && whole.notRead === undefined;
  return divided(isRead ? whole : await readBackSample(completed, last, context), completed);
}

/** Those of some batches whose people are all in the account as sent: their answer was lost, but they arrived. */
export async function arrivedBatches(
  lost: readonly BatchRange[],
  checked: CheckedImport,
  files: readonly PlannedFile[],
  context: VerifyContext,
): Promise<ReadonlySet<BatchRange>> {
  // Tags sent by id are not known by name.
  if (checked.options.compare === 'never' || checked.options.tagId.length > 0) return new Set();
  const { different, notRead } = await readBackAll(checked, files, lost, context);
  if (notRead !== undefined) return new Set();
  const isIn = ({ from, to }: BatchRange) => different.some(({ at }) => at >= from && at < to);
  return new Set(lost.filter(batch => !isIn(batch)));
}

/** Separates people skipped by the service from those who differ. */
function divided(
  { checked, of, different: all, notRead }: ReadBack,
  jobs: readonly ImportJob[],
): VerifiedImport {
  const left = new Map(jobs.map(job => [job, skippedIn(job)]));
  const skipped: SkippedPerson[] = [];
  const different: ReadBackFinding[] = [];
  // A person missing from the account was certainly skipped.
  const ordered = [...all].sort((a, b) => Number(a.fields !== null) - Number(b.fields !== null));
  for (const finding of ordered) {
    const job = jobs.find(({ from, to }) => finding.at >= from && finding.at < to);
    const count = job === undefined ? 0 : (left.get(job) ?? 0);
    if (job === undefined || count === 0) different.push(finding);
    else {
      left.set(job, count - 1);
      const why = job.record?.error_message ?? 'no reason given';
      const hasLeft = finding.fields !== null && /unsubscrib/i.test(why);
      skipped.push({ ...finding, reason: `the service skipped the row: ${why}`, hasLeft });
    }
  }
  // Of all people who were read, those who were skipped are no part.
  const less = notRead === undefined && checked === of ? skipped.length : 0;
  return { checked: checked - less, of: of - less, different, skipped, notRead };
}

/** Reads back all people of some ranges of the sending order. @param files as they were sent */
async function readBackAll(
  { validation, options }: CheckedImport,
  files: readonly PlannedFile[],
  ranges: readonly BatchRange[],
  context: VerifyContext,
): Promise<ReadBack> {
  const { compared, folder } = context;
  const mode = options.compare === 'always' ? 'always' : 'auto';
  const reading = await readAccount(mode, validation.addresses, 'reading back', context);
  if ('notRead' in reading) return { checked: 0, of: 0, different: [], notRead: reading.notRead };
  const { there } = reading;
  const differences = differencesIn(folder);
  const different: ReadBackFinding[] = [];
  let [checked, accepted, sent] = [0, 0, 0];
  const add = (person: ImportedSubscriber, rowNumbers: RowNumbersOf) => {
    if (compared.unchanged?.has(accepted++)) return;
    const at = sent++;
    if (!ranges.some(({ from, to }) => at >= from && at < to)) return;
    checked++;
    const found = there.take(addressKey(person.email));
    const fields = found === undefined ? null : differences(found, person);
    if (fields === null || fields.length > 0) different.push({ email: person.email, rowNumbers, fields, at });
  };
  try {
    for await (const people of acceptedPeople({ validation, options, files }))
      for (const { subscriber, rowNumbers } of people) add(subscriber, rowNumbers);
  } finally {
    there.close();
  }
  return { checked, of: checked, different };
}

const sampleSize = 100;
const perPage = 500;
/** Pages at the end of the list that are read, unless all are. */
const endPages = 2;

/**
 * Reads back people who were sent last, as far as they are on the first page of the account and its last ones: a service
 * that lists new people last shows them there.
 */
async function readBackSample(
  completed: readonly ImportJob[],
  last: readonly Batch[],
  { api, folder }: VerifyContext,
): Promise<ReadBack> {
  const differences = differencesIn(folder);
  const people = peopleOf(
    last.filter(batch => completed.some(({ from, to }) => from === batch.from && to === batch.to)),
  );
  const of = completed.reduce((sum, job) => sum + job.rows - skippedIn(job), 0);
  const different: ReadBackFinding[] = [];
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
        const { subscriber, rowNumbers, at } = person;
        const fields = differences(there, subscriber);
        if (fields.length > 0) different.push({ email: there.email, rowNumbers, fields, at });
      }
  } catch (error) {
    return { checked, of, different, notRead: asFailure(error) };
  }
  return { checked, of, different };
}

/** The people of some batches, by normalized address. */
function peopleOf(batches: readonly Batch[]) {
  const people = batches.flatMap(batch =>
    subscribersOf(batch).map((person, i) => ({ ...person, at: batch.from + i })),
  );
  return new Map(people.map(person => [addressKey(person.subscriber.email), person]));
}

/** The first page of the list and its last ones; all of a short list. */
async function* endOfList(api: Api): AsyncGenerator<readonly Subscriber[]> {
  const size = { perPage, ahead: 0 };
  let last = 1;
  for await (const { data, numbers } of api.pages('listSubscribers', size)) {
    yield data;
    last = numbers.last;
    if (last > endPages + 1) break;
  }
  if (last <= endPages + 1) return;
  const end = { ...size, page: last - endPages + 1 };
  for await (const { data } of api.pages('listSubscribers', end)) yield data;
}

/** Names the fields in which a person differs from what was sent, given how the service was seen to handle tags. */
function differencesIn(folder: RunFolder) {
  const rule = folder.readImport()?.tags ?? 'add';
  return (there: PresentValues, sent: WantedValues) => changesOf(there, sent, rule).map(({ field }) => field);
}
