import type { Source } from '../files/source.ts';
import type { Choices } from '../options.ts';
import type { FileTally } from '../rows/file-tally.ts';
import type { Rejects } from '../rows/rejects.ts';
import type { ValidationResult } from '../rows/row-validation.ts';
import type { ImportPlan } from './plan.ts';

/** A file and how it is read. */
export interface PlannedFile {
  readonly source: Source;
  readonly plan: ImportPlan;
}

/** A file after the first pass: how it is read, and what is in it. */
export interface CheckedFile extends PlannedFile {
  /** What `rowParser` notes of each column: 0 when no value fits its field. */
  readonly fitting: Uint8Array;
  readonly counts: FileTally;
}

/** All files of an import after the first pass. */
export interface CheckedImport extends Choices {
  /** In the order in which they are read: where two say something else of a person, the later one wins. */
  readonly files: readonly CheckedFile[];
  readonly validation: ValidationResult;
  /** The rejects file and the report, written but not yet in their place. */
  readonly rejects: Rejects;
}
