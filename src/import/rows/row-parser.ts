import { beginning } from '../../lib/beginning.ts';
import type { ColumnMapping } from '../mapping/columns.ts';
import type { ConsentRules } from '../mapping/consent.ts';
import type { CsvRow } from '../source/csv-reader.ts';
import type { ColumnFormat } from '../values/column-format.ts';
import { parseAddress } from '../values/email-address.ts';
import { type FieldKind, parseValue } from '../values/field-values.ts';
import { withoutEscape } from '../values/formula-escape.ts';
import { causeOf, problemOf } from '../values/parsed-value.ts';
import { parseExportedValue } from '../values/round-trip.ts';
import { addTags, type TagColumn, tagColumn } from '../values/tags.ts';
import type { ColumnFormats } from './column-formats.ts';
import type { ImportedSubscriber, ParsedRow, RejectedRow, RowCode } from './parsed-row.ts';
import { onlyShard, type Shard } from './shard.ts';

/** How the rows of a file are parsed. */
export interface RowRules {
  readonly formats: ColumnFormats;
  /** Number of columns of the header. */
  readonly width: number;
  readonly mapping: ColumnMapping;
  /** Names of the columns, for messages. */
  readonly names: readonly string[];
  readonly consent: ConsentRules | undefined;
  /** The separator of several addresses in a cell; the first one is taken. */
  readonly addressSeparator: string | undefined;
  /** How dates without a year are written, which are left out. */
  readonly yearless: RegExp | undefined;
  /** Removes what the exporting service added to cells to protect spreadsheets. */
  readonly clean: ((cells: readonly string[]) => readonly string[]) | undefined;
  /** The file is an export of this program: cells hold the exact values. */
  readonly roundTrip: boolean;
  /** The file comes from this program, which puts an apostrophe before what looks like an escaped formula. */
  readonly isEscaped: boolean;
  /** Columns in which U+FFFD stands for what could not be decoded; undefined: the file has none. */
  readonly undecoded: readonly number[] | undefined;
  /** The rows to take; undefined: all. */
  readonly shard: Shard | undefined;
  /** Tags for every row. */
  readonly tags: readonly string[];
  /** What to do with a value that does not fit its field: reject the row, or drop the value. */
  readonly badValues: 'reject' | 'drop';
}

/** What is noted of a column: a value fits its field, or is left out since the service writes no year. */
const [fits, isLeftOut] = [1, 2];

/** Columns with values that were left out, by what was noted of each. */
export function leftOutColumns(fitting: Uint8Array): number[] {
  return [...fitting].flatMap((noted, column) => ((noted & isLeftOut) === 0 ? [] : [column]));
}

/** A longer cell is a mistake in the file, not a value. */
const maxCellLength = 100_000;
/** Characters of a value that are shown. */
const maxShown = 80;

/**
 * Makes the function that parses a row: from cells to a subscriber, or the reason why not. It is called twice for
 * every row of the file, so everything that can be decided once is decided here.
 *
 * @param purpose to `validate`, values that cannot be wrong are left out of the subscriber
 * @param fitting gets, for each column, whether values fit its field, or are left out
 */
export function rowParser(
  rules: RowRules,
  purpose: 'validate' | 'send',
  fitting?: Uint8Array,
): (row: CsvRow) => ParsedRow {
  const { email, others } = rules.mapping;
  const { clean, addressSeparator } = rules;
  const isComplete = purpose === 'send';
  const { fieldColumns, tagColumns } = columnsOf(rules);
  const decode = rules.undecoded === undefined ? parse : onlyDecoded(parse, rules.undecoded);
  const parseRow = rules.consent === undefined ? decode : withMarks(decode, rules.consent);
  return rules.shard === undefined ? parseRow : onlyShard(parseRow, rules.shard);

  function parse(row: CsvRow): ParsedRow {
    const cells = clean === undefined ? row.cells : clean(row.cells);
    if (row.damaged) return rejected('malformed_row', damage(row), 'a quote out of place');
    if (cells.length > rules.width && hasMore(cells, rules.width)) {
      const reason = `${cells.length} cells where the header has ${rules.width}`;
      return rejected('ragged_row', reason, 'more cells than the header');
    }
    const column = others.length === 0 ? email : (firstFilled(cells, email, others) ?? email);
    const text = rules.isEscaped ? withoutEscape(cells[column] ?? '') : (cells[column] ?? '');
    const cell = addressSeparator === undefined ? text : firstOf(text, addressSeparator);
    const address = parseAddress(cell);
    if ('problem' in address) return withoutAddress(cell, address.problem, column);
    const reason = rules.consent?.suppressionReason(cells, address.address, column);
    if (reason !== undefined) return { kind: 'suppressed', key: address.key, reason };
    const isSame = rules.roundTrip && cell.toLowerCase() === address.address.toLowerCase();
    const subscriber: ImportedSubscriber = { email: isSame ? cell : address.address };
    const problem = addFields(subscriber, cells, fieldColumns, rules, isComplete, fitting);
    if (problem !== undefined) return problem;
    if (isComplete) addTags(subscriber, cells, tagColumns, rules.tags);
    const plain = address.address === cells[email];
    return { kind: 'subscriber', key: address.key, subscriber, plain };
  }
}

/** Searches rows that cannot be read for people who must not be mailed: other rows of theirs may look sound. */
function withMarks(parse: (row: CsvRow) => ParsedRow, consent: ConsentRules): (row: CsvRow) => ParsedRow {
  return row => {
    const parsed = parse(row);
    // A row with a bad value could be read, and its consent, too.
    if (parsed.kind !== 'rejected' || parsed.code === 'bad_value') return parsed;
    const marks = consent.addressesMarkedBy(row.cells);
    return marks.length === 0 ? parsed : { ...parsed, marks };
  };
}

/** Rejects rows in which something could not be decoded, unless the person must not be mailed anyway. */
function onlyDecoded(
  parse: (row: CsvRow) => ParsedRow,
  columns: readonly number[],
): (row: CsvRow) => ParsedRow {
  return row => {
    const parsed = parse(row);
    const bad = columns.find(column => row.cells[column]?.includes('\ufffd'));
    if (bad === undefined || (parsed.kind !== 'subscriber' && parsed.kind !== 'rejected')) return parsed;
    const value = clip(row.cells[bad] ?? '');
    const cause = 'with bytes that cannot be decoded';
    return rejected('bad_encoding', `"${value}" holds bytes that cannot be decoded`, cause, {
      column: bad,
      value,
    });
  };
}

/**
 * Makes the function that parses a row again which the first pass found to be a subscriber with a plain address. It
 * checks nothing: the file must not have changed since.
 */
export function plainRowParser(rules: RowRules): (row: CsvRow) => ImportedSubscriber {
  const { clean, mapping } = rules;
  const { fieldColumns, tagColumns } = columnsOf(rules);
  return row => {
    const cells = clean === undefined ? row.cells : clean(row.cells);
    const subscriber: ImportedSubscriber = { email: cells[mapping.email] ?? '' };
    addFields(subscriber, cells, fieldColumns, rules, true);
    addTags(subscriber, cells, tagColumns, rules.tags);
    return subscriber;
  };
}

function columnsOf({ mapping: { targets }, formats, roundTrip, isEscaped }: RowRules): {
  readonly fieldColumns: readonly FieldColumn[];
  readonly tagColumns: readonly TagColumn[];
} {
  return {
    fieldColumns: targets.flatMap((t, column) =>
      t.to === 'field' ? [{ column, ...t, format: formats.get(column) }] : [],
    ),
    tagColumns: targets.flatMap((t, column) =>
      t.to === 'tags' ? [tagColumn(column, t, { roundTrip, isEscaped })] : [],
    ),
  };
}

function rejected(
  code: RowCode,
  reason: string,
  cause: string,
  at?: { readonly column: number; readonly value?: string },
): RejectedRow {
  return { kind: 'rejected', code, reason, cause, ...at };
}

function damage({ line, cells: [raw = ''] }: CsvRow): string {
  const inner = raw.split('\n').length - 1;
  return `a quote is out of place in ${inner === 0 ? 'this line' : `lines ${line} to ${line + inner}`}`;
}

function withoutAddress(cell: string, problem: string, column: number): RejectedRow {
  const isBlank = !/[^\p{Z}\p{C}]/u.test(cell);
  return isBlank
    ? rejected('missing_email', 'no address', 'no address', { column })
    : rejected('invalid_email', `"${clip(cell)}": ${problem}`, 'not an email address', {
        column,
        value: clip(cell),
      });
}

function hasMore(cells: readonly string[], width: number): boolean {
  for (let i = width; i < cells.length; i++) if ((cells[i] ?? '').trim() !== '') return true;
  return false;
}

interface FieldColumn {
  readonly column: number;
  readonly variable: string;
  readonly kind: FieldKind;
  /** How its numbers or dates are written. */
  readonly format: ColumnFormat | undefined;
}

/** Gives a subscriber the fields of a row. Returns what is wrong with a value, if the row is to be rejected for it. */
function addFields(
  subscriber: ImportedSubscriber,
  cells: readonly string[],
  columns: readonly FieldColumn[],
  rules: RowRules,
  isComplete: boolean,
  fitting?: Uint8Array,
): RejectedRow | undefined {
  let rejectedFor: RejectedRow | undefined;
  for (const { column, variable, kind, format } of columns) {
    const cell = cells[column];
    if (cell === undefined || cell === '') continue;
    const tooLong = cell.length > maxCellLength && !rules.roundTrip;
    // A text that is not too long cannot be wrong.
    if (kind === 'text' && !isComplete && !tooLong) continue;
    const trimmed = rules.roundTrip ? cell : cell.trim();
    const exact = tooLong ? beginning(trimmed, maxShown + 1).trim() : trimmed;
    const text = rules.isEscaped ? withoutEscape(exact) : exact;
    // An empty cell never erases a stored value.
    if (text === '') continue;
    if (!isComplete) format?.observe(text);
    const parse = tooLong
      ? problemOf(text, `longer than ${maxCellLength} characters`)
      : rules.roundTrip
        ? parseExportedValue(kind, text, format?.rules ?? {})
        : parseValue(kind, text, format?.rules ?? {});
    if ('value' in parse) {
      subscriber.fields ??= {};
      subscriber.fields[variable] = parse.value;
      if (fitting !== undefined) fitting[column] = (fitting[column] ?? 0) | fits;
    } else if (kind === 'date' && rules.yearless?.test(text) === true) {
      if (fitting !== undefined) fitting[column] = (fitting[column] ?? 0) | isLeftOut;
    } else if (rules.badValues === 'reject') {
      const reason = `${rules.names[column]}: ${clip(parse.problem)}`;
      // The other columns are looked at all the same: each is judged by all its values.
      rejectedFor ??= rejected('bad_value', reason, causeOf(parse.problem, text.trim()), {
        column,
        value: clip(text),
      });
    }
  }
  return rejectedFor;
}

function firstFilled(cells: readonly string[], email: number, others: readonly number[]): number | undefined {
  return [email, ...others].find(column => (cells[column] ?? '').trim() !== '');
}

function firstOf(cell: string, separator: string): string {
  return cell.split(separator).find(part => part.trim() !== '') ?? '';
}

function clip(text: string): string {
  return text.length > maxShown ? `${beginning(text, maxShown - 1)}…` : text;
}
