import type { Terminal } from '../terminal/terminal.ts';
import type { Answers } from './answers.ts';
import type { ColumnMapping } from './columns/columns.ts';
import type { DetectedPreset } from './columns/detect-preset.ts';
import type { Dialect } from './columns/dialect.ts';
import type { GivenFormats } from './columns/given-formats.ts';
import type { ConsentAnswers } from './consent/columns.ts';
import type { ConsentRules } from './consent/consent.ts';
import type { SourceRow } from './files/row.ts';
import type { Source } from './files/source.ts';
import type { Choices, ImportOptions } from './options.ts';
import type { FileCounts } from './rows/file-counts.ts';
import type { Rejects } from './rows/rejects.ts';
import type { RowRules } from './rows/row-parser.ts';
import type { ValidationResult } from './rows/row-validation.ts';
import type { FieldKind } from './rows/values/field-values.ts';

/** A custom field to create. */
export interface NewField {
  readonly column: number;
  readonly name: string;
  readonly kind: FieldKind;
}

/** What is decided about a file before its rows are validated. */
export interface ImportPlan {
  /** The name of the file in messages. */
  readonly label: string;
  readonly options: ImportOptions;
  /** The answers as they are about this file. */
  readonly answers: Answers;
  readonly dialect: Dialect;
  /** What is said about how numbers and dates are written. */
  readonly given: GivenFormats;
  /** What ends the lines of the file. */
  readonly lineEnd: string;
  readonly sample: readonly SourceRow[];
  /** The service that exported the file, if known. */
  readonly detected: DetectedPreset | undefined;
  /** A note to show about such exports. */
  readonly note: string | undefined;
  readonly mapping: ColumnMapping;
  /** What the user says about consent; undefined: no column and no name is a mark. */
  readonly consentAnswers: ConsentAnswers | undefined;
  readonly consent: ConsentRules | undefined;
  /** With `--check-domains`, the domains of the file: complete once its rows have been validated. */
  readonly domains: ReadonlySet<string> | undefined;
  readonly rules: RowRules;
  /** Custom fields to create before anything is sent. */
  readonly newFields: readonly NewField[];
  /** Names of the columns without a target, except those to skip. */
  readonly ignored: readonly string[];
}

/** A file and how it is read. */
export interface PlannedFile {
  readonly source: Source;
  readonly plan: ImportPlan;
}

/** A file after the first pass: how it is read, and what is in it. */
export interface CheckedFile extends PlannedFile {
  /** What `rowParser` notes of each column: 0 when no value fits its field. */
  readonly fitting: Uint8Array;
  readonly counts: FileCounts;
}

/** All files of an import after the first pass. */
export interface CheckedImport extends Choices {
  /** In the order in which they are read: where two say something else of a person, the later one wins. */
  readonly files: readonly CheckedFile[];
  readonly validation: ValidationResult;
  /** The rejects file and the report, written but not yet in their place. */
  readonly rejects: Rejects;
}

/** What a pass needs of the command. */
export interface PassContext {
  readonly terminal: Terminal;
  /** An earlier run has decided everything: nothing is asked. */
  readonly isResumed?: boolean;
  /** The plan is shown with the question that follows the pass. */
  readonly isPlanShownLater?: boolean;
  /** Whether an earlier run of this import has written the rejects file at a path. */
  readonly isOwnRejects?: ((path: string) => boolean) | undefined;
  /** The first Ctrl-C: nothing new is started, jobs in progress are finished. */
  readonly stop: AbortSignal;
  /** Where the program keeps its files. */
  readonly configDir: string;
}
