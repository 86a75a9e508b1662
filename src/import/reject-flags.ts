/** Rejected rows by column and cause: what people can do about them. */
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/shell-word.ts';
import { grouped } from '../terminal/numbers.ts';
import type { CheckedFile } from './checked-file.ts';
import type { Dialect } from './mapping/dialect.ts';
import { normalizeName } from './mapping/header-names.ts';
import type { RejectReason } from './rows/reject-reasons.ts';
import { ambiguousDate } from './values/dates.ts';
import { ambiguousNumber } from './values/numbers.ts';

/** A reason that is about a column. */
export type ColumnReason = RejectReason & { readonly column: number };

const formatFlags: ReadonlyMap<string, readonly string[]> = new Map([
  [ambiguousDate, ['--date-format DD/MM/YYYY']],
  [ambiguousNumber, ['--decimal-mark .', '--decimal-mark ,']],
]);

/** The flags that help against a reason; none where only the rows themselves can be fixed. */
export function helpfulFlags({ code, cause, column }: RejectReason, dialect: Dialect): string[] {
  if (code !== 'bad_value' || column === undefined) return [];
  const format = formatFlags.get(cause) ?? [];
  return [...format, `--map ${shellWord(`${typedColumn(dialect, column)}=skip`)}`, '--bad-values drop'];
}

/** `297 not a full date, e.g. "04/01" (line 2)`, the column before it. */
export function reasonText({ cause, column, count, example, line }: RejectReason, dialect: Dialect): string {
  const name = column === undefined ? '' : `${dialect.names[column]}: `;
  const value = example === undefined || example === '' ? '' : `, e.g. "${example}"`;
  return `${name}${grouped(count)} ${cause}${value} (line ${line})`;
}

/** How `--map` finds a column: by its header, or by its number where other columns have the same header. */
function typedColumn({ header }: Dialect, column: number): string {
  const name = (header[column] ?? '').trim();
  const isUnique = header.filter(other => normalizeName(other) === normalizeName(name)).length === 1;
  return normalizeName(name) !== '' && isUnique ? name : String(column + 1);
}

/** Fewer bad values may be slips. */
const fewest = 2;

/**
 * The columns of which no value fits the field they go to: they are mapped to the wrong field, or written in a way that
 * the import does not know. None where `--bad-values` says what to do.
 */
export function unfitColumns({ validation, fitting, options }: CheckedFile): ColumnReason[] {
  if (options.given.includes('badValues')) return [];
  const columns = new Map<number, ColumnReason>();
  for (const reason of validation.reasons.sorted()) {
    const { column } = reason;
    if (reason.code !== 'bad_value' || column === undefined || fitting[column] !== 0) continue;
    const known = columns.get(column) ?? { ...reason, column, count: 0 };
    columns.set(column, { ...known, count: known.count + reason.count });
  }
  return [...columns.values()].filter(({ count }) => count >= fewest);
}

/** The failure when columns do not fit, and nobody can be asked. */
export function unfitFailure(
  { plan: { dialect } }: CheckedFile,
  unfit: readonly [ColumnReason, ...ColumnReason[]],
): Failure {
  const [first, ...others] = unfit;
  const texts = others.map(reason => unfitText(reason, dialect));
  return new Failure('bad_column', unfitText(first, dialect), {
    details: texts,
    hint: [...new Set(unfit.flatMap(reason => helpfulFlags(reason, dialect))), '--bad-values reject'].join(
      ', ',
    ),
  });
}

/** What is wrong with a column of which no value fits. */
export function unfitText({ cause, column, count, example, line }: ColumnReason, dialect: Dialect): string {
  return `${dialect.names[column]}: none of ${grouped(count)} values fits: ${cause}, e.g. "${example}" (line ${line})`;
}
