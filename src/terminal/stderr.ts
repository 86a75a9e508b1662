/** stderr: messages, and below them at most one progress bar. */
import { Writable } from 'node:stream';
import type { SingleBar, ValueFormatter } from 'cli-progress';
import { maskAddresses } from '../lib/text/addresses.ts';
import { cut, widthOf } from './formats/measure.ts';
import { grouped } from './numbers.ts';
import { isSpoken, sanitizeLine, sanitizeMessage, withoutSymbols } from './shown-text.ts';
import type { Progress, TerminalOptions } from './terminal.ts';

/** A line at the bottom of a terminal that is redrawn in place: a progress bar. */
interface StatusLine {
  /** Clears it until it is drawn again. */
  hide(): void;
  draw(): void;
  /** Clears it permanently. */
  stop(): void;
}

/** stderr: messages scroll above at most one status line. Failed writes are ignored: they cannot be reported. */
export interface MessageStream {
  readonly stream: NodeJS.WriteStream;
  statusLine: StatusLine | undefined;
  /** Writes whole lines; replaces control characters except for the program's own colors. */
  write(lines: string): void;
  /** Writes a control sequence unchanged. */
  control(sequence: string): void;
  /** The text with its addresses masked, where they are. */
  masked(text: string): string;
  /** Messages that `release` writes; an error report has them instead. */
  readonly held: string[];
  release(): void;
}

const known = new WeakMap<NodeJS.WriteStream, MessageStream>();

export type MessageStreamOptions = Pick<TerminalOptions, 'stderr' | 'environment' | 'showAddresses'>;

/** @returns the same object for the same stream, so that the error report finds the progress bar to clear */
export function messageStream(options: MessageStreamOptions): MessageStream {
  const { stderr: stream, environment, showAddresses } = options;
  const existing = known.get(stream);
  if (existing) return existing;
  const isMasked = environment.CI && !showAddresses;
  const isRead = stream.isTTY === true && isSpoken(environment);
  const masked = (text: string) => (isMasked ? maskAddresses(text) : text);
  const shown = (text: string) => (isRead ? withoutSymbols(masked(text)) : masked(text));
  let closed = false;
  stream.on('error', () => {
    closed = true;
  });
  const control = (sequence: string) => {
    if (!closed) stream.write(sequence);
  };
  const messages: MessageStream = {
    stream,
    statusLine: undefined,
    control,
    masked,
    held: [],
    release() {
      for (const lines of messages.held.splice(0)) messages.write(lines);
    },
    write(lines) {
      messages.statusLine?.hide();
      control(`${shown(sanitizeMessage(lines))}\n`);
      messages.statusLine?.draw();
    },
  };
  known.set(stream, messages);
  return messages;
}

const framesPerSecond = 10;
const withTotal = '{label}  {bar} {percentage}%  {value}/{total}{eta_formatted}{detail}';
const withoutTotal = '{label}  {value}{detail}';

const valueText: ValueFormatter = (value, _options, type) =>
  type === 'percentage' ? String(value).padStart(3) : grouped(value);

/** @param seconds or `INF`, `NULL`, with which cli-progress stands for an unknown time */
const timeLeft = (seconds: number) => (Number(seconds) > 0 ? `  ${duration(seconds)} left` : '');

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/**
 * stderr, for cli-progress to draw on, without the two sequences that save the cursor at the start and restore it at
 * the end: that would overwrite the messages printed in between.
 */
function drawingStream(messages: MessageStream): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      if (chunk !== '\x1b7' && chunk !== '\x1b8') messages.control(chunk);
      done();
    },
  });
  const { columns } = messages.stream;
  return Object.assign(stream, { isTTY: true, ...(columns ? { columns } : {}) });
}

/**
 * The line of a progress bar. The library would cut its end: first the label is shortened, then the bar goes.
 *
 * @param draw makes the line of a format and a label
 * @param room columns
 */
function fittingLine(
  draw: (format: string, label: string) => string,
  label: string,
  hasTotal: boolean,
  room: number,
): string {
  const shortened = (format: string) => {
    const over = widthOf(draw(format, label)) - room;
    return draw(format, over > 0 ? cut(label, Math.max(8, widthOf(label) - over)) : label);
  };
  if (!hasTotal) return shortened(withoutTotal);
  const whole = shortened(withTotal);
  return widthOf(whole) <= room ? whole : shortened(withTotal.replace('{bar} ', ''));
}

/** A progress bar on the last line of a terminal. Updates during loading of the library are drawn afterwards. */
export function progressBar(
  messages: MessageStream,
  label: string,
  initialTotal: number | undefined,
): Progress {
  let total = initialTotal;
  let done = 0;
  let detail = '';
  let bar: SingleBar | undefined;
  let stopped = false;
  let handover: NodeJS.Timeout | undefined;

  const payload = () => ({ label: sanitizeLine(label), detail: detail && `  ${sanitizeLine(detail)}` });
  const stop = () => {
    stopped = true;
    clearTimeout(handover);
    if (messages.statusLine === line) messages.statusLine = undefined;
    bar?.stop();
    bar = undefined;
  };
  const line = {
    hide: () => messages.control('\r\x1b[K'),
    draw: () => bar?.render(),
    stop,
  };
  // There is one bar at a time: a new one replaces one that was never stopped.
  messages.statusLine?.stop();
  messages.statusLine = line;

  const start = async () => {
    const { Format, SingleBar } = await import('cli-progress');
    if (stopped) return;
    bar = new SingleBar({
      stream: drawingStream(messages),
      fps: framesPerSecond,
      format: (options, params, values) =>
        fittingLine(
          (format, label) => Format.Formatter({ ...options, format }, params, { ...values, label }),
          String(values.label),
          total !== undefined,
          (messages.stream.columns || 80) - 1,
        ),
      formatValue: valueText,
      formatTime: timeLeft,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      barsize: 24,
      clearOnComplete: true,
      forceRedraw: true,
      linewrap: true,
      synchronousUpdate: false,
      etaBuffer: 5 * framesPerSecond,
    });
    bar.start(total ?? 0, done, payload());
  };
  // Errors of the bar must not stop the command.
  start().catch(stop);

  return {
    update(newDone, newDetail) {
      done = newDone;
      if (newDetail !== undefined) detail = newDetail;
      // Once a frame, since the library estimates the time left from the last updates.
      handover ??= setTimeout(() => {
        handover = undefined;
        bar?.update(done, payload());
      }, 1000 / framesPerSecond).unref();
    },
    total(newTotal) {
      total = newTotal;
      bar?.setTotal(newTotal);
    },
    stop,
  };
}

/** Milliseconds between two lines of progress. */
const betweenLines = 15_000;

/** Progress as lines that stay: screen readers do not read a line that changes. */
export function progressLines(
  say: (line: string) => void,
  label: string,
  initialTotal: number | undefined,
  now: () => number = () => performance.now(),
): Progress {
  let total = initialTotal;
  let last = now();
  return {
    update(done) {
      if (now() - last < betweenLines) return;
      last = now();
      const of = total === undefined ? '' : ` of ${grouped(total)}`;
      say(`${sanitizeLine(label)}: ${grouped(done)}${of}`);
    },
    total(newTotal) {
      total = newTotal;
    },
    stop() {},
  };
}

/** For stderr that is not a terminal, and with --quiet. */
export const silentProgress: Progress = { update() {}, total() {}, stop() {} };
