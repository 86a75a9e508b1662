import type { ColumnMapping } from '../mapping/columns.ts';
import type { ConsentRules } from '../mapping/consent.ts';
import type { CsvRow } from '../source/csv-reader.ts';
import { parseAddress } from '../values/email-address.ts';
import { type FieldKind, type FieldValue, parseValue, type ValueRules } from '../values/field-values.ts';
import { withoutEscape } from '../values/formula-escape.ts';
import { parseExportedValue } from '../values/round-trip.ts';
import { addTags, type TagColumn, tagColumn } from '../values/tags.ts';

/** Why a row is not sent as it stands: a public list (`_code` in the rejects file). */
export type RowCode =
  | 'invalid_email'
  | 'missing_email'
  | 'suppressed'
  | 'duplicate'
  | 'bad_value'
  | 'ragged_row'
  | 'malformed_row'
  | 'job_failed';

/** One element of `subscribers` in POST /v1/subscriber-imports: what POST /v1/subscribers takes, less what is empty. */
export interface ImportedSubscriber {
  email: string;
  fields?: Record<string, FieldValue>;
  tags?: readonly string[];
}

export type ParsedRow =
  | {
      readonly kind: 'subscriber';
      readonly key: string;
      readonly subscriber: ImportedSubscriber;
      /** The cell of the address column is the address, to the letter. */
      readonly plain: boolean;
    }
  | {
      readonly kind: 'suppressed';
      readonly key: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'rejected';
      readonly code: RowCode;
      readonly reason: string;
    }
  /** Another machine's row. */
  | { readonly kind: 'elsewhere' };

export interface RowRules extends ValueRules {
  /** How many columns the header has. */
  readonly width: number;
  readonly mapping: ColumnMapping;
  readonly names: readonly string[];
  readonly consent: ConsentRules | undefined;
  /** What divides several addresses in a cell: the first is taken. */
  readonly addressSeparator: string | undefined;
  /** Takes away what the service put into cells for the sake of spreadsheets. */
  readonly clean: ((cells: readonly string[]) => readonly string[]) | undefined;
  /** Cells hold values to the letter. */
  readonly roundTrip: boolean;
  /** Which rows are ours: share `share` (from 1) of `of`. */
  readonly shard: { readonly share: number; readonly of: number } | undefined;
  /** Tags that go on every row. */
  readonly tags: readonly string[];
  /** What to do with a value that does not fit its field: reject the row, or drop the value. */
  readonly badValues: 'reject' | 'drop';
}

/** A cell longer than this is a mistake in the file, not a value. */
const longestCell = 100_000;

/**
 * Makes the function that reads a row: from cells to a subscriber, or why not.
 * It is called twice for every row of the file, so it decides nothing that it could know beforehand.
 *
 * @param purpose to `validate`, what can never be wrong is left out of the subscriber
 */
export function rowParser(rules: RowRules, purpose: 'validate' | 'send'): (row: CsvRow) => ParsedRow {
  const { email, others } = rules.mapping;
  const { clean, addressSeparator } = rules;
  const whole = purpose === 'send';
  const { fieldColumns, tagColumns } = columnsOf(rules);
  return rules.shard === undefined ? parse : onlyShard(parse, rules.shard);

  function parse(row: CsvRow): ParsedRow {
    const cells = clean === undefined ? row.cells : clean(row.cells);
    if (row.damaged) return rejected('malformed_row', 'a quote is out of place in this line');
    if (cells.length > rules.width && hasMore(cells, rules.width)) {
      return rejected('ragged_row', `${cells.length} cells where the header has ${rules.width}`);
    }
    const column = others.length === 0 ? email : (firstFilled(cells, email, others) ?? email);
    const text = withoutEscape(cells[column] ?? '');
    const cell = addressSeparator === undefined ? text : firstOf(text, addressSeparator);
    const address = parseAddress(cell);
    if ('problem' in address) {
      const blank = !/[^\p{Z}\p{C}]/u.test(cell);
      return rejected(
        blank ? 'missing_email' : 'invalid_email',
        blank ? 'no address' : `"${clip(cell)}": ${address.problem}`,
      );
    }
    const against = rules.consent?.suppressionReason(cells, address.address, column);
    if (against !== undefined) return { kind: 'suppressed', key: address.key, reason: against };
    const isSame = rules.roundTrip && cell.toLowerCase() === address.address.toLowerCase();
    const subscriber: ImportedSubscriber = { email: isSame ? cell : address.address };
    const problem = readFields(subscriber, cells, fieldColumns, rules, whole);
    if (problem !== undefined) return rejected('bad_value', problem);
    if (whole) addTags(subscriber, cells, tagColumns, rules.tags);
    const plain = address.address === cells[email];
    return { kind: 'subscriber', key: address.key, subscriber, plain };
  }
}

/**
 * Makes the function that reads a row again which has been found to be a plain subscriber's: the address is taken as
 * it stands. Nothing about the row may have changed since.
 */
export function plainRowParser(rules: RowRules): (row: CsvRow) => ImportedSubscriber {
  const { clean, mapping } = rules;
  const { fieldColumns, tagColumns } = columnsOf(rules);
  return row => {
    const cells = clean === undefined ? row.cells : clean(row.cells);
    const subscriber: ImportedSubscriber = { email: cells[mapping.email] ?? '' };
    readFields(subscriber, cells, fieldColumns, rules, true);
    addTags(subscriber, cells, tagColumns, rules.tags);
    return subscriber;
  };
}

function columnsOf({ mapping: { targets }, roundTrip: exact }: RowRules): {
  readonly fieldColumns: readonly FieldColumn[];
  readonly tagColumns: readonly TagColumn[];
} {
  return {
    fieldColumns: targets.flatMap((t, column) => (t.to === 'field' ? [{ column, ...t }] : [])),
    tagColumns: targets.flatMap((t, column) => (t.to === 'tags' ? [tagColumn(column, t, exact)] : [])),
  };
}

/** Only the rows of one share: by the address, so that rows of one address meet on one machine. */
function onlyShard(
  parse: (row: CsvRow) => ParsedRow,
  { share, of }: NonNullable<RowRules['shard']>,
): (row: CsvRow) => ParsedRow {
  return row => {
    const parsed = parse(row);
    const text = 'key' in parsed ? parsed.key : row.cells.join('\n');
    return shardNumber(text, of) === share ? parsed : { kind: 'elsewhere' };
  };
}

/** Which of `of` shares a text belongs to, from 1 (FNV-1a). */
function shardNumber(text: string, of: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 0) % of) + 1;
}

function rejected(code: RowCode, reason: string): ParsedRow {
  return { kind: 'rejected', code, reason };
}

function hasMore(cells: readonly string[], width: number): boolean {
  for (let i = width; i < cells.length; i++) if ((cells[i] ?? '').trim() !== '') return true;
  return false;
}

interface FieldColumn {
  readonly column: number;
  readonly variable: string;
  readonly kind: FieldKind;
}

function readFields(
  subscriber: ImportedSubscriber,
  cells: readonly string[],
  columns: readonly FieldColumn[],
  rules: RowRules,
  whole: boolean,
): string | undefined {
  for (const { column, variable, kind } of columns) {
    const cell = cells[column];
    if (cell === undefined || cell === '') continue;
    const tooLong = cell.length > longestCell && !rules.roundTrip;
    // A text that is not too long fits.
    if (kind === 'text' && !whole && !tooLong) continue;
    const text = withoutEscape(rules.roundTrip ? cell : cell.trim());
    // An empty cell never erases a stored value.
    if (text === '') continue;
    const parse = tooLong
      ? { problem: `longer than ${longestCell} characters` }
      : rules.roundTrip
        ? parseExportedValue(kind, text, rules)
        : parseValue(kind, text, rules);
    if ('value' in parse) {
      subscriber.fields ??= {};
      subscriber.fields[variable] = parse.value;
    } else if (rules.badValues === 'reject') return `${rules.names[column]}: ${clip(parse.problem)}`;
  }
  return undefined;
}

function firstFilled(cells: readonly string[], email: number, others: readonly number[]): number | undefined {
  return [email, ...others].find(column => (cells[column] ?? '').trim() !== '');
}

function firstOf(cell: string, divider: string): string {
  return cell.split(divider).find(part => part.trim() !== '') ?? '';
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
