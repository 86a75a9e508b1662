import type { FileWarning } from './file-warnings.ts';
import type { Blame, RejectedRow, RowCode } from './parsed-row.ts';

export class FileCounts {
  rows = 0;
  /** Rows of other shards, which are not in `rows`. */
  otherShards = 0;
  accepted = 0;
  duplicates = 0;
  rejected = 0;
  suppressed = 0;
  dropped = 0;
  readonly codes = new Map<RowCode, number>();
  readonly reasons = new RejectReasons();
  readonly suppressions = new Map<string, number>();
  readonly warnings: readonly FileWarning[];

  constructor(warnings: readonly FileWarning[]) {
    this.warnings = warnings;
  }

  reject({ code, blame }: RejectedRow, line: number): void {
    this.rejected++;
    increment(this.codes, code);
    this.reasons.add(code, blame, line);
  }

  suppress(reason: string): void {
    this.suppressed++;
    increment(this.codes, 'suppressed');
    increment(this.suppressions, reason);
  }

  duplicate(): void {
    this.duplicates++;
    increment(this.codes, 'duplicate');
  }
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Rows rejected, or values dropped, for the same cause in the same column. */
export interface RejectReason {
  readonly code: RowCode;
  readonly cause: string;
  /** Undefined: the whole row is to blame. */
  readonly column: number | undefined;
  /** Number of rows with it. A row with several bad cells counts for each. */
  readonly count: number;
  /** The value of the first row. */
  readonly example: string | undefined;
  /** The first line. */
  readonly line: number;
  /** How often each value occurs, for the first different values. */
  readonly values: ReadonlyMap<string, number>;
}

const mostValues = 50;

interface CountedReason extends RejectReason {
  count: number;
  readonly values: Map<string, number>;
}

class RejectReasons {
  readonly #reasons = new Map<string, CountedReason>();

  add(code: RowCode, blame: readonly Blame[], line: number): void {
    for (const { cause, column, value } of blame) {
      const key = `${code} ${column} ${cause}`;
      let reason = this.#reasons.get(key);
      if (reason === undefined) {
        reason = { code, cause, column, count: 0, example: value, line, values: new Map() };
        this.#reasons.set(key, reason);
      }
      reason.count++;
      if (value === undefined) continue;
      const known = reason.values.get(value);
      if (known !== undefined || reason.values.size < mostValues) reason.values.set(value, (known ?? 0) + 1);
    }
  }

  /** The most frequent first. */
  sorted(): RejectReason[] {
    return [...this.#reasons.values()].sort((a, b) => b.count - a.count);
  }
}
