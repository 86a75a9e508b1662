import type { Readable } from 'node:stream';
import type { Account } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { GivenFormats } from './columns/column-formats.ts';
import type { ColumnMapping } from './columns/columns.ts';
import type { DetectedPreset } from './columns/detect-preset.ts';
import type { Dialect } from './columns/dialect.ts';
import type { ConsentAnswers } from './consent/columns.ts';
import type { ColumnMarks, ConsentRules, NamedValue } from './consent/consent.ts';
import type { IgnoredColumn } from './consent/ignored-columns.ts';
import type { Doubt } from './consent/proposal.ts';
import type { SourceRow } from './files/row.ts';
import type { Source } from './files/source.ts';
import type { ImportOptions } from './options.ts';
import type { RowRules } from './pass/row-parser.ts';
import type { FileCounts } from './rows/file-counts.ts';
import type { Rejects } from './rows/rejects.ts';
import type { RowValidation } from './rows/row-validation.ts';
import type { FieldKind } from './rows/values/field-values.ts';

export interface NewField {
  readonly column: number;
  readonly name: string;
  readonly kind: FieldKind;
}

/** What the header and the options say of a file. */
export interface FileReading {
  /** Those that apply to this file. */
  readonly options: ImportOptions;
  readonly dialect: Dialect;
  readonly mapping: ColumnMapping;
  /** The service that exported the file, if known. */
  readonly detected: DetectedPreset | undefined;
  /** The user's answer about consent; undefined with `--no-status-column`. */
  readonly consentAnswers: ConsentAnswers | undefined;
}

/** What the values of a file say of consent, and of its ignored columns. */
export interface SurveyFindings {
  readonly consent: ConsentRules | undefined;
  readonly doubts: readonly Doubt[];
  readonly marks: readonly ColumnMarks[];
  readonly named: readonly NamedValue[];
  /** `--no-status-column` was given, and leaves out the people of this file all the same. */
  readonly isOptOutExport: boolean;
  /** The columns without a target. */
  readonly ignored: readonly IgnoredColumn[];
}

/** Decisions about a file before its rows are validated. */
export interface ImportPlan extends RowRules, FileReading, SurveyFindings {
  readonly options: ImportOptions;
  readonly dialect: Dialect;
  /** The name of the file in messages. */
  readonly label: string;
  /** The same, cut in the middle if it is long. */
  readonly shown: string;
  /** Formats of numbers and dates that options or the preset say. */
  readonly knownFormats: GivenFormats;
  readonly lineEnd: string;
  readonly sample: readonly SourceRow[];
  readonly note: string | undefined;
  /** Custom fields to create before anything is sent. */
  readonly newFields: readonly NewField[];
}

export interface PlannedFile {
  readonly source: Source;
  readonly plan: ImportPlan;
}

/** A file after the first pass. */
export interface CheckedFile extends PlannedFile {
  /** For each column 0 if no value fits its field. */
  readonly fitting: Uint8Array;
  readonly counts: FileCounts;
}

/** All files of an import after the first pass. */
export interface CheckedImport {
  /** With all answers. */
  readonly options: ImportOptions;
  /** In reading order: if two files differ about a person, the later wins. */
  readonly files: readonly CheckedFile[];
  readonly validation: RowValidation;
  /** The rejects file and the report, written but not committed. */
  readonly rejects: Rejects;
}

/** What files are read and checked with. */
export interface FilesContext {
  readonly terminal: Terminal;
  /** The first Ctrl-C: start nothing new, finish jobs in progress. */
  readonly stop: AbortSignal;
  readonly stdin: Readable;
  readonly configDir: string;
  /** Base URL. */
  readonly service: string;
  readonly account: () => Promise<Account>;
}

/** What an import is run with. */
export interface ImportContext extends FilesContext {
  /** Undefined in a dry run without a sign-in: the files alone are checked. */
  readonly api: () => Promise<Api | undefined>;
  readonly profile: string;
  /** A sandbox of `sandbox exec`. */
  readonly isSandbox: boolean;
  /** Await before the first write. */
  readonly beforeWrite: () => Promise<void>;
  /** After this call the first Ctrl-C lets the import finish; the second shows this text. */
  readonly deferExit: (lastWords: () => string) => void;
}

/** The fields that an import of the files would create, each once. */
export function newFieldsOf(files: readonly PlannedFile[]): NewField[] {
  const byName = new Map(files.flatMap(({ plan }) => plan.newFields).map(field => [field.name, field]));
  return [...byName.values()];
}
