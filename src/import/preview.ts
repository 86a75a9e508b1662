/** What `--dry-run` shows: the first people as they would be sent, and the import itself. */

import type { Rails } from '../http/rails.ts';
import { withAccount } from '../terminal/message-text.ts';
import { type PlannedImport, peopleToSend } from './account/compare-import.ts';
import { type Batch, requestBody, subscribersOf } from './jobs/batch.ts';
import { makeBatches } from './jobs/batches.ts';
import { sameImport } from './next-command.ts';
import type { RowNumbers } from './rows/row-numbers.ts';
import { type CheckedImport, type NewField, newFieldsOf } from './state.ts';
import type { ImportSummary } from './summary-fields.ts';

const sampleRows = 3;

/** The first people that the second pass would send: not suppressed, not up to date, each once. */
export async function firstToSend(planned: PlannedImport): Promise<Batch | undefined> {
  const { checked, compared } = planned;
  if (peopleToSend(planned) === 0) return undefined;
  const limits = { rows: sampleRows, bytes: checked.options.maxBody };
  let next = 0;
  const isSent = () => compared.unchanged?.has(next++) !== true;
  const batches = makeBatches(checked, { limits, isSent });
  const { value: batch } = await batches.next();
  await batches.return(undefined);
  return batch ?? undefined;
}

/** The import after a dry run: its command and its account. Undefined if the rails would refuse it. */
export function importAfter(
  planned: PlannedImport,
  { rails, unnamed: profile }: { readonly rails: Rails | undefined; readonly unnamed: string | undefined },
  account: string | null,
): string | undefined {
  rails?.preview(judge => judge.planChanges(peopleToSend(planned)));
  if (rails?.refusal !== undefined) return undefined;
  const into = account === null ? '' : ` into ${account}`;
  return withAccount(`Nothing was sent. To import${into}: ${sameImport(planned.checked)}`, { profile });
}

/** The first rows as they would be sent. */
export function sampleText(
  batch: Batch,
  { accepted, unchanged }: ImportSummary,
  rowNumbers: RowNumbers,
): string {
  const lines = subscribersOf(batch).map(
    ({ subscriber, rows: [row = 0] }) => `  ${rowNumbers.textOf(row)}: ${JSON.stringify(subscriber)}`,
  );
  const isAll = batch.rows === accepted - unchanged;
  return [isAll ? 'would be sent:' : 'would be sent, for example:', ...lines].join('\n');
}

/** The requests of a dry run. Only the beginning: the whole would be as large as the file. */
export interface DryRunRequests {
  readonly fields: readonly Pick<NewField, 'name' | 'kind'>[];
  /** The body of an import job with the first rows, and their number; absent if nothing would be sent. */
  readonly first?: { readonly content: readonly Buffer[]; readonly rows: number };
}

export function dryRunRequests(
  { files, validation, options }: CheckedImport,
  first: Batch | undefined,
): DryRunRequests {
  if (validation.accepted === 0) return { fields: [] };
  const fields = newFieldsOf(files.map(({ plan }) => plan)).map(({ name, kind }) => ({ name, kind }));
  if (first === undefined) return { fields };
  return { fields, first: { content: requestBody(first, options.tagId), rows: first.rows } };
}
