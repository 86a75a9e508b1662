import { formatTraits, type OutputFormat } from '../lib/output-formats.ts';
import { valueAt } from './fields.ts';
import type { FormatOptions, FormatWriter } from './formats/writer.ts';
import { hasColors, isSpoken, paintFor, terminalWidth, withoutSymbols } from './shown-text.ts';
import type { StdoutWriter } from './stdout.ts';
import type { Messages, Row, Rows, TerminalOptions, View } from './terminal.ts';

/** Each is loaded on use, that of tables with the library that it needs. */
const writerOf: Readonly<Record<OutputFormat, () => Promise<FormatWriter>>> = {
  table: async () => (await import('./formats/table.ts')).table,
  tsv: async () => (await import('./formats/tsv.ts')).tsv,
  json: async () => (await import('./formats/json.ts')).json,
  ndjson: async () => (await import('./formats/json.ts')).ndjson,
  csv: async () => (await import('./formats/csv.ts')).csv,
  yaml: async () => (await import('./formats/yaml.ts')).yaml,
};

/** Prints records to stdout in one format, then notes about them to stderr. */
export class RecordPrinter {
  readonly #options: TerminalOptions;
  readonly #format: OutputFormat;
  readonly #output: StdoutWriter;
  readonly #messages: Messages;
  readonly #notes: (() => void)[] = [];

  constructor(options: TerminalOptions, format: OutputFormat, output: StdoutWriter, messages: Messages) {
    this.#options = options;
    this.#format = format;
    this.#output = output;
    this.#messages = messages;
  }

  /** See `Terminal.list`. */
  async list(rows: Rows, view: View, meta?: () => unknown): Promise<number> {
    const { fields, envelope, stderr } = this.#options;
    const format = await writerOf[this.#format]();
    const envelopeMeta = envelope ? (meta ?? (() => undefined)) : undefined;
    const writer = format.list(this.#formatOptions(view, envelopeMeta));
    const missing = new Set(fields);
    let count = 0;
    for await (const row of await this.#checked(rows, view)) {
      count++;
      dropFound(missing, row);
      // Most rows need no waiting, and an await takes longer than writing a row.
      const text = writer.row(row);
      const wait = this.#output.add(this.#presentable(format, typeof text === 'string' ? text : await text));
      if (wait) await wait;
    }
    await this.#print(format, await writer.end());
    if (count > 0) this.#warnOfMissing(missing);
    else if (stderr.isTTY === true && !formatTraits[this.#format].isStructured) this.#noteEmpty(view);
    return count;
  }

  /** See `Terminal.record`. */
  async record(row: Row, view: View): Promise<void> {
    for await (const _ of await this.#checked([row], view));
    const missing = new Set(this.#options.fields);
    dropFound(missing, row);
    const format = await writerOf[this.#format]();
    await this.#print(format, await format.record(row, this.#formatOptions(view)));
    this.#warnOfMissing(missing);
  }

  /** The rows, after the first ones have shown that the chosen fields exist. */
  async #checked(rows: Rows, view: View): Promise<Rows> {
    const { fields, hasWritten } = this.#options;
    if (fields === undefined || hasWritten) return rows;
    const { withKnownFields } = await import('./known-fields.ts');
    return withKnownFields(rows, fields, view);
  }

  /** Data for programs is sanitized on a terminal only. */
  #presentable({ sanitize }: FormatWriter, text: string): string {
    const { isForPeople } = formatTraits[this.#format];
    const isTerminal = this.#options.stdout.isTTY === true;
    const shown = isForPeople || isTerminal ? sanitize(text) : text;
    return isForPeople && isTerminal && isSpoken(this.#options.environment) ? withoutSymbols(shown) : shown;
  }

  async #print(format: FormatWriter, text: string): Promise<void> {
    await this.#output.add(this.#presentable(format, text));
    await this.#output.flush();
    for (const note of this.#notes.splice(0)) note();
  }

  #formatOptions(view: View, meta?: () => unknown): FormatOptions {
    const { stdout, environment, color, fields } = this.#options;
    return {
      view,
      fields,
      meta,
      width: terminalWidth(this.#options),
      paint: paintFor(hasColors(stdout, environment, color)),
      now: Date.now(),
      warn: message => this.#notes.push(() => this.#messages.warn(message)),
      hint: message => this.#notes.push(() => this.#messages.hint(message)),
    };
  }

  /** Warns of custom fields without a value, and after a write of any field: others `#checked` has refused. */
  #warnOfMissing(missing: ReadonlySet<string>): void {
    if (missing.size === 0) return;
    this.#messages.warn(`no record has a value of ${[...missing].join(', ')}`);
    if ([...missing].some(name => name.startsWith('fields.'))) this.#messages.hint('newsletter fields list');
  }

  #noteEmpty({ plural, empty }: View): void {
    this.#messages.note(`no ${plural} ${empty === undefined ? 'here' : 'yet'}`);
    if (empty !== undefined) this.#messages.hint(empty);
  }
}

/** Drops the fields that a record has. */
function dropFound(missing: Set<string>, row: Row): void {
  for (const field of missing) if (valueAt(row, field) !== undefined) missing.delete(field);
}
