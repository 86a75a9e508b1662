import type { RejectedRow, RowCode } from './parsed-row.ts';

/** Rejected rows that have the same column and the same cause. */
export interface RejectReason {
  readonly code: RowCode;
  readonly cause: string;
  /** The number of the column; undefined when the whole row is to blame. */
  readonly column: number | undefined;
  /** Number of rows. */
  readonly count: number;
  /** What the column holds in the first of them. */
  readonly example: string | undefined;
  /** The line of the first of them. */
  readonly line: number;
}

/** Counts rejected rows by column and cause. */
export class RejectReasons {
  readonly #reasons = new Map<string, { -readonly [K in keyof RejectReason]: RejectReason[K] }>();

  add({ code, cause, column, value }: RejectedRow, line: number): void {
    const key = `${code} ${column} ${cause}`;
    const known = this.#reasons.get(key);
    if (known !== undefined) known.count++;
    else this.#reasons.set(key, { code, cause, column, count: 1, example: value, line });
  }

  /** The most frequent first. */
  sorted(): RejectReason[] {
    return [...this.#reasons.values()].sort((a, b) => b.count - a.count);
  }
}
