import { grouped } from '../terminal/numbers.ts';
import type { Paint } from '../terminal/terminal.ts';
import type { ImportJob } from './jobs/run-jobs.ts';
import type { ValidationResult } from './rows/validate.ts';

/** What happened, as `--output json` prints it: a public shape (see "Import" in the README). */
export interface ImportSummary {
  readonly file: string;
  readonly rows: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly suppressed: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly unknown: number;
  readonly jobs: readonly JobSummary[];
  readonly mapping: Readonly<Record<string, string>>;
  readonly ignored_columns: readonly string[];
  readonly rejects_file: string | null;
  readonly resumed: boolean;
  readonly dry_run: boolean;
  readonly elapsed_seconds: number;
}

interface JobSummary {
  readonly id: string | null;
  readonly status: string;
  readonly rows: number;
  readonly total_count: number | null;
  readonly created_count: number | null;
  readonly updated_count: number | null;
  readonly skipped_count: number | null;
  readonly error_message: string | null;
}

/** The accepted rows, divided by what became of them. */
export interface RowOutcomes {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly unknown: number;
}

const nothing: RowOutcomes = {
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  unknown: 0,
};

/**
 * Divides one job's rows among the fates so that they add up to its rows, whatever the service counted.
 * Rows that a completed job says nothing about are unknown; those that a failed one does not claim have failed.
 */
function outcomesOf(job: ImportJob): RowOutcomes {
  if (job.status === 'pending' || job.status === 'processing') return nothing;
  if (job.status === 'not_sent') return { ...nothing, failed: job.rows };
  if (job.status === 'unknown') return { ...nothing, unknown: job.rows };
  let left = job.rows;
  const take = (count: number | undefined) => {
    const taken = Math.max(0, Math.min(left, Math.trunc(count ?? 0) || 0));
    left -= taken;
    return taken;
  };
  const created = take(job.record?.created_count);
  const updated = take(job.record?.updated_count);
  const skipped = take(job.record?.skipped_count);
  const rest = job.status === 'failed' ? { failed: left, unknown: 0 } : { failed: 0, unknown: left };
  return { created, updated, skipped, ...rest };
}

/** Adds up the fates of all jobs, and of the accepted rows that no job took: those have failed. */
export function sumOutcomes(jobs: readonly ImportJob[], accepted: number): RowOutcomes {
  const sum = { ...nothing };
  let taken = 0;
  for (const job of jobs) {
    taken += job.rows;
    for (const [fate, count] of Object.entries(outcomesOf(job))) sum[fate as keyof RowOutcomes] += count;
  }
  return { ...sum, failed: sum.failed + Math.max(0, accepted - taken) };
}

/** Where the service's own counts differ from the rows sent: shown, not hidden. */
export function countMismatches(jobs: readonly ImportJob[]): string[] {
  return jobs.flatMap(({ record, rows }) => {
    if (record === undefined || (record.status !== 'completed' && record.status !== 'failed')) return [];
    const counted = record.created_count + record.updated_count + record.skipped_count;
    if (record.total_count === rows && (counted === rows || record.status === 'failed')) return [];
    return [
      `import ${record.id}: ${rows} rows sent, but the service counts ${record.total_count} in all: ` +
        `${record.created_count} created, ${record.updated_count} updated, ${record.skipped_count} skipped`,
    ];
  });
}

export function jobSummary({ id, status, rows, record, error }: ImportJob): JobSummary {
  return {
    id,
    status,
    rows,
    total_count: record?.total_count ?? null,
    created_count: record?.created_count ?? null,
    updated_count: record?.updated_count ?? null,
    skipped_count: record?.skipped_count ?? null,
    error_message: record?.error_message ?? error,
  };
}

type Line = readonly [n: number, what: string, detail: string];

/** What the first pass found, before anything is sent. */
export function validationText(validation: ValidationResult, paint: Paint): string {
  return textLines([...validationLines(validation), [validation.accepted, 'to be sent', '']], paint);
}

/** The summary for a person in a hurry: what was in the file, and what became of it. */
export function summaryText(
  summary: ImportSummary,
  validation: ValidationResult,
  waited: boolean,
  paint: Paint,
): string {
  const { accepted, created, updated, skipped, failed, unknown } = summary;
  const lines = validationLines(validation);
  if (summary.dry_run) lines.push([accepted, 'would be sent', 'nothing was sent']);
  else if (!waited) lines.push([accepted, 'accepted', 'sent, not waited for']);
  else {
    const fates: Line[] = [
      [created, '  created', ''],
      [updated, '  updated', ''],
      [skipped, '  skipped', 'by the service, which does not say why'],
      [failed, '  failed', ''],
      [unknown, '  unknown', 'they may or may not be in'],
    ];
    lines.push([accepted, 'accepted', ''], ...fates.filter(([n]) => n > 0));
  }
  return textLines(lines, paint);
}

function validationLines({
  rows,
  duplicates,
  suppressed,
  rejected,
  codes,
  suppressions,
}: ValidationResult): Line[] {
  const reasons = tally(codes, code => code !== 'duplicate' && code !== 'suppressed');
  const apart: Line[] = [
    [duplicates, 'duplicates', 'same address as an earlier row'],
    [suppressed, 'suppressed', `must not be mailed: ${tally(suppressions)}`],
    [rejected, 'rejected', reasons],
  ];
  return [[rows, rows === 1 ? 'row in the file' : 'rows in the file', ''], ...apart.filter(([n]) => n > 0)];
}

function textLines(lines: readonly Line[], paint: Paint): string {
  const width = Math.max(...lines.map(([n]) => grouped(n).length));
  return lines
    .map(([n, what, detail]) => textLine(grouped(n).padStart(width), what, detail, paint))
    .join('\n');
}

function textLine(n: string, what: string, detail: string, paint: Paint): string {
  const colour = {
    '  failed': paint.red,
    '  unknown': paint.red,
    rejected: paint.yellow,
    '  created': paint.green,
  }[what];
  const label = detail === '' ? what : what.padEnd(12);
  const line = `  ${n}  ${colour?.(label) ?? label}`;
  if (detail === '') return line;
  const indent = n.length + 18;
  const parts = linesOf(detail, 79 - indent).map(part => paint.dim(part));
  return `${line}  ${parts.join(`\n${' '.repeat(indent)}`)}`;
}

/** Divided after commas, so that no reason is torn apart. */
function linesOf(detail: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of detail.split(/(?<=,) /)) {
    const longer = `${lines.at(-1)} ${part}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** "unsubscribed 12, bounced 3": the most frequent first, the long tail counted. */
function tally<K extends string>(
  counts: ReadonlyMap<K, number>,
  wanted: (key: K) => boolean = () => true,
): string {
  const sorted = [...counts].filter(([key]) => wanted(key)).sort((a, b) => b[1] - a[1]);
  const shown = sorted.slice(0, 5).map(([key, n]) => `${key} ${grouped(n)}`);
  return sorted.length > 5 ? `${shown.join(', ')}, ${sorted.length - 5} more` : shown.join(', ');
}
