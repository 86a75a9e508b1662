import type { FileWarning } from './file-warnings.ts';
import type { RejectedRow, RowCode } from './parsed-row.ts';
import { RejectReasons } from './reject-reasons.ts';

/** How many rows of a file came to which end. */
export class FileTally {
  rows = 0;
  /** Rows of other shares. */
  elsewhere = 0;
  accepted = 0;
  duplicates = 0;
  rejected = 0;
  suppressed = 0;
  /** Values that were left out. */
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
