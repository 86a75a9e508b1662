import type { Blame, RejectedRow, RowCode, Suppression } from './parsed-row.ts';

/** A public shape. */
export interface FileWarning {
  readonly code:
    | 'no_rows'
    | 'header_assumed'
    | 'rows_in_cell'
    | 'letters_lost'
    | 'marks_overruled'
    | 'marks_kept'
    | 'empty_consent'
    | 'unheard_value'
    | 'sign_up_ignored'
    | 'value_left_out'
    | 'rows_differ'
    | 'left_in_account'
    | 'values_replaced';
  /** Null: not about a column. */
  readonly column: string | null;
  readonly count: number;
  /** What the user can do; continues the message. */
  readonly hint: string;
  /** The first line. */
  readonly line: number;
  readonly file?: string;
  readonly message: string;
  readonly example?: string;
}

export class FileCounts {
  rows = 0;
  /** Rows of other shards, which are not in `rows`. */
  otherShards = 0;
  /** Rows of a sheet that was not chosen, which are not in `rows`, either. */
  notImported = 0;
  /** What a last line `# rows: 1200` says. */
  stated: number | undefined;
  accepted = 0;
  duplicates = 0;
  rejected = 0;
  suppressed = 0;
  /** Of rejected rows. */
  readonly reasons = new RejectReasons();
  /** Of values that were left out of rows that are sent. */
  readonly dropped = new RejectReasons();
  readonly #suppressions = new Map<string, SuppressionCount & { count: number }>();
  readonly warnings: readonly FileWarning[];

  constructor(warnings: readonly FileWarning[]) {
    this.warnings = warnings;
  }

  reject({ code, blame }: RejectedRow, line: number): void {
    this.rejected++;
    this.reasons.add(code, blame, line);
  }

  suppress({ cause, column }: Suppression): void {
    this.suppressed++;
    const all = this.#suppressions;
    const key = `${column} ${cause}`;
    // Reasons in people's own words.
    const isOneTooMany = all.size >= mostCauses && !all.has(key);
    const [name, own] = isOneTooMany
      ? [otherCauses, { cause: otherCauses, column: undefined }]
      : [key, { cause, column }];
    const counted = all.get(name) ?? { ...own, count: 0 };
    counted.count++;
    all.set(name, counted);
  }

  /** People who are left out, by cause; the most frequent first. */
  get suppressions(): SuppressionCount[] {
    return [...this.#suppressions.values()].sort((a, b) => b.count - a.count);
  }
}

const mostCauses = 100;
const otherCauses = 'other causes';

export interface SuppressionCount {
  readonly cause: string;
  /** Undefined: no column says so. */
  readonly column: number | undefined;
  readonly count: number;
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

  sorted(): RejectReason[] {
    return [...this.#reasons.values()].sort((a, b) => b.count - a.count);
  }
}
