import type { FieldValue } from '../values/parsed-value.ts';

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
  | 'job_failed';

/** One element of `subscribers` in POST /v1/subscriber-imports: what POST /v1/subscribers takes, without empty values. */
export interface ImportedSubscriber {
  email: string;
  fields?: Record<string, FieldValue>;
  tags?: readonly string[];
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
    }
  | {
      readonly kind: 'suppressed';
      readonly key: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'rejected';
      readonly code: RowCode;
      readonly reason: string;
    }
  /** A row of another shard. */
  | { readonly kind: 'other-shard' };
