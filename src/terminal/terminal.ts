import type { FieldSchema } from '../contract/schema.ts';
import type { FormatTraits, OutputFormat } from '../lib/output-formats.ts';

/** A record on its way out: what the service sent, or an object of the same plain kind. */
export type Row = { readonly [key: string]: unknown };

/** How records of one kind are shown. */
export interface View {
  /** Plural, for messages: "no subscribers yet". */
  readonly plural: string;
  /** Columns of a table when `--fields` names none; dotted paths reach into objects. */
  readonly columns: readonly string[];
  /** Kinds of the fields, for alignment, relative times; from the contract. */
  readonly kinds?: Readonly<Record<string, FieldSchema>> | undefined;
  /**
   * Fields that a table shows as percentages: the fraction, 0 to 1; null where there is none; undefined where the
   * record does not tell, and the value is shown as it is.
   */
  readonly shares?: Readonly<Record<string, (row: Row) => number | null | undefined>> | undefined;
  /** The column that a table leaves out last of all: what the next command needs. */
  readonly handle?: string | undefined;
  /** Shown under an empty table: what to type next. */
  readonly empty?: string | undefined;
}

/** What is said about a list beside its records. */
export interface ListMeta {
  /** The page envelope's `meta` for `--envelope`, when a single page was fetched. */
  readonly meta?: unknown;
}

export interface Progress {
  /** Any subset of what the bar shows; cheap to call for every row. */
  update(done: number, detail?: string): void;
  total(total: number): void;
  stop(): void;
}

/** Lines at the bottom of the screen that change while one looks on. */
export interface Live {
  /** Draws them now; they are drawn by themselves four times a second. */
  redraw(): void;
  /** Takes them off the screen for good. */
  stop(): void;
}

/**
 * What a person or a pipe sees. Data goes to stdout, everything else to stderr.
 * Everything that came from outside is cleaned of control characters on its way to a terminal.
 */
export interface Terminal extends FormatTraits {
  readonly format: OutputFormat;
  readonly quiet: boolean;
  /** Somebody is there to answer: stdin and stderr are terminals, and input is not switched off. */
  readonly interactive: boolean;
  /** Questions are put to somebody: there is one, and `--yes` has not answered for all of them. */
  readonly asks: boolean;
  /** stdout is a terminal. */
  readonly stdoutIsTerminal: boolean;
  /** stderr is a terminal: progress may be drawn. */
  readonly stderrIsTerminal: boolean;
  /** Columns of the screen, for what is drawn. */
  readonly width: number;

  /** Records, one after another, in the chosen format; streams as they arrive. Resolves to how many. */
  list(rows: AsyncIterable<Row> | Iterable<Row>, view: View, meta?: () => ListMeta): Promise<number>;
  /** One record in the chosen format; a table shows it as field/value lines. */
  record(row: Row, view: View): Promise<void>;
  /** Data as it is (a token, a script, a body). A newline is added when `text` lacks one. */
  print(text: string): Promise<void>;
  /** A drawing for people, to stdout, made for the screen's width and colours. */
  draw(make: (canvas: Canvas) => string): Promise<void>;
  /** Bytes as they are, to stdout. */
  printBytes(bytes: Uint8Array): Promise<void>;
  /** JSON as it came, byte for byte; a terminal gets it laid out for reading. */
  printJson(bytes: Uint8Array): Promise<void>;

  /** Progress, hints, what is being done; silent under --quiet. */
  note(message: string): void;
  hint(message: string): void;
  warn(message: string): void;
  /** Multi-line text for people on stderr (a summary, a preview); silent under --quiet. */
  show(text: string): void;
  progress(label: string, total?: number): Progress;
  /** Lines on stderr, made anew as time goes by; undefined where nothing is drawn: in a pipe, under --quiet. */
  live(make: (canvas: Canvas) => string): Promise<Live | undefined>;

  /**
   * Asks yes or no. With --yes answers yes. Where nobody can answer: Failure confirmation_needed,
   * naming `flag`.
   */
  confirm(question: string, flag: string): Promise<boolean>;
  /** Asks for one of several answers. Only where `interactive`; anywhere else: Failure confirmation_needed naming `instead`. */
  choose<T>(question: string, choices: readonly Choice<T>[], instead: string): Promise<T>;
  /** Reads a line without showing it. Where nobody can answer: Failure confirmation_needed naming `instead`. */
  secret(question: string, instead: string): Promise<string>;

  /** Colours for stderr text (true when colours are on there). */
  readonly paint: Paint;
}

export interface Choice<T> {
  readonly name: string;
  readonly value: T;
}

export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** What a drawing is made on. */
export interface Canvas {
  /** Columns of the screen. */
  readonly width: number;
  /** Colours of stdout. */
  readonly paint: Paint;
}

export interface TerminalOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** NO_COLOR, FORCE_COLOR, COLUMNS, TERM. */
  readonly environment: NodeJS.ProcessEnv;
  /** Undefined: a table on a terminal, TSV in a pipe. */
  readonly format?: OutputFormat | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly envelope: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly yes: boolean;
  readonly input: boolean;
}
