import { maskAddresses } from '../lib/text/addresses.ts';
import { sanitizeMessage } from './colors.ts';
import { drawingOf, plainly } from './sanitize.ts';

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
}

const known = new WeakMap<NodeJS.WriteStream, MessageStream>();

interface MessageStreamOptions {
  readonly stderr: NodeJS.WriteStream;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether addresses are shown where `CI` is set. Without it they are masked, as others can read the log. */
  readonly showAddresses: boolean;
}

/** @returns the same object for the same stream, so that the error report finds the progress bar to clear */
export function messageStream(options: MessageStreamOptions): MessageStream {
  const { stderr: stream, environment, showAddresses } = options;
  const existing = known.get(stream);
  if (existing) return existing;
  const drawing = stream.isTTY === true ? drawingOf(environment) : 'full';
  const shown = environment.CI && !showAddresses ? maskAddresses : (text: string) => text;
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
    write(lines) {
      messages.statusLine?.hide();
      control(`${plainly(shown(sanitizeMessage(lines)), drawing)}\n`);
      messages.statusLine?.draw();
    },
  };
  known.set(stream, messages);
  return messages;
}
