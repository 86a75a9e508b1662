/** The preview before anything is sent. */

import type { LineSet } from '../lib/line-set.ts';
import type { Paint, Terminal } from '../terminal/terminal.ts';
import type { Source } from './files/source.ts';
import { type Batch, requestBody, type SubscriberPlaces } from './jobs/batch.ts';
import { makeBatches } from './jobs/batches.ts';
import { newFieldsOf } from './new-fields.ts';
import type { ImportedSubscriber } from './rows/parsed-row.ts';
import type { RowNumbers } from './rows/row-numbers.ts';
import { targetName } from './rows/values/target.ts';
import type { CheckedImport, ImportPlan, NewField, PlannedFile } from './state.ts';

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};
const sampleRows = 3;

/**
 * How the file is read: its layout, and the target of each column.
 *
 * @param most maximum number of lines for columns (default: all)
 */
export function planText(
  source: Source,
  plan: ImportPlan,
  paint: Paint,
  most = Number.POSITIVE_INFINITY,
): string {
  const { consent, detected, note } = plan;
  const lines = [`${paint.bold(plan.label)}: ${layout(source, plan)}`];
  if (detected !== undefined) {
    const { label } = detected.preset;
    lines.push(
      detected.isGiven
        ? `  read as an export of ${label}`
        : `  looks like an export of ${label}${paint.dim('  (if not: --from none)')}`,
    );
  }
  lines.push(...columnLines(plan, paint, most));
  if (consent !== undefined && consent.columns.length > 0) {
    lines.push(`  opt-outs are read from: ${consent.columns.join(', ')}`);
  }
  if (note !== undefined) lines.push(paint.yellow(`  note: ${note}`));
  lines.push(...ignoredLines(plan, paint, most));
  return lines.join('\n');
}

function columnLines(plan: ImportPlan, paint: Paint, most: number): string[] {
  const { dialect, mapping, newFields } = plan;
  const created = new Set(newFields.map(field => field.column));
  const width = Math.min(30, Math.max(...dialect.names.map(name => name.length)));
  const read = mapping.targets.flatMap((target, column) => {
    if (target.to === 'ignored' || target.to === 'skip') return [];
    const kind = target.to === 'field' ? ` (${created.has(column) ? 'new, ' : ''}${target.kind})` : '';
    return [{ column, goesTo: targetName(target), kind }];
  });
  // One line more is not worth a line that announces it.
  const shown = read.length <= most ? read : read.slice(0, Math.max(1, most - 1));
  const middle = Math.max(0, ...shown.map(({ goesTo, kind }) => goesTo.length + kind.length));
  const lines = shown.map(({ column, goesTo, kind }) => {
    const name = (dialect.names[column] ?? '').padEnd(width);
    const example = `${' '.repeat(middle - goesTo.length - kind.length)}  ${exampleIn(plan, column)}`;
    return `  ${name}  →  ${goesTo}${paint.dim(`${kind}${example}`.trimEnd())}`;
  });
  const rest = read.slice(shown.length).map(({ column }) => dialect.names[column] ?? '');
  return rest.length === 0 ? lines : [...lines, `  and ${listed(rest, 60)}`];
}

function ignoredLines({ ignored }: ImportPlan, paint: Paint, most: number): string[] {
  if (ignored.length === 0) return [];
  const names = most === Number.POSITIVE_INFINITY ? ignored.join(', ') : listed(ignored, 30);
  return [paint.yellow(`  ignored: ${names}`) + paint.dim('  (--map, --create-fields)')];
}

/** As many names as fit, and the number of the others. */
function listed(names: readonly string[], width: number): string {
  let text = '';
  for (const [i, name] of names.entries()) {
    const longer = text === '' ? name : `${text}, ${name}`;
    if (i > 0 && longer.length > width) return `${text} and ${names.length - i} more`;
    text = longer;
  }
  return text;
}

/** Lines of a screen below the plans: a question with its choices, and lines to spare. */
const rowsBelow = 9;
/** Lines of a file besides its columns. */
const linesOfFile = 3;

/** The plans of all files, one below the other, with room for further lines on the screen. */
export function planScreen(
  files: readonly PlannedFile[],
  further: number,
  { height, paint }: Pick<Terminal, 'height' | 'paint'>,
): string {
  const room = Math.floor((height - further - rowsBelow) / files.length) - linesOfFile;
  const most = Math.max(files.length === 1 ? 4 : 2, room);
  return files.map(({ source, plan }) => planText(source, plan, paint, most)).join('\n');
}

/** A value of the column, to compare with its name. */
export function exampleIn({ sample }: ImportPlan, column: number): string {
  const row = sample.find(({ cells, damaged }) => !damaged && (cells[column] ?? '').trim() !== '');
  const text = (row?.cells[column] ?? '').trim().replace(/\s+/g, ' ');
  return text.length > 32 ? `${text.slice(0, 31)}…` : text;
}

function layout(source: Source, { dialect }: ImportPlan): string {
  const header = dialect.hasHeader ? `header on line ${dialect.headerLine}` : 'no header';
  if (source.form !== 'text')
    return [source.note, source.header === undefined ? header : ''].filter(Boolean).join(', ');
  const delimiter = delimiterNames[dialect.delimiter] ?? `"${dialect.delimiter}"`;
  return [source.note, `${delimiter}-separated`, header].filter(part => part !== undefined).join(', ');
}

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
  const limits = { rows: sampleRows, bytes: options.maxBody };
  const count = validation.accepted - unchanged.count;
  if (count === 0) return undefined;
  let next = 0;
  const takes = () => unchanged.places?.has(next++) !== true;
  const batches = makeBatches({
    files,
    validation,
    rule: options.duplicates,
    limits,
    selection: { count, takes },
  });
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
