import { cleanMessage } from './colors.ts';

/** A line at the bottom that is redrawn in place. */
interface BottomLine {
  /** Takes the line off the screen until it is drawn again. */
  hide(): void;
  draw(): void;
  /** For good. */
  stop(): void;
}

/** stderr: messages scroll by above at most one bottom line. Writing never fails: who would be told? */
export interface Screen {
  readonly stream: NodeJS.WriteStream;
  bottom: BottomLine | undefined;
  /** Whole lines, for people; control characters are replaced, the program's own colours kept. */
  write(lines: string): void;
  /** As it is, for what moves the cursor. */
  control(sequence: string): void;
}

const screens = new WeakMap<NodeJS.WriteStream, Screen>();

/** The one screen of a stream, so that whoever reports a failure finds the progress bar to take away. */
export function screenOf(stream: NodeJS.WriteStream): Screen {
  const known = screens.get(stream);
  if (known) return known;
  let closed = false;
  stream.on('error', () => {
    closed = true;
  });
  const control = (sequence: string) => {
    if (!closed) stream.write(sequence);
  };
  const screen: Screen = {
    stream,
    bottom: undefined,
    control,
    write(lines) {
      screen.bottom?.hide();
      control(`${cleanMessage(lines)}\n`);
      screen.bottom?.draw();
    },
  };
  screens.set(stream, screen);
  return screen;
}
