import { type Dialect, dataRows } from '../mapping/dialect.ts';
import type { Row } from '../source/csv-reader.ts';
import type { Source } from '../source/source.ts';
import { AddressTable, suppressed } from './address-table.ts';
import { LineSet } from './line-set.ts';
import type { Rejects } from './rejects.ts';
import type { Reading, RowCode } from './row-parser.ts';

/** What the first pass found: `rows = accepted + duplicates + rejected + suppressed`. */
export interface Check {
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
 * @param read the function that reads a row
 * @param advance told how many bytes have been read and how many rows that were
 * @param signal ends the pass
 */
export async function checkFile(
  source: Source,
  dialect: Dialect,
  read: (row: Row) => Reading,
  rejects: Rejects,
  advance: (bytes: number, rows: number) => void,
  signal: AbortSignal,
): Promise<Check> {
  const likely = source.bytes / averageRow(dialect, source);
  const addresses = new AddressTable(likely);
  for (;;) {
    const pass = await onePass(addresses, new LineSet(likely));
    if (pass !== undefined) return pass;
    // A person whom a later row suppresses had been taken for a good one: now it is known from the start.
    addresses.restart();
    rejects.restart();
  }

  async function onePass(table: AddressTable, plain: LineSet): Promise<Check | undefined> {
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
        const reading = read(row);
        if (reading.kind === 'elsewhere') continue;
        count.rows++;
        if (reading.kind === 'rejected') {
          count.rejected++;
          tally(codes, reading.code);
          rejects.add(row, reading.code, reading.reason);
        } else if (reading.kind === 'suppressed') {
          late = table.suppress(reading.key) || late;
          suppress(row, reading.reason, reading.key);
        } else {
          const first = table.add(reading.key, row.line);
          if (first === suppressed) {
            suppress(row, 'another row with this address must not be mailed', reading.key);
          } else if (first === 0) {
            count.accepted++;
            if (reading.plain) plain.add(row.line);
          } else {
            plain.delete(first);
            count.duplicates++;
            tally(codes, 'duplicate');
            rejects.note(row, 'duplicate', `same address as line ${first}`, reading.subscriber.email, first);
          }
        }
      }
      advance(source.position(), count.rows);
    }
    if (late) return undefined;
    return { ...count, codes, suppressions, addresses, plain };

    function suppress(row: Row, reason: string, email: string): void {
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
