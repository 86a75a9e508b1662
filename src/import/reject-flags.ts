/** Rejected rows by column and cause, and the flags that help. */
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import { columnName, lineName, typedColumn } from './columns/columns.ts';
import type { Dialect } from './columns/dialect.ts';
import type { RejectReason } from './rows/file-counts.ts';
import { riskCauses } from './rows/risk/risk.ts';
import { yearless } from './rows/row-fields.ts';
import { dateOrders } from './rows/values/date-orders.ts';
import { ambiguousDate } from './rows/values/dates.ts';
import { ambiguousNumber } from './rows/values/numbers.ts';
import type { CheckedFile, ImportPlan } from './state.ts';

type Decided = Pick<ImportPlan, 'dialect' | 'rules'>;

/** A reason about one column. */
export type ColumnReason = RejectReason & { readonly column: number };

/** The flags that help against a reason; none if only the rows can be fixed. */
export function helpfulFlags(reason: RejectReason, plan: Decided): string[] {
  const { code, column } = reason;
  if (riskCauses.some(cause => cause === code)) return [`--risky ${code}=keep`];
  if (code !== 'bad_value' || column === undefined) return [];
  return [...readingFlags({ ...reason, column }, plan), skipFlag(plan.dialect, column), '--bad-values drop'];
}

export function readingFlags(reason: ColumnReason, plan: Decided): string[] {
  const readings = readingsOf(reason, plan).map(({ flag }) => flag);
  return readings.length === 0 ? [] : [readings.join(' or ')];
}

/** Quoted if its last character could be read as punctuation of the list around it. */
function wordInList(word: string): string {
  const quoted = shellWord(word);
  return quoted === word && /[.,]$/.test(word) ? `'${word}'` : quoted;
}

/** The flag that ignores a column. */
export function skipFlag(dialect: Dialect, column: number): string {
  return `--map ${shellWord(skipInstruction(dialect, column))}`;
}

/** The value of `--map` that ignores a column. */
export function skipInstruction(dialect: Dialect, column: number): string {
  return `${typedColumn(dialect, column)}=skip`;
}

/** The value of `--map` that keeps a column as text, in a new field. */
export function textInstruction(dialect: Dialect, column: number): string {
  return `${typedColumn(dialect, column)}=new:${textFieldName(dialect, column)}:text`;
}

/** The field of the column itself is of another kind. */
export function textFieldName({ names }: Dialect, column: number): string {
  return `${names[column] ?? ''} (text)`;
}

export function textFlag(dialect: Dialect, column: number): string {
  return `--map ${shellWord(textInstruction(dialect, column))}`;
}

/** One interpretation of an ambiguous column. */
export interface ValueReading {
  /** The option that selects it. */
  readonly option: 'dateFormat' | 'decimalMark';
  /** The decimal mark, or the date order. */
  readonly says: string;
  /** The value of the option. */
  readonly value: string;
  /** The flag, ready to paste. */
  readonly flag: string;
}

/** The interpretations of an ambiguous column; none if it is not ambiguous. */
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

/** `not a full date (297 rows), e.g. "04/01" in line 2`, prefixed with the column. */
export function reasonText(reason: RejectReason, dialect: Dialect): string {
  return `${columnPrefix(reason, dialect)}${exampleText(reason, dialect, ` (${counted(reason.count, 'row')})`)}`;
}

export function columnPrefix({ column }: RejectReason, dialect: Dialect): string {
  // The place names the file.
  return column === undefined ? '' : `${dialect.names[column] ?? ''}: `;
}

export function exampleText({ cause, example, line }: RejectReason, dialect: Dialect, counts = ''): string {
  const value = example === undefined || example === '' ? '' : `, e.g. "${example}"`;
  return `${cause}${counts}${value} in ${lineName(dialect, line)}`;
}

/** The ambiguous columns; none if `--bad-values` decides. */
export function ambiguousColumns({ counts, plan }: CheckedFile): ColumnReason[] {
  if (plan.options.given.includes('badValues') || plan.options.acceptsBadValues) return [];
  return counts.reasons.sorted().flatMap(reason => {
    const { column } = reason;
    const isAmbiguous = column !== undefined && readingsOf({ ...reason, column }, plan).length > 0;
    return isAmbiguous ? [{ ...reason, column }] : [];
  });
}

/** The columns with dates that are left out because they have no year; none if that was accepted. */
export function leftOutColumns({ counts, plan }: CheckedFile): ColumnReason[] {
  if (plan.options.given.includes('badValues') || plan.options.acceptsBadValues) return [];
  return counts.dropped.sorted().flatMap(reason => {
    const { column, cause } = reason;
    return column === undefined || cause !== yearless ? [] : [{ ...reason, column }];
  });
}

/** Fewer bad values may be typos. */
const fewest = 2;

/**
 * The columns of which no value fits the target field: a wrong target, or an unknown format. None if `--bad-
 * values` decides.
 */
export function unfitColumns({ counts, fitting, plan }: CheckedFile): ColumnReason[] {
  if (plan.options.given.includes('badValues') || plan.options.acceptsBadValues) return [];
  // In a rejects file all may be bad.
  if (plan.dialect.isRejects === true) return [];
  const columns = new Map<number, ColumnReason>();
  for (const reason of counts.reasons.sorted()) {
    const { column } = reason;
    if (reason.code !== 'bad_value' || column === undefined || fitting[column] !== 0) continue;
    const known = columns.get(column) ?? { ...reason, column, count: 0 };
    columns.set(column, { ...known, count: known.count + reason.count });
  }
  return [...columns.values()].filter(({ count }) => count >= fewest);
}

export interface FileColumn {
  readonly plan: ImportPlan;
  readonly reason: ColumnReason;
}

/** The failure if columns do not fit and there is no terminal to ask. */
export function unfitFailure([first, ...others]: readonly [FileColumn, ...FileColumn[]]): Failure {
  const text = ({ reason, plan }: FileColumn) => unfitText(reason, plan.dialect);
  const flags = [first, ...others].flatMap(({ reason, plan }) => helpfulFlags(reason, plan));
  const texts = [first, ...others].map(({ reason, plan }) => textFlag(plan.dialect, reason.column));
  return new Failure('bad_column', text(first), {
    details: others.map(text),
    hint: [...new Set(flags), ...texts, '--bad-values reject'].join(', '),
  });
}

/** The problem of a column of which no value fits. */
export function unfitText({ cause, column, count, example, line }: ColumnReason, dialect: Dialect): string {
  const where = lineName(dialect, line);
  return `${columnName(dialect, column)}: all ${grouped(count)} values are invalid: ${cause}, e.g. "${example}" in ${where}`;
}
