/** Rejected rows by column and cause: what people can do about them. */
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/shell-word.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import { columnName, lineName, typedColumn } from './columns/columns.ts';
import type { Dialect } from './columns/dialect.ts';
import type { FileCounts, RejectReason } from './rows/file-counts.ts';
import type { FileWarning } from './rows/file-warnings.ts';
import { riskCauses } from './rows/risk/risk.ts';
import { dateOrders } from './rows/values/date-orders.ts';
import { ambiguousDate } from './rows/values/dates.ts';
import { ambiguousNumber } from './rows/values/numbers.ts';
import type { CheckedFile, CheckedImport, ImportPlan } from './state.ts';

/** What has been decided about the columns. */
type Decided = Pick<ImportPlan, 'dialect' | 'rules'>;

/** A reason that is about a column. */
export type ColumnReason = RejectReason & { readonly column: number };

/** The flags that help against a reason; none where only the rows themselves can be fixed. */
export function helpfulFlags(reason: RejectReason, plan: Decided): string[] {
  const { code, column } = reason;
  if (riskCauses.some(cause => cause === code)) return [`--risky ${code}=keep`];
  if (code !== 'bad_value' || column === undefined) return [];
  const readings = readingsOf({ ...reason, column }, plan).map(({ flag }) => flag);
  return [
    ...(readings.length === 0 ? [] : [readings.join(' or ')]),
    skipFlag(plan.dialect, column),
    '--bad-values drop',
  ];
}

/** Quoted where it ends in a mark that could belong to the list that it stands in. */
function wordInList(word: string): string {
  const quoted = shellWord(word);
  return quoted === word && /[.,]$/.test(word) ? `'${word}'` : quoted;
}

/** The flag that leaves a column out. */
export function skipFlag(dialect: Dialect, column: number): string {
  return `--map ${shellWord(skipInstruction(dialect, column))}`;
}

/** The value of `--map` that leaves a column out. */
export function skipInstruction(dialect: Dialect, column: number): string {
  return `${typedColumn(dialect, column)}=skip`;
}

/** A way to read the values of a column that can be read in several. */
export interface ValueReading {
  /** The option that says so. */
  readonly option: 'dateFormat' | 'decimalMark';
  /** The decimal mark, or the order of dates. */
  readonly says: string;
  /** The value of the option. */
  readonly value: string;
  /** The same, ready to be pasted. */
  readonly flag: string;
}

/** The ways to read an ambiguous column; none when it is not ambiguous. */
export function readingsOf({ cause, column }: ColumnReason, { dialect, rules }: Decided): ValueReading[] {
  const name = typedColumn(dialect, column);
  const reading = (option: ValueReading['option'], flag: string) => (says: string) => ({
    option,
    says,
    value: `${name}=${says}`,
    flag: `${flag} ${wordInList(`${name}=${says}`)}`,
  });
  if (cause === ambiguousNumber) return ['.', ','].map(reading('decimalMark', '--decimal-mark'));
  if (cause !== ambiguousDate) return [];
  const possible = rules.formats.get(column)?.possibleOrders ?? [];
  return (possible.length < 2 ? dateOrders.slice(0, 2) : possible).map(
    reading('dateFormat', '--date-format'),
  );
}

/** `not a full date (297 rows), e.g. "04/01" in line 2`, the column before it. */
export function reasonText({ cause, column, count, example, line }: RejectReason, dialect: Dialect): string {
  const name = column === undefined ? '' : `${columnName(dialect, column)}: `;
  const value = example === undefined || example === '' ? '' : `, e.g. "${example}"`;
  return `${name}${cause} (${counted(count, 'row')})${value} in ${lineName(dialect, line)}`;
}

/** The columns with values that can be read in several ways. None where `--bad-values` says what to do. */
export function ambiguousColumns({ counts, plan }: CheckedFile): ColumnReason[] {
  if (plan.options.given.includes('badValues') || plan.answers.rejectsBadValues) return [];
  return counts.reasons.sorted().flatMap(reason => {
    const { column } = reason;
    const isAmbiguous = column !== undefined && readingsOf({ ...reason, column }, plan).length > 0;
    return isAmbiguous ? [{ ...reason, column }] : [];
  });
}

/** Fewer bad values may be slips. */
const fewest = 2;

/**
 * The columns of which no value fits the field they go to: they are mapped to the wrong field, or written in a way that
 * the import does not know. None where `--bad-values` says what to do.
 */
export function unfitColumns({ counts, fitting, plan }: CheckedFile): ColumnReason[] {
  if (plan.options.given.includes('badValues') || plan.answers.rejectsBadValues) return [];
  const columns = new Map<number, ColumnReason>();
  for (const reason of counts.reasons.sorted()) {
    const { column } = reason;
    if (reason.code !== 'bad_value' || column === undefined || fitting[column] !== 0) continue;
    const known = columns.get(column) ?? { ...reason, column, count: 0 };
    columns.set(column, { ...known, count: known.count + reason.count });
  }
  return [...columns.values()].filter(({ count }) => count >= fewest);
}

/** A column of one of the files. */
export interface FileColumn {
  readonly plan: ImportPlan;
  readonly reason: ColumnReason;
}

/** The failure when columns do not fit, and nobody can be asked. */
export function unfitFailure([first, ...others]: readonly [FileColumn, ...FileColumn[]]): Failure {
  const text = ({ reason, plan }: FileColumn) => unfitText(reason, plan.dialect);
  const flags = [first, ...others].flatMap(({ reason, plan }) => helpfulFlags(reason, plan));
  return new Failure('bad_column', text(first), {
    details: others.map(text),
    hint: [...new Set(flags), '--bad-values reject'].join(', '),
  });
}

/** What is wrong with a column of which no value fits. */
export function unfitText({ cause, column, count, example, line }: ColumnReason, dialect: Dialect): string {
  const where = lineName(dialect, line);
  return `${columnName(dialect, column)}: all ${grouped(count)} values are invalid: ${cause}, e.g. "${example}" in ${where}`;
}

/** What does not stop the import, but may not be as it was meant. */
export function warningsOf({ files }: Pick<CheckedImport, 'files'>): FileWarning[] {
  return files.flatMap(({ plan, counts }) => {
    const found = warningsOfFile(plan, counts);
    if (files.length === 1) return found;
    const { label } = plan;
    return found.map(one => ({ ...one, file: label, message: withFile(one.message, label) }));
  });
}

/** The message of a warning about one of several files. */
function withFile(message: string, label: string): string {
  return message.startsWith(`${label}:`) ? message : `${label}: ${message}`;
}

function warningsOfFile({ consent, dialect }: ImportPlan, { warnings }: FileCounts): FileWarning[] {
  const mentions = (consent?.mentioning ?? []).map(({ name, column, count, example, line }): FileWarning => {
    const texts = count === 1 ? 'a text mentions' : `${grouped(count)} texts mention`;
    const where = `${columnName(dialect, column)}: ${texts}`;
    const message = `${where} an opt-out, e.g. "${example}" (${lineName(dialect, line)}); text does not leave anyone out`;
    return { code: 'mentions_opt_out', column: name, count, example, line, message };
  });
  return [...warnings, ...mentions];
}
