import type { JudgedRisk, RiskCause } from './risk/risk.ts';
import type { FieldValue } from './values/parsed-value.ts';

/** Why a row is not sent as it stands: a public list (`_code` in the rejects file). */
export type RowCode =
  | 'invalid_email'
  | 'missing_email'
  | 'suppressed'
  | 'duplicate'
  | 'bad_value'
  | 'ragged_row'
  | 'malformed_row'
  | 'bad_encoding'
  | 'job_failed'
  | 'job_skipped'
  | 'not_as_sent'
  | 'left'
  | RiskCause;

/** One element of `subscribers` in POST /v1/subscriber-imports: what POST /v1/subscribers takes, without empty values. */
export interface ImportedSubscriber {
  email: string;
  fields?: Record<string, FieldValue>;
  tags?: readonly string[];
}

/** A value that does not fit its field. */
export interface BadValue extends Blame {
  /** What is wrong with it, and in which column. */
  readonly problem: string;
}

/** Why a row is rejected, or one of its values is left out. */
export interface Blame {
  /** What is wrong with all rows like it. */
  readonly cause: string;
  /** The number of the column that is to blame; absent when it is the whole row. */
  readonly column?: number;
  /** What that column holds. */
  readonly value?: string;
}

/** A row that cannot be sent. */
export interface RejectedRow {
  readonly kind: 'rejected';
  readonly code: RowCode;
  /** What is wrong with this row. */
  readonly reason: string;
  /** The cells that are to blame, at least one; or one without a column: the whole row. */
  readonly blame: readonly Blame[];
  /** Addresses, as they are compared with others, that must not be emailed by what the row says. */
  readonly optedOut?: readonly string[];
  /** It is the address that is risky. */
  readonly risk?: JudgedRisk;
}

/** What a row of the file says. */
export type ParsedRow =
  | {
      readonly kind: 'subscriber';
      /** The address as it is compared with others. */
      readonly key: string;
      readonly subscriber: ImportedSubscriber;
      /** Whether the cell of the address column is exactly the address. */
      readonly plain: boolean;
      /** Values that do not fit their fields, and are left out. */
      readonly dropped: readonly BadValue[];
      /** Mail to the address is likely to come back, or to annoy. */
      readonly risk: JudgedRisk | undefined;
    }
  | {
      readonly kind: 'suppressed';
      readonly key: string;
      readonly reason: string;
    }
  | RejectedRow
  /** A row of another shard. */
  | { readonly kind: 'other-shard'; readonly optedOut?: readonly string[] | undefined };
