import type { BadValueRules, ColumnFormats } from '../columns/column-formats.ts';
import type { ColumnMapping } from '../columns/columns.ts';
import type { Dialect } from '../columns/dialect.ts';
import type { ConsentRules } from '../consent/consent.ts';
import type { SourceRow } from '../files/row.ts';
import type { ImportOptions } from '../options.ts';
import type { BadValue, ImportedSubscriber, ParsedRow, RejectedRow, RowCode } from '../rows/parsed-row.ts';
import { type AddressJudge, type JudgedRisk, riskLabels, riskText } from '../rows/risk/risk.ts';
import {
  addFields,
  badValuesText,
  clip,
  type FieldColumn,
  firstOf,
  furtherAddresses,
} from '../rows/row-fields.ts';
import { inShard } from '../rows/shard.ts';
import type { EarlierReject } from '../rows/values/added-columns.ts';
import { parseAddress } from '../rows/values/email-address.ts';
import { withoutEscape } from '../rows/values/formula-escape.ts';
import { addTags, type TagColumn, tagColumn } from '../rows/values/tags.ts';

export interface RowRules {
  readonly dialect: Pick<Dialect, 'header' | 'names'>;
  readonly options: Pick<ImportOptions, 'shard' | 'tag'>;
  readonly formats: ColumnFormats;
  readonly mapping: ColumnMapping;
  readonly consent: ConsentRules | undefined;
  /** The separator of several addresses in a cell; the first one is taken. */
  readonly addressSeparator: string | undefined;
  /** Dates without a year, which are left out. */
  readonly yearless: RegExp | undefined;
  /** Removes apostrophes that the exporting service put before cells. */
  readonly clean: ((cells: readonly string[]) => readonly string[]) | undefined;
  /** An export of this program: cells hold the exact values. */
  readonly roundTrip: boolean;
  /** A file of this program, which puts an apostrophe before what looks like an escaped formula. */
  readonly isEscaped: boolean;
  /** Columns in which U+FFFD stands for bytes that could not be decoded. */
  readonly undecoded: readonly number[] | undefined;
  readonly earlier: EarlierRejects | undefined;
  readonly judge: AddressJudge;
  readonly badValues: BadValueRules;
}

/** Why the rows of a rejects file were rejected. */
interface EarlierRejects {
  readonly rejectOf: (cells: readonly string[]) => EarlierReject;
  /** Of the columns that the imported file had. */
  readonly ownColumns: readonly number[];
}

/**
 * Makes the function that parses a row. It is called twice for every row, so everything that can be decided once is
 * decided here.
 *
 * @param purpose `validate` skips values that cannot be wrong
 * @param fitting gets 1 for each column with a value that fits its field, or is left out
 */
export function rowParser(
  rules: RowRules,
  purpose: 'validate' | 'send',
  fitting?: Uint8Array,
): (row: SourceRow) => ParsedRow {
  const { email, others } = rules.mapping;
  const { clean, addressSeparator, judge, dialect, options } = rules;
  const { length: width } = dialect.header;
  const isComplete = purpose === 'send';
  const { fieldColumns, tagColumns } = columnsOf(rules);
  const fields = { columns: fieldColumns, rules, isComplete, fitting };
  return row => {
    const parsed = rejectedBefore(row, rules.earlier) ?? ifDecoded(row, parse(row), rules.undecoded);
    const whole = withOptOuts(row, parsed, rules.consent);
    return options.shard === undefined ? whole : inShard(row, whole, options.shard);
  };

  function parse(row: SourceRow): ParsedRow {
    const cells = clean === undefined ? row.cells : clean(row.cells);
    if (row.damaged !== undefined) return rejected('malformed_row', damage(row, row.damaged), row.damaged);
    if (cells.length > width && cells.slice(width).some(isFilled)) {
      const reason = `${cells.length} cells, but the header has ${width}`;
      return rejected('ragged_row', reason, 'more cells than the header');
    }
    const column =
      others.length === 0 ? email : ([email, ...others].find(one => isFilled(cells[one])) ?? email);
    const text = rules.isEscaped ? withoutEscape(cells[column] ?? '') : (cells[column] ?? '');
    const cell = addressSeparator === undefined ? text : firstOf(text, addressSeparator);
    const address = parseAddress(cell);
    if ('problem' in address) {
      const isBlank = !/[^\p{Z}\p{C}]/u.test(cell);
      const marked = rules.consent?.suppression(cells, '', column);
      // A blank cell says that a person has not agreed; `Error: database is locked`, printed by sqlite3, is no person.
      const isBlankMark = marked?.column !== undefined && (cells[marked.column] ?? '').trim() === '';
      if (marked !== undefined && !isBlankMark) return { kind: 'suppressed', suppression: marked };
      return isBlank
        ? rejected('missing_email', 'no email address', 'no email address', { column })
        : invalidAddress(cell, address.problem, column);
    }
    const suppression = rules.consent?.suppression(cells, address.address, column);
    if (suppression !== undefined) return { kind: 'suppressed', key: address.key, suppression };
    const risk = judge(address.key, address.at);
    if (risk?.action === 'reject') return { ...tooRisky(risk, address.address, column), key: address.key };
    const isSame = rules.roundTrip && cell.toLowerCase() === address.address.toLowerCase();
    const subscriber: ImportedSubscriber = { email: isSame ? cell : address.address };
    const unfit = addFields(subscriber, cells, fields);
    const further =
      addressSeparator === undefined
        ? []
        : furtherAddresses(text, addressSeparator, { column, name: dialect.names[column] ?? '' });
    const bad = further.length === 0 ? unfit : [...unfit, ...further];
    const blame = bad.filter(
      ({ column, isLeftOut }) => (rules.badValues(column) ?? (isLeftOut ? 'drop' : 'reject')) === 'reject',
    );
    if (blame.length > 0) return { ...withBadValues(blame), key: address.key };
    if (isComplete) addTags(subscriber, cells, tagColumns, options.tag);
    const plain = address.address === cells[email];
    return { kind: 'subscriber', key: address.key, subscriber, plain, dropped: bad, risk };
  }
}

/** Why an earlier import rejected the row, if that cannot be seen in it, and it was not fixed. */
function rejectedBefore({ cells }: SourceRow, earlier: EarlierRejects | undefined): RejectedRow | undefined {
  if (earlier === undefined) return undefined;
  const { code, reason } = earlier.rejectOf(cells);
  if (code !== 'malformed_row') return undefined;
  // The whole row stands in one cell.
  const filled = earlier.ownColumns.filter(column => (cells[column] ?? '').trim() !== '');
  return filled.length === 1 ? rejected('malformed_row', reason, 'rejected by an earlier import') : undefined;
}

/** Rejects rows with bytes that cannot be decoded, unless they are suppressed anyway. */
function ifDecoded(
  { cells }: SourceRow,
  parsed: ParsedRow,
  columns: readonly number[] | undefined,
): ParsedRow {
  if (columns === undefined) return parsed;
  const bad = columns.find(column => cells[column]?.includes('\ufffd'));
  if (bad === undefined || (parsed.kind !== 'subscriber' && parsed.kind !== 'rejected')) return parsed;
  const value = clip(cells[bad] ?? '');
  const cause = 'bytes that cannot be decoded';
  const reason = `"${value}" contains bytes that cannot be decoded`;
  return { ...rejected('bad_encoding', reason, cause, { column: bad, value }), key: parsed.key };
}

/** Searches unreadable rows for opt-outs: other rows with the same address may look valid. */
function withOptOuts({ cells }: SourceRow, parsed: ParsedRow, consent: ConsentRules | undefined): ParsedRow {
  // A row with a bad value was readable, its consent included.
  const isUnreadable =
    (parsed.kind === 'rejected' && parsed.code !== 'bad_value') ||
    (parsed.kind === 'suppressed' && parsed.key === undefined);
  if (consent === undefined || !isUnreadable) return parsed;
  const optedOut = consent.addressesOptedOutBy(cells);
  return optedOut.length === 0 ? parsed : { ...parsed, optedOut };
}

/**
 * Makes the function that parses a row for which the first pass set `plain`. It checks nothing: the file must not have
 * changed since.
 */
export function plainRowParser(rules: RowRules): (row: SourceRow) => ImportedSubscriber {
  const { clean, mapping, options } = rules;
  const { fieldColumns, tagColumns } = columnsOf(rules);
  const fields = { columns: fieldColumns, rules, isComplete: true };
  return row => {
    const cells = clean === undefined ? row.cells : clean(row.cells);
    const subscriber: ImportedSubscriber = { email: cells[mapping.email] ?? '' };
    addFields(subscriber, cells, fields);
    addTags(subscriber, cells, tagColumns, options.tag);
    return subscriber;
  };
}

function columnsOf({ mapping: { targets }, dialect: { names }, formats, roundTrip, isEscaped }: RowRules): {
  readonly fieldColumns: readonly FieldColumn[];
  readonly tagColumns: readonly TagColumn[];
} {
  return {
    fieldColumns: targets.flatMap((t, column) =>
      t.to === 'field' ? [{ column, ...t, name: names[column] ?? '', format: formats.get(column) }] : [],
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
  return { kind: 'rejected', code, reason, blame: [{ cause, ...at }] };
}

function tooRisky(risk: JudgedRisk, address: string, column: number): RejectedRow {
  const blame = [{ cause: riskLabels[risk.cause], column, value: clip(address) }];
  return { kind: 'rejected', code: risk.cause, reason: riskText(risk, address), blame, risk };
}

function withBadValues(blame: readonly BadValue[]): RejectedRow {
  return { kind: 'rejected', code: 'bad_value', reason: badValuesText(blame), blame };
}

function damage({ line, cells: [raw = ''] }: SourceRow, cause: string): string {
  if (cause !== 'misplaced quote') return cause;
  const inner = raw.split('\n').length - 1;
  return `misplaced quote in ${inner === 0 ? 'this line' : `lines ${line} to ${line + inner}`}`;
}

function invalidAddress(cell: string, problem: string, column: number): RejectedRow {
  const value = clip(cell);
  return rejected('invalid_email', `"${value}": ${problem}`, 'not an email address', { column, value });
}

const isFilled = (cell = '') => cell.trim() !== '';
