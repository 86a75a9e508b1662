import { requestBody } from './jobs/batch.ts';
import { makeBatches } from './jobs/batches.ts';
import type { ImportOptions } from './options.ts';
import type { ImportPlan } from './plan.ts';
import type { ValidationResult } from './rows/validate.ts';
import type { Source } from './source/source.ts';

/** What an import would send, for `--dry-run`: all of it would be as large as the file. */
export interface DryRunRequests {
  /** Custom fields that would be created first. */
  readonly fields: readonly {
    readonly name: string;
    readonly kind: ImportPlan['newFields'][number]['kind'];
  }[];
  /** The body of an import job with the first rows, and how many those are; absent when none would be sent. */
  readonly first?: { readonly content: readonly Buffer[]; readonly rows: number };
}

const sampleRows = 3;

/** Makes the first batch as the second pass would, so that nobody is in it who must not be mailed. */
export async function dryRunRequests(
  source: Source,
  plan: ImportPlan,
  validation: ValidationResult,
  options: ImportOptions,
): Promise<DryRunRequests> {
  const fields = plan.newFields.map(({ name, kind }) => ({ name, kind }));
  if (validation.accepted === 0) return { fields: [] };
  const limits = { rows: sampleRows, bytes: options.maxBody };
  const batches = makeBatches(source, plan.dialect, plan.rules, validation, options.duplicates, limits);
  const { value: batch } = await batches.next();
  await batches.return(undefined);
  if (batch === undefined) return { fields };
  return { fields, first: { content: requestBody(batch, options.tagIds), rows: batch.rows } };
}
