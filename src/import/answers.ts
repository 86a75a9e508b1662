/** What is decided about columns and files, on the command line, in a mapping file or when asked. The journal keeps it. */
import { shellWord } from '../lib/shell-word.ts';

/** What a mapping file says of columns. The answers of the same names come after it. */
export interface SavedAnswers {
  /** Where columns go, found without a question: `<column>=<target>`. It says nothing about consent. */
  readonly columns: readonly string[];
  readonly map: readonly string[];
  readonly decimalMark: readonly string[];
  readonly dateFormat: readonly string[];
  readonly optOutValues: readonly string[];
  readonly statusColumn: string | false | undefined;
}

/** At first what the command line says, then with every answer to a question. */
export interface Answers extends Omit<SavedAnswers, 'columns'> {
  /** Where columns go: `<column>=<target>`. */
  readonly map: readonly string[];
  /** `.` or `,`, of all columns or of one: `<column>=<mark>`. */
  readonly decimalMark: readonly string[];
  /** Formats of dates, of all columns or of one: `<column>=<format>`. */
  readonly dateFormat: readonly string[];
  /** Values that mean that the person opted out: `<column>=<value>`. */
  readonly optOutValues: readonly string[];
  /** The column that says who must not be emailed; false: there is none; undefined: detect it. */
  readonly statusColumn: string | false | undefined;
  /** What is done with risky addresses: `<what>` for all, `<cause>=<what>` for one cause. */
  readonly risky: readonly string[];
  /** What a mapping file says; about columns that a file does not have, nothing. */
  readonly saved: SavedAnswers | undefined;
  /** Encodings of single files, as `<path>=<encoding>`. */
  readonly chosenEncodings: readonly string[];
  /** Sheets of single workbooks, as `<path>=<sheet>`. */
  readonly chosenSheets: readonly string[];
  /** Files whose names do not mark people who must not be emailed, whatever they say. */
  readonly innocentNames: readonly string[];
  /** Whether the rows of a column that does not fit are to be rejected. */
  readonly rejectsBadValues: boolean;
}

/** What was found out besides the files. */
export interface Findings {
  /** What DNS has said; undefined: not asked yet. */
  readonly dns: DomainCheck | undefined;
}

/** What DNS has said about the domains of a list. */
export interface DomainCheck {
  /** Number of domains. */
  readonly asked: number;
  /** Domains that certainly take no mail. */
  readonly withoutMail: readonly string[];
  /** Number of domains of which nothing is known. */
  readonly unknown: number;
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
  rejectsBadValues: false,
};

/** The answers with what a mapping file says, as far as they do not say otherwise. */
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

/** The answers about columns and addresses as flags for a shell; empty: nothing. */
export function answerFlags(answers: Answers): string {
  const { map, statusColumn, optOutValues, dateFormat, decimalMark, risky } = answers;
  const says = (flag: string, texts: readonly string[]) => texts.map(text => `${flag} ${shellWord(text)}`);
  return [
    ...says('--map', map),
    ...says('--opt-out-value', optOutValues),
    ...says('--status-column', typeof statusColumn === 'string' ? [statusColumn] : []),
    ...(statusColumn === false ? ['--no-status-column'] : []),
    ...says('--date-format', dateFormat),
    ...says('--decimal-mark', decimalMark),
    ...says('--risky', risky),
  ].join(' ');
}
