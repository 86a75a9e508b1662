import { masked } from '../lib/text/addresses.ts';
import { sanitizeMessage } from './colors.ts';
import { drawingOf, plainly } from './symbols.ts';

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
  /** Whether addresses in messages are masked. */
  mask: boolean;
  /** Writes whole lines; replaces control characters except for the program's own colors. */
  write(lines: string): void;
  /** Writes a control sequence unchanged. */
  control(sequence: string): void;
}

const known = new WeakMap<NodeJS.WriteStream, MessageStream>();

/** @returns the same object for the same stream, so that the error report finds the progress bar to clear */
export function messageStream(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): MessageStream {
  const existing = known.get(stream);
  if (existing) return existing;
  const drawing = stream.isTTY === true ? drawingOf(environment) : 'full';
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
    mask: false,
    control,
    write(lines) {
      messages.statusLine?.hide();
      const text = sanitizeMessage(lines);
      control(`${plainly(messages.mask ? masked(text) : text, drawing)}\n`);
      messages.statusLine?.draw();
    },
  };
  known.set(stream, messages);
  return messages;
}
