import { formatTraits, type OutputFormat } from '../lib/output-formats.ts';
import { hasColors, paintFor } from './colors.ts';
import { isNestedRecord, type MissingFields, pickFields, trackMissingFields } from './fields.ts';
import { formatWriters } from './formats/index.ts';
import type { FormatOptions, FormatWriter } from './formats/writer.ts';
import { withKnownFields } from './known-fields.ts';
import type { Messages } from './messages.ts';
import type { StdoutWriter } from './stdout.ts';
import { type Drawing, drawingOf, plainly } from './symbols.ts';
import type { ListMeta, Row, TerminalOptions, View } from './terminal.ts';
import { terminalWidth } from './width.ts';

/** Fields listed in a hint. */
const mostFields = 40;

/** Prints records to stdout in one format, then notes about them to stderr. */
export class RecordPrinter {
  readonly #options: TerminalOptions;
  readonly #format: OutputFormat;
  readonly #writer: FormatWriter;
  readonly #output: StdoutWriter;
  readonly #messages: Messages;
  readonly #notes: (() => void)[] = [];

  readonly #drawing: Drawing;

  constructor(options: TerminalOptions, format: OutputFormat, output: StdoutWriter, messages: Messages) {
    this.#options = options;
    this.#format = format;
    this.#writer = formatWriters[format];
    this.#output = output;
    this.#messages = messages;
    this.#drawing = drawingOf(options.environment);
  }

  /** See `Terminal.list`. */
  async list(rows: AsyncIterable<Row> | Iterable<Row>, view: View, meta?: () => ListMeta): Promise<number> {
    const { fields, envelope, unknownFields, stderr } = this.#options;
    const { chosen, metaOf } = envelope ? envelopeFields(fields) : { chosen: fields, metaOf: undefined };
    const writer = await this.#writer.list(
      this.#formatOptions(view, chosen, metaOf && (() => metaOf(meta?.().meta))),
    );
    const missing = trackMissingFields(chosen);
    let count = 0;
    const known = unknownFields === 'warn' ? rows : withKnownFields(rows, chosen ?? [], view);
    for await (const row of known) {
      count++;
      missing.see(row);
      // Most rows need no waiting, and an await takes longer than writing a row.
      const text = writer.row(row);
      const wait = this.#output.add(this.#presentable(typeof text === 'string' ? text : await text));
      if (wait) await wait;
    }
    await this.#print(await writer.end());
    if (count > 0) this.#warnOfMissing(missing);
    else if (stderr.isTTY === true && !formatTraits[this.#format].isStructured) this.#noteEmpty(view);
    return count;
  }

  /** See `Terminal.record`. */
  async record(row: Row, view: View): Promise<void> {
    const { fields, unknownFields } = this.#options;
    if (unknownFields !== 'warn') for await (const _ of withKnownFields([row], fields ?? [], view));
    const missing = trackMissingFields(fields);
    missing.see(row);
    await this.#print(await this.#writer.record(row, this.#formatOptions(view, fields)));
    this.#warnOfMissing(missing);
  }

  /** Data for programs is sanitized on a terminal only. */
  #presentable(text: string): string {
    const { isForPeople } = formatTraits[this.#format];
    const isTerminal = this.#options.stdout.isTTY === true;
    const shown = isForPeople || isTerminal ? this.#writer.sanitize(text) : text;
    return isForPeople && isTerminal ? plainly(shown, this.#drawing) : shown;
  }

  async #print(text: string): Promise<void> {
    await this.#output.add(this.#presentable(text));
    await this.#output.flush();
    for (const note of this.#notes.splice(0)) note();
  }

  #formatOptions(
    view: View,
    fields: readonly string[] | undefined,
    meta?: (() => unknown) | undefined,
  ): FormatOptions {
    const { stdout, environment, color } = this.#options;
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

  #warnOfMissing(missing: MissingFields): void {
    const names = missing.names();
    if (names.length === 0) return;
    this.#messages.warn(`unknown fields: ${names.join(', ')}`);
    this.#messages.hint(`fields are: ${missing.available().slice(0, mostFields).join(', ')}`);
  }

  #noteEmpty({ plural, empty }: View): void {
    this.#messages.note(`no ${plural} ${empty === undefined ? 'here' : 'yet'}`);
    if (empty !== undefined) this.#messages.hint(empty);
  }
}

/** With `--envelope`, `meta.x` in `--fields` chooses `x` of `meta`; without any, `meta` is printed completely. */
function envelopeFields(fields: readonly string[] | undefined) {
  const inMeta = (field: string) => field.startsWith('meta.');
  const names = fields?.filter(inMeta).map(field => field.slice('meta.'.length)) ?? [];
  return {
    chosen: fields?.filter(field => !inMeta(field)),
    metaOf: (meta: unknown) => (names.length > 0 && isNestedRecord(meta) ? pickFields(meta, names) : meta),
  };
}
