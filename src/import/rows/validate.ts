import { AddressTable, suppressed } from '../../lib/address-table.ts';
import { LineSet } from '../../lib/line-set.ts';
import type { ColumnSurvey } from '../mapping/column-survey.ts';
import { type Dialect, dataRows } from '../mapping/dialect.ts';
import { type JudgedRisk, riskText } from '../risk/risk.ts';
import { RiskCounts } from '../risk/risk-counts.ts';
import { actionText } from '../risk/risk-rules.ts';
import type { SourceRow } from '../source/row.ts';
import type { Source } from '../source/source.ts';
import { type FileWarning, FileWarnings } from './file-warnings.ts';
import { OutcomeDigest } from './outcome-digest.ts';
import type { BadValue, ParsedRow, RowCode } from './parsed-row.ts';
import { RejectReasons } from './reject-reasons.ts';
import type { Rejects } from './rejects.ts';
import { badValuesText } from './row-fields.ts';

/** What the first pass found: `rows = accepted + duplicates + rejected + suppressed`. */
export interface ValidationResult {
  readonly rows: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly suppressed: number;
  /** Number of rows for each code, in the order found. */
  readonly codes: ReadonlyMap<RowCode, number>;
  readonly reasons: RejectReasons;
  /** Addresses at which mail would come back, or annoy. */
  readonly risks: RiskCounts;
  readonly warnings: readonly FileWarning[];
  /** Number of values that were left out, with `--bad-values drop`. */
  readonly dropped: number;
  /** The same for two readings exactly when each row came to the same outcome. */
  digest(): string;
  /** Number of rows for each reason of suppression. */
  readonly suppressions: ReadonlyMap<string, number>;
  readonly addresses: AddressTable;
  /** Lines of the rows that are sent as they stand: a plain address, which is on no other line. */
  readonly plain: LineSet;
}

/**
 * The first pass: reads the whole file, validates every row, finds duplicates, writes the rejects. Sends nothing.
 *
 * @param parse parses a row
 * @param advance called with the bytes and rows read so far
 * @param signal ends the pass
 * @param survey counts the values of columns
 */
export async function validateFile(
  source: Source,
  dialect: Dialect,
  parse: (row: SourceRow) => ParsedRow,
  rejects: Rejects,
  advance: (bytes: number, rows: number) => void,
  signal: AbortSignal,
  survey?: ColumnSurvey | undefined,
): Promise<ValidationResult> {
  const likelyRows = source.bytes / likelyRowBytes(dialect, source);
  const addresses = new AddressTable(likelyRows);
  const unreadable = new Map<string, number>();
  for (let counting = survey; ; counting = undefined) {
    const warnings = new FileWarnings(dialect);
    const validation = new RowValidation(addresses, new LineSet(likelyRows), rejects, unreadable, warnings);
    for await (const rows of dataRows(source, dialect, header => warnings.foundHeader(header))) {
      signal.throwIfAborted();
      for (const row of rows) {
        if (!row.damaged) counting?.add(row.cells, row.line);
        validation.add(row, parse(row));
      }
      warnings.look(rows);
      advance(source.position(), validation.rows);
    }
    if (!validation.isOutdated) return validation;
    // The file is read again, now knowing from the start who is suppressed.
    addresses.restart();
    rejects.restart();
  }
}

/** Counts the rows of one reading of the file, and writes those that are not sent to the rejects. */
class RowValidation implements ValidationResult {
  rows = 0;
  accepted = 0;
  duplicates = 0;
  rejected = 0;
  suppressed = 0;
  dropped = 0;
  readonly codes = new Map<RowCode, number>();
  readonly reasons = new RejectReasons();
  readonly risks = new RiskCounts();
  readonly warnings: readonly FileWarning[];
  readonly suppressions = new Map<string, number>();
  readonly addresses: AddressTable;
  readonly plain: LineSet;
  /** A later row suppressed an address that had already been accepted: the counts are wrong. */
  isOutdated = false;
  readonly #rejects: Rejects;
  readonly #digest = new OutcomeDigest();
  readonly #unreadable: Map<string, number>;

  /** @param unreadable addresses that a row marks which cannot be read, and its line */
  constructor(
    addresses: AddressTable,
    plain: LineSet,
    rejects: Rejects,
    unreadable: Map<string, number>,
    { list }: FileWarnings,
  ) {
    this.warnings = list;
    this.addresses = addresses;
    this.plain = plain;
    this.#rejects = rejects;
    this.#unreadable = unreadable;
  }

  digest(): string {
    return this.#digest.toString();
  }

  add(row: SourceRow, parsed: ParsedRow): void {
    if ('marks' in parsed) this.#mark(parsed.marks, row.line);
    if (parsed.kind === 'other-shard') return;
    this.rows++;
    if (parsed.kind === 'rejected') {
      this.rejected++;
      this.#digest.add(row.line, 1);
      increment(this.codes, parsed.code);
      this.reasons.add(parsed.code, parsed.blame, row.line);
      const email = parsed.risk && parsed.blame[0]?.value;
      if (parsed.risk) this.risks.add(parsed.risk, email ?? '', row.line);
      this.#rejects.add(row, parsed.code, parsed.reason, email);
    } else if (parsed.kind === 'suppressed') {
      if (this.addresses.suppress(parsed.key)) this.isOutdated = true;
      this.#suppress(row, parsed.reason, parsed.key);
    } else {
      this.#drop(row, parsed.subscriber.email, parsed.dropped);
      const first = this.addresses.add(parsed.key, row.line);
      if (first === suppressed) {
        const line = this.#unreadable.get(parsed.key);
        const reason =
          line === undefined
            ? 'another row with this address must not be mailed'
            : `marked in line ${line}, which cannot be read`;
        this.#suppress(row, reason, parsed.key);
      } else if (first === 0) {
        this.accepted++;
        this.#digest.add(row.line, 0);
        if (parsed.plain) this.plain.add(row.line);
        if (parsed.risk) this.#noteRisk(row, parsed.risk, parsed.subscriber.email);
      } else this.#duplicate(row, first, parsed.subscriber.email);
    }
  }

  #mark(keys: readonly string[] = [], line: number): void {
    for (const key of keys) {
      if (this.addresses.suppress(key)) this.isOutdated = true;
      if (!this.#unreadable.has(key)) this.#unreadable.set(key, line);
    }
  }

  #drop(row: SourceRow, email: string, values: readonly BadValue[] = []): void {
    if (values.length === 0) return;
    this.dropped += values.length;
    this.reasons.add('bad_value', values, row.line);
    this.#rejects.note(row, 'bad_value', `left out: ${badValuesText(values)}`, email);
  }

  #noteRisk(row: SourceRow, risk: JudgedRisk, email: string): void {
    this.risks.add(risk, email, row.line);
    // Addresses for examples stand for people in a trial: line by line they would be the whole file.
    if (risk.cause === 'example_domain' && risk.action === 'keep') return;
    const done = risk.action === 'keep' ? 'sent all the same' : `sent with ${actionText(risk.action)}`;
    this.#rejects.note(row, risk.cause, `${done}: ${riskText(risk, email)}`, email);
  }

  #suppress(row: SourceRow, reason: string, email: string): void {
    this.suppressed++;
    this.#digest.add(row.line, 2);
    increment(this.codes, 'suppressed');
    increment(this.suppressions, reason);
    this.#rejects.add(row, 'suppressed', reason, email);
  }

  #duplicate(row: SourceRow, firstLine: number, email: string): void {
    this.plain.delete(firstLine);
    this.duplicates++;
    this.#digest.add(row.line, firstLine + 3);
    increment(this.codes, 'duplicate');
    this.#rejects.note(row, 'duplicate', `same address as line ${firstLine}`, email, firstLine);
  }
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Bytes that a row is likely to take, rather too few: a table that is too large costs less than one that grows. */
function likelyRowBytes(dialect: Dialect, source: Source): number {
  const bytesPerCharacter = source.encoding.startsWith('utf-16') ? 2 : 1;
  return Math.max(24, dialect.rowLength * 0.9) * bytesPerCharacter;
}
