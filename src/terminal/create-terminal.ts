import { exactFrom, exactOf, jsonText } from '../lib/exact-json.ts';
import { formatTraits, type OutputFormat } from '../lib/output-formats.ts';
import { cleanMessage, hasColours, paintFor } from './colors.ts';
import { type FieldWatch, isNestedRecord, picked, watchFields } from './fields.ts';
import { formatWriters } from './formats/index.ts';
import type { Sheet } from './formats/writer.ts';
import { drawnProgress, silentProgress } from './progress.ts';
import { prompts } from './prompts.ts';
import { cleanJson, cleanText } from './sanitize.ts';
import { type Screen, screenOf } from './status-line.ts';
import { type Output, outputTo } from './stdout.ts';
import type { Row, Terminal, TerminalOptions, View } from './terminal.ts';

const usualWidth = 80;
/** So many names of fields are still read. */
const mostFields = 40;

/** Columns of the screen: the terminal's own, COLUMNS, those of the terminal that messages go to (`| less`), 80. */
function widthOfScreen({ stdout, stderr, environment }: TerminalOptions): number {
  const said = Number(environment.COLUMNS);
  return stdout.columns || (Number.isInteger(said) && said > 0 ? said : stderr.columns || usualWidth);
}

type Messages = Pick<Terminal, 'note' | 'hint' | 'warn' | 'show' | 'paint' | 'progress' | 'live'>;

function messages(options: TerminalOptions, screen: Screen): Messages {
  const { stderr, environment, quiet, color } = options;
  const paint = paintFor(hasColours(stderr, environment, color));
  const say = (text: string) => {
    if (!quiet) screen.write(text);
  };
  const canDraw = stderr.isTTY === true && !quiet && environment.TERM !== 'dumb';
  return {
    paint,
    note: say,
    show: text => say(text.replace(/\n$/, '')),
    hint: message => say(`${paint.cyan('hint:')} ${message}`),
    warn: message => say(`${paint.yellow('warning:')} ${message}`),
    progress: (label, total) => (canDraw ? drawnProgress(screen, label, total) : silentProgress),
    async live(make) {
      if (!canDraw) return undefined;
      const { liveView } = await import('./live-view.ts');
      return liveView(screen, () => make({ width: stderr.columns || widthOfScreen(options), paint }));
    },
  };
}

type Data = Pick<Terminal, 'list' | 'record' | 'print' | 'draw' | 'printBytes' | 'printJson'>;

function data(options: TerminalOptions, format: OutputFormat, output: Output, say: Messages): Data {
  const { stdout, stderr, environment, fields, envelope } = options;
  const writers = formatWriters[format];
  const isTerminal = stdout.isTTY === true;
  const { isForPeople, isStructured } = formatTraits[format];
  // What is for people is cleaned wherever it goes; the other formats only for a terminal's sake.
  const presentable = (text: string) => (isTerminal || isForPeople ? writers.clean(text) : text);
  const decoder = new TextDecoder();
  const remarks: (() => void)[] = [];

  const sheet = (view: View, chosen: readonly string[] | undefined, meta?: () => unknown): Sheet => ({
    view,
    fields: chosen,
    meta,
    width: widthOfScreen(options),
    paint: paintFor(hasColours(stdout, environment, options.color)),
    now: Date.now(),
    warn: message => remarks.push(() => say.warn(message)),
    hint: message => remarks.push(() => say.hint(message)),
  });
  // Said below the data they are about.
  const remark = () => {
    for (const each of remarks.splice(0)) each();
  };
  const complain = ({ unseen, there }: FieldWatch) => {
    const missing = unseen();
    if (missing.length === 0) return;
    say.warn(`no such field in the answer: ${missing.join(', ')}`);
    say.hint(`fields there are: ${there().slice(0, mostFields).join(', ')}`);
  };
  const print = async (text: string) => {
    await output.add(text);
    await output.flush();
  };

  return {
    async list(rows, view, meta) {
      const { chosen, metaOf } = envelope ? forEnvelope(fields) : { chosen: fields, metaOf: undefined };
      const writer = await writers.list(
        sheet(view, chosen, metaOf && (() => metaOf(exactMeta(meta?.().meta)))),
      );
      const watch = watchFields(chosen);
      let count = 0;
      for await (const sent of rows) {
        const row = exactOf(sent);
        count++;
        watch.see(row);
        // Most rows make nobody wait; awaiting them all the same would cost more than writing them.
        const made = writer.row(row);
        const wait = output.add(presentable(typeof made === 'string' ? made : await made));
        if (wait) await wait;
      }
      await print(presentable(await writer.end()));
      remark();
      if (count > 0) complain(watch);
      else if (stderr.isTTY === true && !isStructured) sayEmpty(view, say);
      return count;
    },
    async record(sent: Row, view) {
      const row = exactOf(sent);
      const watch = watchFields(fields);
      watch.see(row);
      await print(presentable(await writers.record(row, sheet(view, fields))));
      remark();
      complain(watch);
    },
    async print(text) {
      const whole = text.endsWith('\n') ? text : `${text}\n`;
      await print(isTerminal ? cleanMessage(whole) : whole);
    },
    async draw(make) {
      const paint = paintFor(hasColours(stdout, environment, options.color));
      const text = make({ width: widthOfScreen(options), paint });
      await print(cleanMessage(text.endsWith('\n') ? text : `${text}\n`));
    },
    async printBytes(bytes) {
      if (isTerminal) await print(cleanText(decoder.decode(bytes, { stream: true })));
      else await output.bytes(bytes);
    },
    async printJson(bytes) {
      if (isTerminal) await print(`${cleanJson(jsonText(exactFrom(decoder.decode(bytes)), 2))}\n`);
      else await output.bytes(bytes);
    },
  };
}

/** With `--envelope`, fields that start with `meta.` choose from the page's `meta`; else it stays whole. */
function forEnvelope(fields: readonly string[] | undefined) {
  const inMeta = (field: string) => field.startsWith('meta.');
  const names = fields?.filter(inMeta).map(field => field.slice('meta.'.length)) ?? [];
  return {
    chosen: fields?.filter(field => !inMeta(field)),
    metaOf: (meta: unknown) => (names.length > 0 && isNestedRecord(meta) ? picked(meta, names) : meta),
  };
}

const exactMeta = (meta: unknown) => (isNestedRecord(meta) ? exactOf(meta) : meta);

function sayEmpty(view: View, say: Messages): void {
  say.note(`no ${view.plural} ${view.empty === undefined ? 'here' : 'yet'}`);
  if (view.empty !== undefined) say.hint(view.empty);
}

/** What a person or a pipe sees, on the streams given. Loads a library only when it is needed. */
export function createTerminal(options: TerminalOptions): Terminal {
  const { stdin, stdout, stderr, quiet } = options;
  const stdoutIsTerminal = stdout.isTTY === true;
  const stderrIsTerminal = stderr.isTTY === true;
  const format = options.format ?? (stdoutIsTerminal ? 'table' : 'tsv');
  const interactive = stdin.isTTY === true && stderrIsTerminal && options.input;

  const screen = screenOf(stderr);
  const output = outputTo(stdout, () => {
    if (stdoutIsTerminal) screen.bottom?.hide();
  });
  const say = messages(options, screen);
  return {
    format,
    ...formatTraits[format],
    quiet,
    interactive,
    asks: interactive && !options.yes,
    stdoutIsTerminal,
    stderrIsTerminal,
    width: widthOfScreen(options),
    ...say,
    ...data(options, format, output, say),
    ...prompts(options, screen, interactive),
  };
}
