/** Why rows are rejected, and the flags that help. */
import { counted } from '../../terminal/numbers.ts';
import type { Paint } from '../../terminal/terminal.ts';
import { answerFlags } from '../codec.ts';
import type { ColumnFormats } from '../columns/column-formats.ts';
import { lineName, typedColumn } from '../columns/columns.ts';
import type { Dialect } from '../columns/dialect.ts';
import type { Answers } from '../options.ts';
import type { RejectReason } from '../rows/file-counts.ts';
import { riskCauses } from '../rows/risk/risk.ts';
import { ambiguousDate, dateOrders } from '../rows/values/dates.ts';
import { ambiguousNumber } from '../rows/values/numbers.ts';
import type { CheckedImport, ImportPlan } from '../state.ts';
import { sameColumns, withoutFile } from './same-columns.ts';

type Decided = Pick<ImportPlan, 'dialect' | 'formats'>;

/** A reason about one column. */
export type ColumnReason = RejectReason & { readonly column: number };

/** The flags that help against a reason; none if only the rows can be fixed. */
function helpfulFlags(reason: RejectReason, plan: Decided): string[] {
  const { code, column } = reason;
  if (riskCauses.some(cause => cause === code)) return [`--risky ${code}=keep`];
  if (code !== 'bad_value' || column === undefined) return [];
  const skip = answerFlags(skipping(plan.dialect, column));
  return [...readingFlags({ ...reason, column }, plan), ...skip, '--bad-values drop'];
}

export function readingFlags(reason: ColumnReason, plan: Decided): string[] {
  const flags = readingsOf(reason, plan.formats)
    .flatMap(({ change }) => answerFlags(change(plan.dialect, reason.column)))
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

export const textFieldOf = (name: string) => `${name} text`;

export function textFieldName({ names }: Dialect, column: number): string {
  return textFieldOf(names[column] ?? '');
}

/** One interpretation of an ambiguous column. */
export interface ValueReading {
  readonly option: 'dateFormat' | 'decimalMark';
  /** The decimal mark, or the date order. */
  readonly says: string;
  readonly change: (dialect: Dialect, column: number) => Partial<Answers>;
}

/** The interpretations of an ambiguous column; none if it is not ambiguous. */
export function readingsOf({ cause, column }: ColumnReason, formats: ColumnFormats): ValueReading[] {
  const reading = (option: ValueReading['option']) => (says: string) => ({
    option,
    says,
    change: (dialect: Dialect, column: number) => ({ [option]: [`${typedColumn(dialect, column)}=${says}`] }),
  });
  if (cause === ambiguousNumber) return ['.', ','].map(reading('decimalMark'));
  if (cause !== ambiguousDate) return [];
  const possible = formats.get(column)?.possibleOrders ?? [];
  return (possible.length < 2 ? dateOrders.slice(0, 2) : possible).map(reading('dateFormat'));
}

export function columnPrefix({ column }: RejectReason, dialect: Dialect): string {
  // The place names the file.
  return column === undefined ? '' : `${dialect.names[column] ?? ''}: `;
}

/** `not a full date (297 rows), e.g. "04/01" in line 2`. */
export function exampleText({ cause, example, line }: RejectReason, dialect: Dialect, counts = ''): string {
  const value = example === undefined || example === '' ? '' : `, e.g. "${example}"`;
  return `${cause}${counts}${value} in ${lineName(dialect, line)}`;
}

/** Reasons shown; the rejects file has all. */
const mostReasons = 8;

/** The reasons of all files. Those about the same column of every file that has it are one, and so are their flags. */
function joined(files: CheckedImport['files']) {
  const all = files.flatMap(({ plan, counts }) =>
    counts.reasons.sorted().map(reason => ({ plan, reason, column: reason.column })),
  );
  const plans = files.map(({ plan }) => plan);
  return sameColumns(all, plans, ({ reason }) => `${reason.code} ${reason.cause}`).map(group => {
    const [first, ...others] = group;
    const count = group.reduce((sum, { reason }) => sum + reason.count, 0);
    const { dialect, formats } = first.plan;
    const plan = { formats, dialect: others.length === 0 ? dialect : withoutFile(dialect) };
    return { plan, reason: { ...first.reason, count } };
  });
}

/** Why rows are rejected, by column and cause, with the flags that help: one per line. */
export function reasonTexts(
  { files }: CheckedImport,
  showAddresses: boolean,
  dim: Paint['dim'] = text => text,
): string[] {
  const sorted = joined(files).sort((a, b) => b.reason.count - a.reason.count);
  const texts = sorted.slice(0, mostReasons).map(({ plan, reason }) => {
    const isShown = showAddresses || reason.code === 'bad_value';
    const shown = isShown ? reason : { ...reason, example: undefined };
    const rows = ` (${counted(reason.count, 'row')})`;
    const text = columnPrefix(reason, plan.dialect) + exampleText(shown, plan.dialect, rows);
    const flags = helpfulFlags(reason, plan).join(', ');
    return flags === '' ? text : `${text}${dim(`: ${flags}`)}`;
  });
  const rest = sorted.length - texts.length;
  return rest > 0 ? [...texts, `and ${counted(rest, 'more reason')}`] : texts;
}

export function reasonLines(found: CheckedImport, paint: Paint): string[] {
  const lines = reasonTexts(found, true, paint.dim).map(text => `    ${text}`);
  return lines.length === 0 ? [] : [paint.yellow('  rows to fix:'), ...lines];
}
