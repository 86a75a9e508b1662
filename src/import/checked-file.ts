import type { ImportOptions } from './options.ts';
import type { ImportPlan } from './plan.ts';
import type { Rejects } from './rows/rejects.ts';
import type { ValidationResult } from './rows/validate.ts';
import type { Source } from './source/source.ts';

/** A file after the first pass: how it is read, and what is in it. */
export interface CheckedFile {
  readonly source: Source;
  readonly options: ImportOptions;
  readonly plan: ImportPlan;
  readonly validation: ValidationResult;
  /** What `rowParser` notes of each column: 0 when no value fits its field. */
  readonly fitting: Uint8Array;
  /** The rejects file and the report, written but not yet in their place. */
  readonly rejects: Rejects;
}
