/** What `import` prints with `--output json`: a public format (see docs/importing.md). The types follow from it. */
import type { RecordOf } from '../contract/schema.ts';
import { boolean, integer, map, nullable, nullableText, number, text } from '../contract/schema.ts';

const optionalText = { ...text, optional: true } as const;
const nullableInteger = { ...integer, ...nullable } as const;
const texts = { kind: 'list', of: text } as const;

const job = {
  id: nullableText,
  status: text,
  rows: integer,
  total_count: nullableInteger,
  created_count: nullableInteger,
  updated_count: nullableInteger,
  skipped_count: nullableInteger,
  error_message: nullableText,
} as const;

/** Rejected rows with the same column and cause. */
const reason = {
  /** Here and below: if several files are imported. */
  file: optionalText,
  code: text,
  /** Here and below: null if it is about none. */
  column: nullableText,
  count: integer,
  /** Null for addresses without `--show-addresses`. */
  example: nullableText,
  line: integer,
} as const;

const suppression = { file: optionalText, cause: text, column: nullableText, count: integer } as const;

const risk = {
  file: optionalText,
  cause: text,
  /** `keep` or `reject`. */
  action: text,
  count: integer,
  /** Null without `--show-addresses`. */
  example: nullableText,
  line: integer,
  /** The likely intended domain, if known. */
  suggestion: optionalText,
} as const;

const warning = {
  file: optionalText,
  code: text,
  column: nullableText,
  count: integer,
  line: integer,
  message: text,
  hint: text,
  example: { ...nullableText, optional: true },
} as const;

const value = { kind: 'record', fields: { value: text, count: integer } } as const;

const compared = {
  subscribers: integer,
  new: integer,
  changed: integer,
  unchanged: integer,
  /** Number of people in the account who must not be emailed. */
  left: integer,
  /** Number of people whose field changes, by field. */
  fields: map,
  /** Of those, people who have another value there now. */
  replaced: map,
} as const;

/** How many people were read back and compared with the sent values. */
const verified = { checked: integer, of: integer, different: integer } as const;

/** Of all people, or in `files` of one file: a CSV, or a table in an archive. */
const rowCounts = {
  rows: integer,
  accepted: integer,
  duplicates: integer,
  rejected: integer,
  suppressed: integer,
} as const;

const columns = { mapping: map, ignored_columns: texts } as const;

/** Numbers of people, in printing order. */
export const summaryCounts = {
  ...rowCounts,
  created: integer,
  updated: integer,
  skipped: integer,
  failed: integer,
  unknown: integer,
  /** The part of `failed` that was not sent yet: the import can be resumed. */
  not_sent: integer,
  /** People who are up to date in the account and were not sent: part of `skipped`. */
  unchanged: integer,
} as const;

export const summaryFields = {
  /** The file, or the names of several. */
  file: text,
  ...summaryCounts,
  /** Null: not compared. */
  compared: { kind: 'record', fields: compared, ...nullable },
  not_compared: nullableText,
  /** Null: nothing was read back. */
  verified: { kind: 'record', fields: verified, ...nullable },
  /** Id of the run, for `undo`; null: nothing was sent. */
  run: nullableText,
  /** Its name and slug; null: not signed in. */
  account: nullableText,
  jobs: { kind: 'list', of: { kind: 'record', fields: job } },
  ...columns,
  /** Those of two to six values, or of dates and blanks, with their values: they may say who must not be emailed. */
  ignored: {
    kind: 'list',
    of: { kind: 'record', fields: { column: text, values: { kind: 'list', of: value } } },
  },
  reasons: { kind: 'list', of: { kind: 'record', fields: reason } },
  suppressions: { kind: 'list', of: { kind: 'record', fields: suppression } },
  risks: { kind: 'list', of: { kind: 'record', fields: risk } },
  warnings: { kind: 'list', of: { kind: 'record', fields: warning } },
  /** `not_imported`: of a sheet that was not chosen, the rows that do not leave people out. */
  files: {
    kind: 'list',
    of: { kind: 'record', fields: { file: text, ...rowCounts, not_imported: integer, ...columns } },
  },
  /** The first of `rejects_files`. */
  rejects_file: nullableText,
  /** One for each layout of the imported files that has rows to fix. */
  rejects_files: texts,
  /** People who were left out; null: none. */
  left_out_file: nullableText,
  /** The shard that was imported; null: all rows. */
  shard: { kind: 'record', fields: { share: integer, of: integer }, ...nullable },
  resumed: boolean,
  dry_run: boolean,
  elapsed_seconds: number,
} as const;

export type ImportSummary = RecordOf<typeof summaryFields>;
