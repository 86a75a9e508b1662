/** The rejects file of an import, in the layout of the imported files. */

import { Failure } from '../lib/failure.ts';
import type { VerifiedImport } from './account/verify.ts';
import { dataRows } from './columns/dialect.ts';
import { normalizeName } from './columns/header-names.ts';
import type { ImportJob } from './jobs/job.ts';
import type { ImportOptions } from './options.ts';
import { plainCells } from './pass/plain-cells.ts';
import { createRejects, type Rejects, type RowEnd, temporaryFile } from './rows/rejects.ts';
import { joinedColumns, type RejectsFile, type RejectsLayout } from './rows/rejects-lines.ts';
import type { CheckedImport, ImportPlan, PlannedFile } from './state.ts';

/**
 * Opens the rejects file and the report. A dry run writes its rejects to a temporary file unless a path was given.
 *
 * @throws Failure usage, write_failed
 */
export function openRejectsOf(
  files: readonly PlannedFile[],
  options: ImportOptions,
  isOwn: ((path: string) => boolean) | undefined,
): Rejects {
  const { rejects: path, report, dryRun, given } = options;
  const isApart = dryRun && path !== undefined && !given.includes('rejects');
  const place = isApart ? temporaryFile(path) : undefined;
  const places = { rejects: isApart ? place?.path : path, report };
  const inputs = [...new Set(files.map(({ source }) => source.path))];
  const rejects = createRejects(places, inputs, layoutOf(files), isOwn);
  return place === undefined
    ? rejects
    : {
        ...rejects,
        discard() {
          rejects.discard();
          place.release();
        },
      };
}

/** The rejects file has the layout of the imported file; if several differ, the most common layout. */
function layoutOf(files: readonly PlannedFile[]): RejectsLayout {
  const same = <T>(values: readonly T[], other: T) =>
    new Set(values).size === 1 ? (values[0] ?? other) : other;
  return {
    delimiter: same(
      files.map(({ plan }) => plan.dialect.delimiter),
      ',',
    ),
    lineEnd: same(
      files.map(({ plan }) => plan.lineEnd),
      '\n',
    ),
    hasBom: files.some(({ source }) => source.needsBom),
    files: rejectsFiles(files.map(({ plan }) => plan)),
  };
}

/** The columns of the rejects file, without those that it adds. */
export function rejectsColumns(plans: readonly ImportPlan[]): readonly string[] {
  return joinedColumns(rejectsFiles(plans)).names;
}

/** Columns of several files with the same target become one, so that the rejects can be imported as one file. */
function rejectsFiles(plans: readonly ImportPlan[]): RejectsFile[] {
  const areAlike = new Set(plans.map(({ dialect }) => JSON.stringify(dialect.wholeHeader))).size === 1;
  return plans.map(plan => {
    const { label, dialect } = plan;
    const keyOf = (name: string, column: number) => {
      const target = plan.mapping.targets[column];
      if (areAlike || target === undefined) return name;
      if (column === plan.mapping.email) return 'email';
      return target.to === 'field' ? `fields.${target.variable}` : `column ${normalizeName(name) || name}`;
    };
    const keys = dialect.wholeHeader.map(keyOf);
    return { label, header: dialect.wholeHeader, keys, plain: plainCells(plan.rules, !areAlike) };
  });
}

/**
 * Adds the rows of failed jobs and the findings of reading back to the rejects, and commits rejects file and
 * report.
 *
 * @returns the path of the rejects file, if there is one. A failure is returned, not thrown: the rows are sent, so
 * the summary must still be printed
 */
export async function finishRejects(
  checked: CheckedImport,
  jobs: readonly ImportJob[],
  verified: VerifiedImport | undefined,
): Promise<{ path: string | null; failure?: Failure }> {
  try {
    await addRowsOfJobs(checked, jobs, verified);
    return { path: checked.rejects.commit() };
  } catch (error) {
    if (error instanceof Failure) return { path: null, failure: error };
    throw error;
  }
}

async function addRowsOfJobs(
  { rejects, files, validation: { rowNumbers } }: CheckedImport,
  jobs: readonly ImportJob[],
  verified: VerifiedImport | undefined,
): Promise<void> {
  const reasons = new Map<number, RowEnd>();
  for (const job of jobs) {
    if (job.status !== 'failed') continue;
    const reason = `the import job failed: ${job.error ?? 'the service gave no reason'}`;
    for (const place of job.places) reasons.set(place, { code: 'job_failed', reason });
  }
  for (const { places: own, email, reason } of verified?.skipped ?? [])
    for (const place of [own].flat())
      reasons.set(place, {
        code: 'job_skipped',
        reason,
        email,
      });
  for (const { places: own, email, fields } of verified?.different ?? []) {
    const reason =
      fields === null ? 'not in the account' : `differs from what was sent: ${fields.join(', ')}`;
    const all = [own].flat();
    for (const place of all) reasons.set(place, { code: 'not_as_sent', reason, email });
    // The row of some people is not known.
    if (all.length === 0) rejects.noteEmail('not_as_sent', reason, email);
  }
  if (reasons.size === 0) return;
  for (const [file, { source, plan }] of files.entries()) {
    const start = rowNumbers.startOf(file);
    for await (const rows of dataRows(source, plan.dialect)) {
      for (const row of rows) {
        const end = reasons.get(start + row.line);
        if (end === undefined) continue;
        if (end.code === 'not_as_sent') rejects.note(file, row, end);
        else rejects.add(file, row, end);
      }
    }
  }
}
