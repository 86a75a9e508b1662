/** The first people as they would be sent, for `--dry-run`. */

import type { LineSet } from '../lib/line-set.ts';
import { type Batch, requestBody, type SubscriberPlaces } from './jobs/batch.ts';
import { makeBatches } from './jobs/batches.ts';
import type { ImportedSubscriber } from './rows/parsed-row.ts';
import type { RowNumbers } from './rows/row-numbers.ts';
import { type CheckedImport, type NewField, newFieldsOf } from './state.ts';

/** People who are shown; if there are no more than that, all of them. */
const [sampleRows, fewPeople] = [3, 10];

/** Accepted people who are up to date and not sent. */
export interface UnchangedPeople {
  readonly count: number;
  /** Their positions in the sending order; undefined: none. */
  readonly places: LineSet | undefined;
}

/** The first people that the second pass would send: not suppressed, not up to date, each once. */
async function firstBatch(
  { files, validation, options }: CheckedImport,
  unchanged: UnchangedPeople,
): Promise<Batch | undefined> {
  if (validation.accepted === unchanged.count) return undefined;
  const toSend = validation.accepted - unchanged.count;
  const limits = { rows: toSend <= fewPeople ? fewPeople : sampleRows, bytes: options.maxBody };
  let next = 0;
  const isSent = () => unchanged.places?.has(next++) !== true;
  const batches = makeBatches({ files, validation, rule: options.duplicates, limits, isSent });
  const { value: batch } = await batches.next();
  await batches.return(undefined);
  return batch ?? undefined;
}

/** The first rows as they would be sent, for `--dry-run`. */
export async function sampleText(checked: CheckedImport, unchanged: UnchangedPeople): Promise<string> {
  const batch = await firstBatch(checked, unchanged);
  if (batch === undefined) return 'no rows would be sent';
  const { rowNumbers, accepted } = checked.validation;
  const lines = batch.slices.flatMap(slice => {
    const people = JSON.parse(`[${slice.json}]`) as ImportedSubscriber[];
    return people.map((person, i) => `  ${rowName(slice.places[i], rowNumbers)}: ${JSON.stringify(person)}`);
  });
  const isAll = batch.rows === accepted - unchanged.count;
  return [isAll ? 'would be sent:' : 'would be sent, for example:', ...lines].join('\n');
}

/** The row of a subscriber, or the first of several merged rows. */
function rowName(row: SubscriberPlaces = 0, rowNumbers: RowNumbers): string {
  return rowNumbers.textOf(typeof row === 'number' ? row : (row[0] ?? 0));
}

/** The requests of a dry run. Only the beginning: the whole would be as large as the file. */
export interface DryRunRequests {
  /** Custom fields to create first. */
  readonly fields: readonly Pick<NewField, 'name' | 'kind'>[];
  /** The body of an import job with the first rows, and their number; absent if nothing would be sent. */
  readonly first?: { readonly content: readonly Buffer[]; readonly rows: number };
}

/** Makes the requests of a dry run as the second pass would. */
export async function dryRunRequests(
  checked: CheckedImport,
  unchanged: UnchangedPeople,
): Promise<DryRunRequests> {
  const { files, validation, options } = checked;
  const fields = newFieldsOf(files.map(({ plan }) => plan)).map(({ name, kind }) => ({ name, kind }));
  if (validation.accepted === 0) return { fields: [] };
  const batch = await firstBatch(checked, unchanged);
  if (batch === undefined) return { fields };
  return { fields, first: { content: requestBody(batch, options.tagIds), rows: batch.rows } };
}
