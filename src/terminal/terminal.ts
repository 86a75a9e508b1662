import type { FieldSchema } from '../contract/schema.ts';
import type { FormatTraits, OutputFormat } from '../lib/output-formats.ts';
import type { AccountFlags } from './message-text.ts';

/** A record to print: as the service sent it, or any other plain object. */
export type Row = { readonly [key: string]: unknown };

export type Rows = AsyncIterable<Row> | Iterable<Row>;

/** How records of one kind are shown. */
export interface View {
  /** Plural, for messages: "no subscribers yet". */
  readonly plural: string;
  /** Default columns of a table; dotted paths reach into objects. */
  readonly columns: readonly string[];
  /** More columns after one of `columns`, if a record has a value for them. */
  readonly columnsAfter?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Fields to show in place of empty ones, such as the time for which an email is scheduled. */
  readonly insteadOf?: ReadonlyMap<string, string> | undefined;
  /** Whether the service may send more fields. */
  readonly open?: boolean | undefined;
  /** Every field with its schema (default: `columns`, of text); it decides alignment and the format of times. */
  readonly kinds?: Readonly<Record<string, FieldSchema>> | undefined;
  /** Fields with fractions, 0 to 1, which a table shows as percentages. */
  readonly shares?: readonly string[] | undefined;
  /** The column that people copy: a table drops others before it cuts this one. */
  readonly uncut?: string | undefined;
  /** The column that the next command needs: a table drops it last. */
  readonly handle?: string | undefined;
  /** The hint below an empty list: the command to type next. */
  readonly empty?: string | undefined;
}

/** A progress bar on stderr. */
export interface Progress {
  /** Cheap enough to call for every row. */
  update(done: number, detail?: string): void;
  total(total: number): void;
  stop(): void;
}

/**
 * Output and prompts. Data goes to stdout, everything else to stderr. A terminal gets text from outside without its
 * control characters.
 */
export interface Terminal extends FormatTraits {
  readonly format: OutputFormat;
  readonly quiet: boolean;
  /** Whether prompts are possible: stdin and stderr are terminals, and input is not switched off. */
  readonly interactive: boolean;
  /** `interactive` without `--yes`. */
  readonly asks: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Rows of stderr. */
  readonly height: number;

  /**
   * Prints records in the chosen format as they arrive. Resolves to their number.
   *
   * @param meta that of the last page, for `--envelope`
   */
  list(rows: Rows, view: View, meta?: () => unknown): Promise<number>;
  /** Prints one record in the chosen format; a table shows a line for each field. */
  record(row: Row, view: View): Promise<void>;
  /** The result of a write: a sentence on a terminal; the record in a pipe, or with a chosen format or fields. */
  answer(sentence: string, row: Row, view: View): Promise<void>;
  /** Prints text unchanged (a token, a script, a body), with a newline at the end. */
  print(text: string): Promise<void>;
  /** Prints a drawing for people, made for the width and colors of the terminal. */
  draw(make: (canvas: Canvas) => string): Promise<void>;
  printBytes(bytes: Uint8Array): Promise<void>;
  /** Prints JSON unchanged; indented on a terminal. */
  printJson(bytes: Uint8Array): Promise<void>;

  /** A message on stderr. `--quiet` silences it and `hint`, `warn`, `show`, `tell`. */
  note(message: string): void;
  hint(message: string): void;
  warn(message: string): void;
  /** Several lines on stderr, not wrapped: a log, commands to copy. */
  show(text: string): void;
  /** Several lines on stderr, wrapped on a terminal: a plan, a summary. */
  tell(text: string): void;
  progress(label: string, total?: number): Progress;

  // Prompts throw a Failure confirmation_needed, with `flags` or `instead` in its hint, without a terminal to ask on.

  /** Asks yes or no; true with --yes. */
  confirm(question: string, ...flags: readonly string[]): Promise<boolean>;
  /**
   * Asks for one of several choices. A list that is longer than the screen scrolls.
   *
   * @param initial the choice that Enter takes (default: the first)
   */
  choose<T>(question: string, choices: readonly Choice<T>[], instead: string, initial?: T): Promise<T>;
  /**
   * Reads a line of text, without white space around it.
   *
   * @param check returns the problem with a text; asks again until there is none
   * @param initial text to edit
   */
  input(
    question: string,
    check: (text: string) => string | undefined,
    instead: string,
    initial?: string,
  ): Promise<string>;
  /** Asks for one of many choices, searched by typing. @param found returns the choices that match */
  search<T>(question: string, found: (typed: string) => readonly Choice<T>[], instead: string): Promise<T>;
  /**
   * Asks which values of a list apply, by their numbers.
   *
   * @param none what 0 says: that none applies
   * @returns the marked ones
   */
  mark<T>(
    question: string,
    groups: readonly MarkGroup<T>[],
    none: string,
    instead: string,
  ): Promise<readonly T[]>;
  /** Reads a line without showing it. */
  secret(question: string, instead: string): Promise<string>;

  /** For stderr. */
  readonly paint: Paint;
}

/** The part of a terminal that writes to stderr. */
export type Messages = Pick<Terminal, 'note' | 'hint' | 'warn' | 'show' | 'tell' | 'paint' | 'progress'>;

export interface Choice<T> {
  readonly name: string;
  readonly value: T;
}

/** Values to choose, below their heading. */
export interface MarkGroup<T> {
  readonly heading: string;
  readonly items: readonly (Choice<T> & {
    /** Whether Enter alone chooses it. */
    readonly isMarked: boolean;
  })[];
}

export type Tone = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Functions that color a text. */
export type Paint = Readonly<Record<Tone, (text: string) => string>>;

/** What a drawing is made for. */
export interface Canvas {
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

export interface TerminalOptions extends AccountFlags {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** NO_COLOR, FORCE_COLOR, COLUMNS, TERM, ACCESSIBLE, and the locale. */
  readonly environment: NodeJS.ProcessEnv;
  /** The command line without the program's name. */
  readonly typed: readonly string[];
  /** Undefined: a table on a terminal, TSV in a pipe. */
  readonly format?: OutputFormat | undefined;
  readonly fields?: readonly string[] | undefined;
  /** After a write, a field of another kind of record is null: an error could make a script repeat the write. */
  readonly hasWritten?: boolean | undefined;
  readonly envelope: boolean;
  readonly quiet: boolean;
  /** Notes, hints and warnings wait for the end: with JSON in a pipe, an error object is all there is on stderr. */
  readonly holdsMessages?: boolean | undefined;
  readonly color: boolean;
  /** Addresses in messages are not masked where `CI` is set: others can read that log. */
  readonly showAddresses: boolean;
  readonly yes: boolean;
  readonly input: boolean;
  /** Aborted by Ctrl-C and SIGTERM, which end a prompt at once. */
  readonly interrupted?: AbortSignal | undefined;
}
