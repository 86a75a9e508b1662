import { formatTraits } from '../lib/output-formats.ts';
import { withAccount, wrapMessage, wrapScreen } from './message-text.ts';
import { RecordPrinter } from './record-printer.ts';
import {
  hasColors,
  isSpoken,
  oneLine,
  paintFor,
  sanitizeJson,
  sanitizeMessage,
  sanitizeText,
  terminalWidth,
  withoutSymbols,
} from './shown-text.ts';
import { type MessageStream, messageStream, progressBar, progressLines, silentProgress } from './stderr.ts';
import { type StdoutWriter, stdoutWriter } from './stdout.ts';
import type { Messages, Terminal, TerminalOptions } from './terminal.ts';

/** The part of a terminal that prints data other than records. */
function dataPrinter(
  options: TerminalOptions,
  output: StdoutWriter,
): Pick<Terminal, 'print' | 'draw' | 'printBytes' | 'printJson'> {
  const { stdout, environment, color } = options;
  const isTerminal = stdout.isTTY === true;
  const shown = (text: string) => (isTerminal && isSpoken(environment) ? withoutSymbols(text) : text);
  const decoder = new TextDecoder();
  const print = async (text: string) => {
    await output.add(text.endsWith('\n') ? text : `${text}\n`);
    await output.flush();
  };
  return {
    async print(text) {
      await print(isTerminal ? shown(sanitizeMessage(text)) : text);
    },
    async draw(make) {
      const paint = paintFor(hasColors(stdout, environment, color));
      const text = sanitizeMessage(make({ width: terminalWidth(options), paint }));
      await print(shown(text));
    },
    async printBytes(bytes) {
      if (!isTerminal) return await output.bytes(bytes);
      await output.add(sanitizeText(decoder.decode(bytes, { stream: true })));
      await output.flush();
    },
    async printJson(bytes) {
      if (isTerminal) await print(sanitizeJson(JSON.stringify(JSON.parse(decoder.decode(bytes)), null, 2)));
      else await output.bytes(bytes);
    },
  };
}

/** Libraries are loaded on use. */
export function createTerminal(options: TerminalOptions): Terminal {
  const { stdout, stderr, quiet } = options;
  const stdoutIsTerminal = stdout.isTTY === true;
  const stderrIsTerminal = stderr.isTTY === true;
  const format = options.format ?? (stdoutIsTerminal ? 'table' : 'tsv');
  const interactive = stderrIsTerminal && options.input && options.stdin.isTTY === true;

  const stream = messageStream(options);
  const messages = messagesTo(stream, options);
  const output = stdoutWriter(stdout, () => {
    if (stdoutIsTerminal) stream.statusLine?.hide();
  });
  const asking = async () => (await import('./prompts.ts')).prompts(options, stream, interactive);
  const records = new RecordPrinter(options, format, output, messages);
  const data = dataPrinter(options, output);
  const answersInWords = stdoutIsTerminal && options.format === undefined && options.fields === undefined;
  return {
    format,
    ...formatTraits[format],
    quiet,
    interactive,
    asks: interactive && !options.yes,
    stdoutIsTerminal,
    stderrIsTerminal,
    width: terminalWidth(options),
    height: stderr.rows || 24,
    list: (rows, view, meta) => records.list(rows, view, meta),
    record: (row, view) => records.record(row, view),
    answer: (sentence, row, view) =>
      answersInWords
        ? data.print(wrapMessage('', 0, withAccount(oneLine(sentence), options), stdout))
        : records.record(row, view),
    ...messages,
    ...data,
    confirm: async (...asked) => (await asking()).confirm(...asked),
    choose: async (...asked) => (await asking()).choose(...asked),
    mark: async (...asked) => (await asking()).mark(...asked),
    secret: async (...asked) => (await asking()).secret(...asked),
    input: async (...asked) => (await asking()).input(...asked),
    search: async (...asked) => (await asking()).search(...asked),
  };
}

function messagesTo(stream: MessageStream, options: TerminalOptions): Messages {
  const { stderr, environment, quiet, color, holdsMessages = false } = options;
  const paint = paintFor(hasColors(stderr, environment, color) && !holdsMessages);
  // A plan or a summary is not held: the JSON has what it says.
  const say = (text: string) => {
    if (!quiet && !holdsMessages) stream.write(text);
  };
  const message = (label: string, indent: number) => (text: string) => {
    const lines = wrapMessage(label, indent, withAccount(oneLine(text), options), stderr);
    if (holdsMessages && !quiet) stream.held.push(lines);
    else say(lines);
  };
  return {
    paint,
    note: message('', 0),
    show: text => say(text.replace(/\n$/, '')),
    tell(text) {
      const lines = text.replace(/\n$/, '');
      say(stderr.isTTY === true ? wrapScreen(lines, stderr.columns || 80) : lines);
    },
    hint: message(`${paint.cyan('hint:')} `, 6),
    warn: message(`${paint.yellow('warning:')} `, 9),
    progress(label, total) {
      if (stderr.isTTY !== true || quiet) return silentProgress;
      return isSpoken(environment) ? progressLines(say, label, total) : progressBar(stream, label, total);
    },
  };
}
