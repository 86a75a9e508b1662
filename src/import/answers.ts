/** Decisions about columns and files, from flags, a mapping file or prompts. The journal keeps them. */

/** Column decisions of a mapping file. The same decisions in `Answers` override them. */
export interface SavedAnswers {
  /** Detected targets of columns: `<column>=<target>`. They do not decide consent. */
  readonly columns: readonly string[];
  readonly map: readonly string[];
  readonly decimalMark: readonly string[];
  readonly dateFormat: readonly string[];
  readonly optOutValues: readonly string[];
  readonly statusColumn: string | false | undefined;
}

/** Starts as the flags of the command line; each answer to a prompt is added. */
export interface Answers extends Omit<SavedAnswers, 'columns'> {
  /** Targets of columns: `<column>=<target>`. */
  readonly map: readonly string[];
  /** `.` or `,`, for all columns or for one: `<column>=<mark>`. */
  readonly decimalMark: readonly string[];
  /** Date formats, for all columns or for one: `<column>=<format>`. */
  readonly dateFormat: readonly string[];
  /** Values that mean that the person opted out: `<column>=<value>`. */
  readonly optOutValues: readonly string[];
  /** The column that says who must not be emailed; false: there is none; undefined: detect it. */
  readonly statusColumn: string | false | undefined;
  /** How to handle risky addresses: `<action>` for all, `<cause>=<action>` for one cause. */
  readonly risky: readonly string[];
  /** The mapping file. Columns that a file does not have are ignored. */
  readonly saved: SavedAnswers | undefined;
  /** Encodings of single files, as `<path>=<encoding>`. */
  readonly chosenEncodings: readonly string[];
  /** Sheets of single workbooks, as `<path>=<sheet>`. */
  readonly chosenSheets: readonly string[];
  /** Files that are imported although their name suggests opted-out people. */
  readonly innocentNames: readonly string[];
  /** Whether rows with values that do not fit may be rejected, and dates without a year left out, unasked. */
  readonly acceptsBadValues: boolean;
}

export const noAnswers: Answers = {
  map: [],
  decimalMark: [],
  dateFormat: [],
  optOutValues: [],
  statusColumn: undefined,
  risky: [],
  saved: undefined,
  chosenEncodings: [],
  chosenSheets: [],
  innocentNames: [],
  acceptsBadValues: false,
};

/** The answers, completed from a mapping file where they leave something open. */
export function withSaved<A extends Omit<SavedAnswers, 'columns'>>(
  answers: A,
  saved: Omit<SavedAnswers, 'columns'> | undefined,
): A {
  if (saved === undefined) return answers;
  return {
    ...answers,
    map: [...saved.map, ...answers.map],
    decimalMark: [...saved.decimalMark, ...answers.decimalMark],
    dateFormat: [...saved.dateFormat, ...answers.dateFormat],
    optOutValues: [...saved.optOutValues, ...answers.optOutValues],
    statusColumn: answers.statusColumn ?? saved.statusColumn,
  };
}
