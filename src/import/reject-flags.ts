/** Rejected rows by column and cause, and the flags that help. */
import { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import { answerFlags } from './codec.ts';
import { columnName, lineName, typedColumn } from './columns/columns.ts';
import type { Dialect } from './columns/dialect.ts';
import type { Answers } from './options.ts';
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
  const skip = answerFlags(skipping(plan.dialect, column));
  return [...readingFlags({ ...reason, column }, plan), ...skip, '--bad-values drop'];
}

export function readingFlags(reason: ColumnReason, plan: Decided): string[] {
  const flags = readingsOf(reason, plan)
    .flatMap(({ change }) => answerFlags(change))
    // A mark at the end could be read as punctuation of the list.
    .map(flag => flag.replace(/(?<= )[^ ']*[.,]$/, "'$&'"));
  return flags.length === 0 ? [] : [flags.join(' or ')];
}

/** Ignores a column. */
export function skipping(dialect: Dialect, column: number): Partial<Answers> {
  return { map: [`${typedColumn(dialect, column)}=skip`] };
}

/** Keeps a column as text, in a new field: the field of the column itself is of another kind. */
export function keepingText(dialect: Dialect, column: number): Partial<Answers> {
  return { map: [`${typedColumn(dialect, column)}=new:${textFieldName(dialect, column)}:text`] };
}

export function textFieldName({ names }: Dialect, column: number): string {
  return `${names[column] ?? ''} (text)`;
}

/** One interpretation of an ambiguous column. */
export interface ValueReading {
  readonly option: 'dateFormat' | 'decimalMark';
  /** The decimal mark, or the date order. */
  readonly says: string;
  readonly change: Partial<Answers>;
}

/** The interpretations of an ambiguous column; none if it is not ambiguous. */
export function readingsOf({ cause, column }: ColumnReason, { dialect, rules }: Decided): ValueReading[] {
  const reading = (option: ValueReading['option']) => (says: string) => ({
    option,
    says,
    change: { [option]: [`${typedColumn(dialect, column)}=${says}`] },
  });
  if (cause === ambiguousNumber) return ['.', ','].map(reading('decimalMark'));
  if (cause !== ambiguousDate) return [];
  const possible = rules.formats.get(column)?.possibleOrders ?? [];
  return (possible.length < 2 ? dateOrders.slice(0, 2) : possible).map(reading('dateFormat'));
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

/** A column of a file, and what is wrong with it. */
export interface FileColumn {
  readonly plan: ImportPlan;
  readonly reason: ColumnReason;
}

/** Columns of a file that a terminal asks about. */
interface UnclearColumns {
  readonly ambiguous: readonly FileColumn[];
  /** Those of which no value fits the target field: a wrong target, or an unknown format. */
  readonly unfit: readonly FileColumn[];
  /** Those with dates that are left out because they have no year. */
  readonly leftOut: readonly FileColumn[];
}

/** The columns to ask about: those of which `--bad-values` says nothing. */
export function unclearColumns({ counts, fitting, plan }: CheckedFile): UnclearColumns {
  const aboutColumns = (reasons: readonly RejectReason[]): FileColumn[] =>
    reasons.flatMap(reason => {
      const { column } = reason;
      return column === undefined || plan.rules.badValues(column) !== undefined
        ? []
        : [{ plan, reason: { ...reason, column } }];
    });
  const rejected = aboutColumns(counts.reasons.sorted());
  return {
    ambiguous: rejected.filter(({ reason }) => readingsOf(reason, plan).length > 0),
    // In a rejects file all may be bad.
    unfit: plan.dialect.isRejects === true ? [] : unfitColumns(rejected, fitting),
    leftOut: aboutColumns(counts.dropped.sorted()).filter(({ reason }) => reason.cause === yearless),
  };
}

/** Fewer bad values may be typos. */
const fewest = 2;

function unfitColumns(rejected: readonly FileColumn[], fitting: Uint8Array): FileColumn[] {
  const columns = new Map<number, FileColumn>();
  for (const one of rejected) {
    const { code, column, count } = one.reason;
    if (code !== 'bad_value' || fitting[column] !== 0) continue;
    const known = columns.get(column);
    const sum = count + (known?.reason.count ?? 0);
    columns.set(column, { ...one, reason: { ...(known ?? one).reason, count: sum } });
  }
  return [...columns.values()].filter(({ reason }) => reason.count >= fewest);
}

/** The failure if columns do not fit and there is no terminal to ask. */
export function unfitFailure([first, ...others]: readonly [FileColumn, ...FileColumn[]]): Failure {
  const text = ({ reason, plan }: FileColumn) => unfitText(reason, plan.dialect);
  const flags = [first, ...others].flatMap(({ reason, plan }) => helpfulFlags(reason, plan));
  const texts = [first, ...others].flatMap(({ reason, plan }) =>
    answerFlags(keepingText(plan.dialect, reason.column)),
  );
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
