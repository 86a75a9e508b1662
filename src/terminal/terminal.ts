import type { FieldSchema } from '../contract/schema.ts';
import type { FormatTraits, OutputFormat } from '../lib/output-formats.ts';

/** A record to print: as the service sent it, or any other plain object. */
export type Row = { readonly [key: string]: unknown };

/** How records of one kind are shown. */
export interface View {
  /** Plural, for messages: "no subscribers yet". */
  readonly plural: string;
  /** Columns of a table when `--fields` names none; dotted paths reach into objects. */
  readonly columns: readonly string[];
  /** Columns that a table has behind one of `columns`, where some record has a value for them. */
  readonly columnsAfter?: ReadonlyMap<string, readonly string[]> | undefined;
  /** What a table shows in a column that is empty in a record: the time for which an email is scheduled. */
  readonly insteadOf?: ReadonlyMap<string, string> | undefined;
  /** Every field that the records have, where those are neither `kinds` nor `columns`. */
  readonly fields?: readonly string[] | undefined;
  /** The records may have fields beside those: the service sent them. */
  readonly open?: boolean | undefined;
  /** Schemas of the fields, from the contract: they decide alignment and how times are shown. */
  readonly kinds?: Readonly<Record<string, FieldSchema>> | undefined;
  /**
   * Fields that a table shows as percentages: a function gives the fraction, 0 to 1; null when there is none;
   * undefined when it cannot be told from the record, which shows the value as it was sent.
   */
  readonly shares?: Readonly<Record<string, (row: Row) => number | null | undefined>> | undefined;
  /** The column that people copy: a table leaves out others before it cuts this one. */
  readonly uncut?: string | undefined;
  /** The column that the next command needs: a table drops it last. */
  readonly handle?: string | undefined;
  /** The hint below an empty list: what to type next. */
  readonly empty?: string | undefined;
}

/** What belongs to a list besides its records. */
export interface ListMeta {
  /** The page envelope's `meta` for `--envelope`, when a single page was fetched. */
  readonly meta?: unknown;
}

/** A progress bar on stderr. */
export interface Progress {
  /** Cheap enough to call for every row. */
  update(done: number, detail?: string): void;
  total(total: number): void;
  stop(): void;
}

/**
 * What a person or a pipe sees. Data goes to stdout, everything else to stderr.
 * Text from outside reaches a terminal without its control characters.
 */
export interface Terminal extends FormatTraits {
  readonly format: OutputFormat;
  readonly quiet: boolean;
  /** A person can answer: stdin and stderr are terminals, and input is not switched off. */
  readonly interactive: boolean;
  /** A person can answer, and `--yes` has not answered everything already. */
  readonly asks: boolean;
  /** stdout is a terminal. */
  readonly stdoutIsTerminal: boolean;
  /** stderr is a terminal: progress may be drawn. */
  readonly stderrIsTerminal: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Rows of the terminal that messages are shown on. */
  readonly height: number;

  /** Prints records in the chosen format, as they arrive. Resolves to how many there were. */
  list(rows: AsyncIterable<Row> | Iterable<Row>, view: View, meta?: () => ListMeta): Promise<number>;
  /** Prints one record in the chosen format; a table shows a line for each field. */
  record(row: Row, view: View): Promise<void>;
  /**
   * Answers a write: with a sentence on a terminal; with the record in a pipe, and where a format or fields were
   * chosen.
   */
  answer(sentence: string, row: Row, view: View): Promise<void>;
  /** Prints data as it is (a token, a script, a body). A newline is added when `text` lacks one. */
  print(text: string): Promise<void>;
  /** Prints a drawing for people, made for the width and colors of the terminal. */
  draw(make: (canvas: Canvas) => string): Promise<void>;
  /** Prints bytes as they are. */
  printBytes(bytes: Uint8Array): Promise<void>;
  /** Prints JSON byte for byte; a terminal gets it indented. */
  printJson(bytes: Uint8Array): Promise<void>;

  /** A message on stderr. --quiet silences it, like `hint`, `warn` and `show`. */
  note(message: string): void;
  hint(message: string): void;
  warn(message: string): void;
  /** Several lines on stderr, as they are: a log, commands to copy. */
  show(text: string): void;
  /** Several lines on stderr that people read: a plan, a summary. Long lines are wrapped on a terminal. */
  tell(text: string): void;
  progress(label: string, total?: number): Progress;

  /**
   * Asks yes or no; true with --yes.
   *
   * @throws Failure confirmation_needed naming `flag`, when no one can be asked
   */
  confirm(question: string, flag: string): Promise<boolean>;
  /**
   * Asks for one of several choices. A list that is longer than the screen scrolls, and says so.
   *
   * @param initial the choice that Enter takes (default: the first)
   * @throws Failure confirmation_needed naming `instead`, when no one can be asked
   */
  choose<T>(question: string, choices: readonly Choice<T>[], instead: string, initial?: T): Promise<T>;
  /**
   * Reads a line of text, without white space around it.
   *
   * @param check what is wrong with a text; it is asked for again until nothing is
   * @param initial what stands there already, to be changed
   * @throws Failure confirmation_needed naming `instead`, when no one can be asked
   */
  input(
    question: string,
    check: (text: string) => string | undefined,
    instead: string,
    initial?: string,
  ): Promise<string>;
  /**
   * Asks for one of many choices, which are searched by typing.
   *
   * @param found the choices that fit what has been typed
   * @throws Failure confirmation_needed naming `instead`, when no one can be asked
   */
  search<T>(question: string, found: (typed: string) => readonly Choice<T>[], instead: string): Promise<T>;
  /**
   * Reads a line without showing it.
   *
   * @throws Failure confirmation_needed naming `instead`, when no one can be asked
   */
  secret(question: string, instead: string): Promise<string>;

  /** Colors text for stderr, if stderr gets colors. */
  readonly paint: Paint;
}

/** One of several choices. */
export interface Choice<T> {
  readonly name: string;
  readonly value: T;
}

/** Colors and styles for text. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** What a drawing is made for. */
export interface Canvas {
  /** Columns of the terminal. */
  readonly width: number;
  /** Colors of the stream that it is drawn on. */
  readonly paint: Paint;
}

/** The streams of a terminal and the global options that concern it. */
export interface TerminalOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** NO_COLOR, FORCE_COLOR, COLUMNS, TERM. */
  readonly environment: NodeJS.ProcessEnv;
  /** The profile that the command line names. */
  readonly profile?: string | undefined;
  /** Undefined: a table on a terminal, TSV in a pipe. */
  readonly format?: OutputFormat | undefined;
  readonly fields?: readonly string[] | undefined;
  /** What a field does that no record has: by then a write has been carried out, and must not end as an error. */
  readonly unknownFields?: 'fail' | 'warn' | undefined;
  readonly envelope: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly yes: boolean;
  readonly input: boolean;
  /** Aborted by Ctrl-C and SIGTERM: a prompt then ends at once. */
  readonly interrupted?: AbortSignal | undefined;
}
