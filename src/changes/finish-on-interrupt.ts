import type { Terminal } from '../terminal/terminal.ts';

/** What interrupts changes, and whom to tell. */
export interface Stopping {
  readonly terminal: Terminal;
  /** The first Ctrl-C. */
  readonly stop: AbortSignal;
  /** From now on the work comes to its own end after the first Ctrl-C; the second one says these words. */
  readonly deferExit: (lastWords: () => string) => void;
}

/**
 * Makes changes that the first Ctrl-C does not cut off: it says that those under way are brought to their end. The second
 * one ends the process, and names the command that goes on.
 *
 * @param resume that command
 * @param clear takes away what is drawn
 */
export async function finishOnInterrupt<T>(
  { terminal, stop, deferExit }: Stopping,
  resume: string,
  clear: () => void,
  work: () => Promise<T>,
): Promise<T> {
  deferExit(() => {
    clear();
    return `Stopped. To resume: ${resume}`;
  });
  const sayStopping = () =>
    terminal.note('Stopping after the changes under way; press Ctrl-C again to stop now.');
  stop.addEventListener('abort', sayStopping, { once: true });
  try {
    return await work();
  } finally {
    stop.removeEventListener('abort', sayStopping);
    clear();
  }
}
