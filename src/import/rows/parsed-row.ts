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

/** One of `subscribers` in POST /v1/subscriber-imports: what POST /v1/subscribers takes, without empty values. */
export interface ImportedSubscriber {
  email: string;
  fields?: Record<string, FieldValue>;
  tags?: readonly string[];
}

export interface BadValue extends Blame {
  readonly problem: string;
  /** Left out whatever is done with bad values: the exporting service writes all values like this. */
  readonly isLeftOut?: true;
}

/** Why a row is rejected, or one of its values is dropped. */
export interface Blame {
  /** The same for all rows with this problem. */
  readonly cause: string;
  /** Absent: the whole row is to blame. */
  readonly column?: number;
  readonly value?: string;
}

export interface RejectedRow {
  readonly kind: 'rejected';
  readonly code: RowCode;
  readonly reason: string;
  /** The normalized address, if it can be read. */
  readonly key?: string | undefined;
  readonly blame: readonly Blame[];
  /** Keys of addresses that must not be emailed because of this row. */
  readonly optedOut?: readonly string[];
  readonly risk?: JudgedRisk;
}

export interface Suppression {
  readonly reason: string;
  /** The same for all people who are left out alike; continues the name of the column if there is one. */
  readonly cause: string;
  readonly column?: number;
}

export type ParsedRow =
  | {
      readonly kind: 'subscriber';
      /** The normalized address, to compare with others. */
      readonly key: string;
      readonly subscriber: ImportedSubscriber;
      /** Whether the cell of the address column is exactly the address. */
      readonly plain: boolean;
      readonly dropped: readonly BadValue[];
      readonly risk: JudgedRisk | undefined;
    }
  | {
      readonly kind: 'suppressed';
      /** Absent: the address cannot be read. */
      readonly key?: string;
      readonly suppression: Suppression;
      readonly optedOut?: readonly string[];
    }
  | RejectedRow
  /** Of a sheet that was not chosen. */
  | { readonly kind: 'other-sheet'; readonly optedOut?: readonly string[] | undefined }
  | { readonly kind: 'other-shard'; readonly optedOut?: readonly string[] | undefined };
