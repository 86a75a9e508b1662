import { sanitizeMessage } from './colors.ts';

/** A line at the bottom of a terminal that is redrawn in place: a progress bar. */
interface StatusLine {
  /** Clears it from the terminal until it is drawn again. */
  hide(): void;
  draw(): void;
  /** Clears it for good. */
  stop(): void;
}

/** stderr: messages scroll by above at most one status line. A failed write is ignored: there is nowhere to report it. */
export interface MessageStream {
  readonly stream: NodeJS.WriteStream;
  statusLine: StatusLine | undefined;
  /** Writes whole lines; control characters are replaced, the program's own colors kept. */
  write(lines: string): void;
  /** Writes a sequence that moves the cursor, as it is. */
  control(sequence: string): void;
}

const known = new WeakMap<NodeJS.WriteStream, MessageStream>();

/** @returns always the same for one stream, so that the error report finds the progress bar that it must clear */
export function messageStream(stream: NodeJS.WriteStream): MessageStream {
  const existing = known.get(stream);
  if (existing) return existing;
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
      control(`${sanitizeMessage(lines)}\n`);
      messages.statusLine?.draw();
    },
  };
  known.set(stream, messages);
  return messages;
}
