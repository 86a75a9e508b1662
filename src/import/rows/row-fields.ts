import { beginning } from '../../lib/text/beginning.ts';
import type { BadValue, ImportedSubscriber } from './parsed-row.ts';
import type { ColumnFormat } from './values/column-format.ts';
import { type FieldKind, parseExportedValue, parseValue } from './values/field-values.ts';
import { withoutEscape } from './values/formula-escape.ts';
import { problemOf } from './values/parsed-value.ts';

export interface FieldColumn {
  readonly column: number;
  readonly name: string;
  readonly variable: string;
  readonly kind: FieldKind;
  readonly format: ColumnFormat | undefined;
}

interface FieldRules {
  readonly roundTrip: boolean;
  readonly isEscaped: boolean;
  readonly yearless: RegExp | undefined;
}

export interface FieldsToRead {
  readonly columns: readonly FieldColumn[];
  readonly rules: FieldRules;
  /** False: skip values that cannot be wrong, and add none to the subscriber. */
  readonly isComplete: boolean;
  /** Gets 1 for each column with a value that fits its field, or is left out. */
  readonly fitting?: Uint8Array | undefined;
}

export const yearless = 'a date without a year';

export const furtherAddress = 'a further address of the person';

/** A longer cell is a mistake in the file, not a value. */
const maxCellLength = 100_000;
const maxShown = 80;

const none: readonly BadValue[] = [];

/** Adds the fields of a row to a subscriber. @returns values that do not fit */
export function addFields(
  subscriber: ImportedSubscriber,
  cells: readonly string[],
  { columns, rules, isComplete, fitting }: FieldsToRead,
): readonly BadValue[] {
  const read = rules.roundTrip ? parseExportedValue : parseValue;
  let bad: BadValue[] | undefined;
  for (const { column, name, variable, kind, format } of columns) {
    const cell = cells[column];
    if (cell === undefined || cell === '') continue;
    if (kind === 'text' && !isComplete && cell.length <= maxCellLength) continue;
    const isTooLong = cell.length > maxCellLength && !rules.roundTrip;
    const trimmed = rules.roundTrip ? cell : cell.trim();
    const exact = isTooLong ? beginning(trimmed, maxShown + 1).trim() : trimmed;
    const text = rules.isEscaped ? withoutEscape(exact) : exact;
    // An empty cell never erases a stored value.
    if (text === '') continue;
    if (!isComplete) format?.observe(text);
    const parse = isTooLong
      ? problemOf(text, `longer than ${maxCellLength} characters`)
      : read(kind, text, format?.rules ?? {});
    if ('value' in parse) {
      if (isComplete) {
        subscriber.fields ??= {};
        subscriber.fields[variable] = parse.value;
      }
      if (fitting !== undefined) fitting[column] = 1;
    } else {
      bad ??= [];
      const value = clip(text);
      if (kind === 'date' && rules.yearless?.test(text) === true) {
        const problem = `${name}: "${value}" is ${yearless}`;
        bad.push({ column, value, cause: yearless, problem, isLeftOut: true });
        if (fitting !== undefined) fitting[column] = 1;
      } else {
        bad.push({ column, value, cause: parse.cause, problem: `${name}: ${clip(parse.problem)}` });
      }
    }
  }
  return bad ?? none;
}

/** The first of several addresses in a cell. */
export function firstOf(cell: string, separator: string): string {
  return cell.split(separator).find(part => part.trim() !== '') ?? '';
}

/** The others, which are not sent. */
export function furtherAddresses(
  cell: string,
  separator: string,
  { column, name }: Pick<FieldColumn, 'column' | 'name'>,
): readonly BadValue[] {
  if (!cell.includes(separator)) return none;
  const [, ...further] = cell.split(separator).filter(part => part.trim() !== '');
  if (further.length === 0) return none;
  const value = clip(further.map(part => part.trim()).join(', '));
  const problem = `${name}: "${value}" is ${furtherAddress}`;
  return [{ column, value, cause: furtherAddress, problem, isLeftOut: true }];
}

export function badValuesText(values: readonly BadValue[]): string {
  return values.map(({ problem }) => problem).join('; ');
}

export function clip(text: string): string {
  return text.length > maxShown ? `${beginning(text, maxShown - 1)}…` : text;
}
