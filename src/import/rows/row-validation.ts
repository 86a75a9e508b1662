import { hash } from 'node:crypto';
import { AddressTable, suppressed } from '../../lib/address-table.ts';
import { LineSet } from '../../lib/line-set.ts';
import type { SourceRow } from '../files/row.ts';
import type { BlockList } from './block-list.ts';
import { FileCounts } from './file-counts.ts';
import type { BadValue, ParsedRow, Suppression } from './parsed-row.ts';
import type { Rejects } from './rejects.ts';
import { type JudgedRisk, RiskCounts, riskText } from './risk/risk.ts';
import { badValuesText } from './row-fields.ts';
import type { RowNumbers } from './row-numbers.ts';
import type { FieldValue } from './values/parsed-value.ts';

interface ValidationParts {
  readonly addresses: AddressTable;
  readonly plain: LineSet;
  readonly rowNumbers: RowNumbers;
  readonly rejects: Rejects;
  readonly blocked: BlockList | undefined;
}

/** The value of a row; undefined: it is empty. */
interface RowValue {
  readonly value: FieldValue | undefined;
  readonly rowNumber: number;
}

/** A field of which the rows of an address have different values. */
export interface Difference {
  readonly variable: string;
  readonly kept: RowValue;
  readonly dropped: RowValue;
}

/** The addresses whose rows differ in a field. */
export interface Differences {
  readonly addresses: number;
  /** Of each field that differs, the first. */
  readonly examples: readonly Difference[];
}

/**
 * Counts the rows of one pass over the files, and writes those that are not sent to the rejects:
 * `rows = accepted + duplicates + rejected + suppressed`.
 */
export class RowValidation {
  readonly files: FileCounts[] = [];
  readonly risks = new RiskCounts();
  readonly addresses: AddressTable;
  /** Row numbers of rows sent as they stand: a plain address that is in no other row. */
  readonly plain: LineSet;
  /** Row numbers of the rows that are certainly not sent: rejected, suppressed, or of other shards or sheets. */
  readonly leftOut = new LineSet(0);
  /** Row numbers of rows whose missing values may not be empty ones: a value was dropped, or the row may be cut. */
  readonly partial = new LineSet(0);
  readonly unusable = new RowsFound();
  readonly short = new RowsFound();
  /** Whether the last line of a text has no line end. */
  isUnended = false;
  readonly rejectedAddresses = new AddressTable(0);
  /** Row numbers of rows that leave out a person whose consent is empty. */
  readonly blankMarks = new LineSet(0);
  /** Addresses of rows that end before the column that would speak for the person. */
  readonly cutMarks = new AddressTable(0);
  readonly rowNumbers: RowNumbers;
  /** The number of the first row that repeats an address, and of the first row with that address. */
  firstDuplicate: { readonly rowNumber: number; readonly first: number } | undefined;
  /** How rows of one address differ; undefined until a pass has joined them. */
  differences: Differences | undefined;
  /** A later row suppressed an address that had already been accepted: the counts are wrong. */
  isOutdated = false;
  readonly #rejects: Rejects;
  readonly blocked: BlockList | undefined;
  #file = -1;
  #counts = new FileCounts([]);
  #start = 0;
  #lastLine = 0;

  constructor({ addresses, plain, rowNumbers, rejects, blocked }: ValidationParts) {
    this.blocked = blocked;
    this.addresses = addresses;
    this.plain = plain;
    this.rowNumbers = rowNumbers;
    this.#rejects = rejects;
  }

  begin(warnings: FileCounts['warnings']): FileCounts {
    if (this.#file >= 0) this.end();
    this.#counts = new FileCounts(warnings);
    this.files.push(this.#counts);
    this.#start = this.rowNumbers.startOf(++this.#file);
    this.#lastLine = 0;
    return this.#counts;
  }

  /** Ends the current file. */
  end(): void {
    this.rowNumbers.endOf(this.#file, this.#lastLine);
  }

  /** Notes that a row that was added has fewer cells than the header. */
  addShort({ line, cells }: SourceRow, parsed: ParsedRow): void {
    this.short.add(this.#start + line);
    this.partial.add(this.#start + line);
    if (parsed.kind === 'suppressed' && parsed.key !== undefined)
      if ((parsed.suppression.column ?? -1) >= cells.length)
        this.cutMarks.add(parsed.key, this.#start + line);
  }

  /** Notes that the last row that was added has no line end. */
  addUnended(): void {
    this.isUnended = true;
    this.partial.add(this.#start + this.#lastLine);
  }

  /** The same for two passes only if the same rows are sent, and the same of them as they stand. */
  digest(): string {
    const { rows, accepted, duplicates, rejected, leftOut, plain } = this;
    const counts = Uint32Array.of(rows, accepted, duplicates, rejected);
    return hash('sha256', Buffer.concat([Buffer.from(counts.buffer), leftOut.bytes, plain.bytes]));
  }

  get rows(): number {
    return this.#sum('rows');
  }

  get accepted(): number {
    return this.#sum('accepted');
  }

  get duplicates(): number {
    return this.#sum('duplicates');
  }

  get rejected(): number {
    return this.#sum('rejected');
  }

  get suppressed(): number {
    return this.#sum('suppressed');
  }

  #sum(count: 'rows' | 'accepted' | 'duplicates' | 'rejected' | 'suppressed'): number {
    return this.files.reduce((sum, file) => sum + file[count], 0);
  }

  add(row: SourceRow, parsed: ParsedRow): void {
    const counts = this.#counts;
    const rowNumber = this.#start + row.line;
    this.#lastLine = row.line;
    if ('optedOut' in parsed) this.#optOut(parsed.optedOut, rowNumber);
    if (parsed.kind === 'other-shard' || parsed.kind === 'other-sheet') {
      if (parsed.kind === 'other-shard') counts.otherShards++;
      else counts.notImported++;
      this.leftOut.add(rowNumber);
      return;
    }
    counts.rows++;
    if (parsed.kind === 'rejected') {
      counts.reject(parsed, row.line);
      if (parsed.key === undefined) this.unusable.add(rowNumber, markOf(row, parsed.blame[0]?.column));
      else this.rejectedAddresses.add(parsed.key, rowNumber);
      this.leftOut.add(rowNumber);
      const email = parsed.risk && parsed.blame[0]?.value;
      if (parsed.risk) this.risks.add(parsed.risk, email ?? '', rowNumber);
      const { code, reason } = parsed;
      this.#rejects.add(this.#file, row, { code, reason, email });
    } else if (parsed.kind === 'suppressed') {
      if (parsed.key === undefined) this.unusable.add(rowNumber, markOf(row));
      else if (this.addresses.suppress(parsed.key, rowNumber)) this.isOutdated = true;
      this.#suppress(row, rowNumber, parsed.suppression, parsed.key);
    } else if (!this.#isBlocked(row, rowNumber, parsed.key)) {
      this.#drop(row, parsed.subscriber.email, parsed.dropped);
      const first = this.addresses.add(parsed.key, rowNumber);
      if (first === suppressed) {
        this.#suppress(row, rowNumber, this.#ofOtherRow(parsed.key), parsed.key);
      } else if (first === 0) {
        counts.accepted++;
        if (parsed.plain) this.plain.add(rowNumber);
        if (parsed.risk) this.#noteRisk(row, rowNumber, parsed.risk, parsed.subscriber.email);
      } else this.#duplicate(row, rowNumber, first, parsed.subscriber.email);
    }
  }

  #isBlocked(row: SourceRow, rowNumber: number, key: string): boolean {
    const suppression = this.blocked?.suppression(key);
    if (suppression === undefined) return false;
    this.addresses.suppress(key, rowNumber);
    this.#suppress(row, rowNumber, suppression, key);
    return true;
  }

  #ofOtherRow(key: string): Suppression {
    const where = this.rowNumbers.textOf(this.addresses.lineOf(key));
    const cause = 'another row says that this address must not be emailed';
    return { reason: `${where} says that this address must not be emailed`, cause };
  }

  #optOut(keys: readonly string[] = [], rowNumber: number): void {
    for (const key of keys) if (this.addresses.suppress(key, rowNumber)) this.isOutdated = true;
  }

  #drop(row: SourceRow, email: string, values: readonly BadValue[]): void {
    if (values.length === 0) return;
    this.partial.add(this.#start + row.line);
    this.#counts.dropped.add('bad_value', values, row.line);
    const reason = `left out: ${badValuesText(values)}`;
    this.#rejects.note(this.#file, row, { code: 'bad_value', reason, email });
  }

  #noteRisk(row: SourceRow, rowNumber: number, risk: JudgedRisk, email: string): void {
    this.risks.add(risk, email, rowNumber);
    const reason = `sent anyway: ${riskText(risk, email)}`;
    this.#rejects.note(this.#file, row, { code: risk.cause, reason, email });
  }

  #suppress(row: SourceRow, rowNumber: number, suppression: Suppression, email: string | undefined): void {
    this.#counts.suppress(suppression);
    if (suppression.cause === 'empty') this.blankMarks.add(rowNumber);
    this.leftOut.add(rowNumber);
    this.#rejects.add(this.#file, row, { code: 'suppressed', reason: suppression.reason, email });
  }

  #duplicate(row: SourceRow, rowNumber: number, first: number, email: string): void {
    this.plain.delete(first);
    this.firstDuplicate ??= { rowNumber, first };
    this.#counts.duplicates++;
    const reason = `same address as ${this.rowNumbers.textOf(first)}`;
    const of = this.rowNumbers.locate(first);
    this.#rejects.note(this.#file, row, { code: 'duplicate', reason, email, of });
  }
}

/** How many rows have something in common, and the first of them. */
class RowsFound {
  readonly first: { readonly rowNumber: number; readonly hash: string }[] = [];
  count = 0;

  /** @param mark by which the row is known in another run */
  add(rowNumber: number, mark = ''): void {
    if (this.count++ < 1000) this.first.push({ rowNumber, hash: hash('sha256', mark).slice(0, 12) });
  }
}

/** Of a row without a valid address: what looks like one; else all of it, since many people may have `n/a`. */
function markOf({ cells }: SourceRow, column = -1): string {
  const address = cells[column] ?? '';
  return address.includes('@') ? address : cells.join('\0');
}
