import { type Dialect, dataRows } from '../mapping/dialect.ts';
import type { CsvRow } from '../source/csv-reader.ts';
import type { Source } from '../source/source.ts';
import { AddressTable, suppressed } from './address-table.ts';
import { LineSet } from './line-set.ts';
import type { Rejects } from './rejects.ts';
import type { ParsedRow, RowCode } from './row-parser.ts';

/** What the first pass found: `rows = accepted + duplicates + rejected + suppressed`. */
export interface ValidationResult {
  readonly rows: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly suppressed: number;
  /** How many rows each code counts, in the order met. */
  readonly codes: ReadonlyMap<RowCode, number>;
  /** How many rows each reason for suppression counts. */
  readonly suppressions: ReadonlyMap<string, number>;
  readonly addresses: AddressTable;
  /** Lines whose rows are sent as they stand: plain addresses, each on this line alone. */
  readonly plain: LineSet;
}

/**
 * The first pass: reads the whole file, judges every row, finds duplicates, writes the rejects. Sends nothing.
 *
 * @param parse the function that parses a row
 * @param advance told how many bytes have been read and how many rows that were
 * @param signal ends the pass
 */
export async function validateFile(
  source: Source,
  dialect: Dialect,
  parse: (row: CsvRow) => ParsedRow,
  rejects: Rejects,
  advance: (bytes: number, rows: number) => void,
  signal: AbortSignal,
): Promise<ValidationResult> {
  const likely = source.bytes / averageRow(dialect, source);
  const addresses = new AddressTable(likely);
  for (;;) {
    const pass = await onePass(addresses, new LineSet(likely));
    if (pass !== undefined) return pass;
    // A person whom a later row suppresses had been taken for a good one: now it is known from the start.
    addresses.restart();
    rejects.restart();
  }

  async function onePass(table: AddressTable, plain: LineSet): Promise<ValidationResult | undefined> {
    const count = {
      rows: 0,
      accepted: 0,
      duplicates: 0,
      rejected: 0,
      suppressed: 0,
    };
    const codes = new Map<RowCode, number>();
    const suppressions = new Map<string, number>();
    let late = false;
    for await (const rows of dataRows(source, dialect)) {
      signal.throwIfAborted();
      for (const row of rows) {
        const parsed = parse(row);
        if (parsed.kind === 'elsewhere') continue;
        count.rows++;
        if (parsed.kind === 'rejected') {
          count.rejected++;
          tally(codes, parsed.code);
          rejects.add(row, parsed.code, parsed.reason);
        } else if (parsed.kind === 'suppressed') {
          late = table.suppress(parsed.key) || late;
          suppress(row, parsed.reason, parsed.key);
        } else {
          const first = table.add(parsed.key, row.line);
          if (first === suppressed) {
            suppress(row, 'another row with this address must not be mailed', parsed.key);
          } else if (first === 0) {
            count.accepted++;
            if (parsed.plain) plain.add(row.line);
          } else {
            plain.delete(first);
            count.duplicates++;
            tally(codes, 'duplicate');
            rejects.note(row, 'duplicate', `same address as line ${first}`, parsed.subscriber.email, first);
          }
        }
      }
      advance(source.position(), count.rows);
    }
    if (late) return undefined;
    return { ...count, codes, suppressions, addresses, plain };

    function suppress(row: CsvRow, reason: string, email: string): void {
      count.suppressed++;
      tally(codes, 'suppressed');
      tally(suppressions, reason);
      rejects.add(row, 'suppressed', reason, email);
    }
  }
}

function tally<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Bytes a row is likely to take, with room to spare: a table that is too large costs less than one that grows. */
function averageRow(dialect: Dialect, source: Source): number {
  const bytesPerCharacter = source.encoding.startsWith('utf-16') ? 2 : 1;
  return Math.max(24, dialect.rowLength * 0.9) * bytesPerCharacter;
}
