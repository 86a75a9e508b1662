import { exactFrom, exactOf, jsonText } from '../lib/exact-json.ts';
import { formatTraits, type OutputFormat } from '../lib/output-formats.ts';
import { hasColors, paintFor, sanitizeMessage } from './colors.ts';
import { isNestedRecord, type MissingFields, pickFields, trackMissingFields } from './fields.ts';
import { formatWriters } from './formats/index.ts';
import type { FormatOptions } from './formats/writer.ts';
import { withKnownFields } from './known-fields.ts';
import { progressBar, silentProgress } from './progress.ts';
import { prompts } from './prompts.ts';
import { sanitizeJson, sanitizeText } from './sanitize.ts';
import { type MessageStream, messageStream } from './status-line.ts';
import { type StdoutWriter, stdoutWriter } from './stdout.ts';
import type { Row, Terminal, TerminalOptions, View } from './terminal.ts';

const defaultWidth = 80;
/** A hint names no more fields than this. */
const mostFields = 40;

/** Columns: of stdout, COLUMNS, of stderr (stdout may be `| less`), or 80. */
function terminalWidth({ stdout, stderr, environment }: TerminalOptions): number {
  const columns = Number(environment.COLUMNS);
  return (
    stdout.columns || (Number.isInteger(columns) && columns > 0 ? columns : stderr.columns || defaultWidth)
  );
}

type Messages = Pick<Terminal, 'note' | 'hint' | 'warn' | 'show' | 'paint' | 'progress' | 'live'>;

function messageMethods(options: TerminalOptions, messages: MessageStream): Messages {
  const { stderr, environment, quiet, color } = options;
  const paint = paintFor(hasColors(stderr, environment, color));
  const say = (text: string) => {
    if (!quiet) messages.write(text);
  };
  const canDraw = stderr.isTTY === true && !quiet && environment.TERM !== 'dumb';
  return {
    paint,
    note: say,
    show: text => say(text.replace(/\n$/, '')),
    hint: message => say(`${paint.cyan('hint:')} ${message}`),
    warn: message => say(`${paint.yellow('warning:')} ${message}`),
    progress: (label, total) => (canDraw ? progressBar(messages, label, total) : silentProgress),
    async live(make) {
      if (!canDraw) return undefined;
      const { liveView } = await import('./live-view.ts');
      return liveView(messages, () => make({ width: stderr.columns || terminalWidth(options), paint }));
    },
  };
}

type Data = Pick<Terminal, 'list' | 'record' | 'print' | 'draw' | 'printBytes' | 'printJson'>;

function dataMethods(
  options: TerminalOptions,
  format: OutputFormat,
  output: StdoutWriter,
  messages: Messages,
): Data {
  const { stdout, stderr, environment, fields, envelope } = options;
  const writers = formatWriters[format];
  const isTerminal = stdout.isTTY === true;
  const { isForPeople, isStructured } = formatTraits[format];
  // Data for programs is altered only when it goes to a terminal.
  const presentable = (text: string) => (isTerminal || isForPeople ? writers.sanitize(text) : text);
  const decoder = new TextDecoder();
  const remarks: (() => void)[] = [];

  const formatOptions = (
    view: View,
    chosen: readonly string[] | undefined,
    meta?: () => unknown,
  ): FormatOptions => ({
    view,
    fields: chosen,
    meta,
    width: terminalWidth(options),
    paint: paintFor(hasColors(stdout, environment, options.color)),
    now: Date.now(),
    warn: message => remarks.push(() => messages.warn(message)),
    hint: message => remarks.push(() => messages.hint(message)),
  });
  // Remarks stand below the data that they are about.
  const printRemarks = () => {
    for (const remark of remarks.splice(0)) remark();
  };
  const warnOfMissing = (missing: MissingFields) => {
    const names = missing.names();
    if (names.length === 0) return;
    messages.warn(`no such field in the answer: ${names.join(', ')}`);
    messages.hint(`fields there are: ${missing.available().slice(0, mostFields).join(', ')}`);
  };
  const print = async (text: string) => {
    await output.add(text);
    await output.flush();
  };

  return {
    async list(rows, view, meta) {
      const { chosen, metaOf } = envelope ? envelopeFields(fields) : { chosen: fields, metaOf: undefined };
      const writer = await writers.list(
        formatOptions(view, chosen, metaOf && (() => metaOf(exactMeta(meta?.().meta)))),
      );
      const missing = trackMissingFields(chosen);
      let count = 0;
      const known = options.unknownFields === 'warn' ? rows : withKnownFields(rows, chosen ?? [], view);
      for await (const sent of known) {
        const row = exactOf(sent);
        count++;
        missing.see(row);
        // Most rows need no waiting, and an await for each would take longer than writing it.
        const text = writer.row(row);
        const wait = output.add(presentable(typeof text === 'string' ? text : await text));
        if (wait) await wait;
      }
      await print(presentable(await writer.end()));
      printRemarks();
      if (count > 0) warnOfMissing(missing);
      else if (stderr.isTTY === true && !isStructured) noteEmpty(view, messages);
      return count;
    },
    async record(sent: Row, view) {
      const row = exactOf(sent);
      if (options.unknownFields !== 'warn') for await (const _ of withKnownFields([row], fields ?? [], view));
      const missing = trackMissingFields(fields);
      missing.see(row);
      await print(presentable(await writers.record(row, formatOptions(view, fields))));
      printRemarks();
      warnOfMissing(missing);
    },
    async print(text) {
      const whole = text.endsWith('\n') ? text : `${text}\n`;
      await print(isTerminal ? sanitizeMessage(whole) : whole);
    },
    async draw(make) {
      const paint = paintFor(hasColors(stdout, environment, options.color));
      const text = make({ width: terminalWidth(options), paint });
      await print(sanitizeMessage(text.endsWith('\n') ? text : `${text}\n`));
    },
    async printBytes(bytes) {
      if (isTerminal) await print(sanitizeText(decoder.decode(bytes, { stream: true })));
      else await output.bytes(bytes);
    },
    async printJson(bytes) {
      if (isTerminal) await print(`${sanitizeJson(jsonText(exactFrom(decoder.decode(bytes)), 2))}\n`);
      else await output.bytes(bytes);
    },
  };
}

/** With `--envelope`, `meta.x` in `--fields` chooses `x` from the page's `meta`; without any, `meta` stays whole. */
function envelopeFields(fields: readonly string[] | undefined) {
  const inMeta = (field: string) => field.startsWith('meta.');
  const names = fields?.filter(inMeta).map(field => field.slice('meta.'.length)) ?? [];
  return {
    chosen: fields?.filter(field => !inMeta(field)),
    metaOf: (meta: unknown) => (names.length > 0 && isNestedRecord(meta) ? pickFields(meta, names) : meta),
  };
}

const exactMeta = (meta: unknown) => (isNestedRecord(meta) ? exactOf(meta) : meta);

function noteEmpty(view: View, messages: Messages): void {
  messages.note(`no ${view.plural} ${view.empty === undefined ? 'here' : 'yet'}`);
  if (view.empty !== undefined) messages.hint(view.empty);
}

/** The terminal on the given streams. Libraries are loaded when they are needed. */
export function createTerminal(options: TerminalOptions): Terminal {
  const { stdin, stdout, stderr, quiet } = options;
  const stdoutIsTerminal = stdout.isTTY === true;
  const stderrIsTerminal = stderr.isTTY === true;
  const format = options.format ?? (stdoutIsTerminal ? 'table' : 'tsv');
  const interactive = stdin.isTTY === true && stderrIsTerminal && options.input;

  const stream = messageStream(stderr);
  const output = stdoutWriter(stdout, () => {
    if (stdoutIsTerminal) stream.statusLine?.hide();
  });
  const messages = messageMethods(options, stream);
  return {
    format,
    ...formatTraits[format],
    quiet,
    interactive,
    asks: interactive && !options.yes,
    stdoutIsTerminal,
    stderrIsTerminal,
    width: terminalWidth(options),
    ...messages,
    ...dataMethods(options, format, output, messages),
    ...prompts(options, stream, interactive),
  };
}
