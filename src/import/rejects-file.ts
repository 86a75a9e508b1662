/** The files of rows that an import does not send: rows to fix by the layout of their files, and people left out. */

import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Failure, ignoringErrors } from '../lib/failure.ts';
import { removeLeftBehind } from '../lib/files/atomic-file.ts';
import type { VerifiedImport } from './account/verify.ts';
import { dataRows } from './columns/dialect.ts';
import type { ImportJob } from './jobs/job.ts';
import type { ImportOptions } from './options.ts';
import type { RowRules } from './pass/row-parser.ts';
import { createRejects, leftOutPath, type Rejects, type RowEnd, type WrittenFiles } from './rows/rejects.ts';
import type { RejectsFile, RejectsLayout } from './rows/rejects-lines.ts';
import { parseValue } from './rows/values/field-values.ts';
import { withoutEscape } from './rows/values/formula-escape.ts';
import type { ColumnTarget } from './rows/values/target.ts';
import type { CheckedImport, PlannedFile } from './state.ts';

/**
 * Opens the rejects files and the report, and removes what killed runs have left of them. A dry run writes its rejects to a temporary file unless a path was given.
 *
 * @throws Failure usage, write_failed
 */
export function openRejectsOf(files: readonly PlannedFile[], options: ImportOptions): Rejects {
  const { rejects: path, report, dryRun, given } = options;
  const isApart = dryRun && path !== undefined && !given.includes('rejects');
  const place = isApart ? temporaryFile(path) : undefined;
  const places = { rejects: isApart ? place?.path : path, report };
  const written = dryRun || path === undefined ? [report] : [path, leftOutPath(path), report];
  for (const one of written) if (one !== undefined) removeLeftBehind(one);
  const inputs = [...new Set(files.map(({ source }) => source.path))];
  const rejects = createRejects(places, inputs, rejectsFiles(files));
  const discard = () => {
    rejects.discard();
    place?.release();
  };
  return { ...rejects, discard };
}

/** A file in a private folder, which `release` removes if it is empty; undefined if temporary files cannot be written. */
export function temporaryFile(name: string): { path: string; release: () => void } | undefined {
  const folder = ignoringErrors(() => mkdtempSync(join(tmpdir(), 'newsletter-')));
  if (folder === undefined) return undefined;
  return { path: join(folder, basename(name)), release: () => ignoringErrors(() => rmdirSync(folder)) };
}

/** Files with the same columns and targets share a layout. */
function rejectsFiles(files: readonly PlannedFile[]): RejectsFile[] {
  const keyOf = ({ plan }: PlannedFile) => JSON.stringify([plan.dialect.header, plan.mapping.targets]);
  const keys = files.map(keyOf);
  const layouts = new Map<string, RejectsLayout>();
  return files.map(({ plan }, i) => {
    const key = keys[i] ?? '';
    const alike = files.filter((_, other) => keys[other] === key);
    const layout = layouts.get(key) ?? layoutOf(alike, files.length > 1);
    layouts.set(key, layout);
    return { label: plan.label, layout, address: plan.mapping.email, plain: plainCells(plan) };
  });
}

function layoutOf(files: readonly PlannedFile[], namesFiles: boolean): RejectsLayout {
  const { dialect, lineEnd = '\n' } = files[0]?.plan ?? {};
  return {
    header: dialect?.header ?? [],
    delimiter: dialect?.delimiter ?? ',',
    lineEnd,
    hasBom: files.some(({ source }) => source.needsBom),
    namesFiles,
  };
}

/**
 * Writes dates as ISO 8601 and numbers without separators: what the file as a whole says of them is no longer known when its
 * rejects are read. Undefined: all cells stay as they are.
 */
export function plainCells(rules: RowRules): RejectsFile['plain'] {
  const columns = new Map<number, (cell: string) => string>();
  rules.mapping.targets.forEach((target, column) => {
    const plain = plainCell(target, column, rules);
    if (plain !== undefined) columns.set(column, plain);
  });
  if (columns.size === 0) return undefined;
  return raw => {
    // The cells of other rows may stand in other columns.
    if (raw.length > rules.dialect.header.length) return raw;
    const cells = [...raw];
    for (const [column, plain] of columns) {
      const cell = cells[column];
      if (cell !== undefined && cell !== '') cells[column] = plain(cell);
    }
    return cells;
  };
}

/** Writes a cell so that it can be read in one way only; as it is where that is not possible. */
function plainCell(
  target: ColumnTarget,
  column: number,
  { formats, roundTrip, isEscaped }: RowRules,
): ((cell: string) => string) | undefined {
  if (roundTrip || target.to !== 'field' || (target.kind !== 'number' && target.kind !== 'date'))
    return undefined;
  const { kind } = target;
  return cell => {
    const text = isEscaped ? withoutEscape(cell.trim()) : cell.trim();
    // The column's format is complete when the whole file has been read.
    const parsed = parseValue(kind, text, formats.get(column)?.rules ?? {});
    return 'value' in parsed ? plainNumber(String(parsed.value)) : cell;
  };
}

/** A number of thousandths gets a fourth decimal: it could be one of thousands. */
function plainNumber(text: string): string {
  return /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/**
 * Adds the rows of failed jobs and the findings of reading back to the rejects, and commits rejects files and
 * report. A failure is returned, not thrown: the rows are sent, so the summary must still be printed.
 */
export async function finishRejects(
  checked: CheckedImport,
  jobs: readonly ImportJob[],
  verified: VerifiedImport | undefined,
): Promise<{ readonly written: WrittenFiles; readonly failure?: Failure }> {
  try {
    await addRowsOfJobs(checked, jobs, verified);
    return { written: checked.rejects.commit() };
  } catch (error) {
    if (error instanceof Failure) return { written: { rejects: [], leftOut: undefined }, failure: error };
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
    for (const rowNumber of job.rowNumbers) reasons.set(rowNumber, { code: 'job_failed', reason });
  }
  for (const { rowNumbers: all, email, reason, hasLeft } of verified?.skipped ?? [])
    for (const rowNumber of [all].flat())
      reasons.set(rowNumber, { code: hasLeft ? 'suppressed' : 'job_skipped', reason, email });
  for (const { rowNumbers: all, email, fields } of verified?.different ?? []) {
    const reason = fields ? `differs from what was sent: ${fields.join(', ')}` : 'not in the account';
    for (const rowNumber of [all].flat()) reasons.set(rowNumber, { code: 'not_as_sent', reason, email });
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
