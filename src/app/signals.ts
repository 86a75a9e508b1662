import { Failure } from '../lib/failure.ts';

/** Milliseconds that a command has after the first signal: two seconds in all, until the process is gone. */
const timeToEnd = 1700;

export interface SignalledProcess extends Pick<NodeJS.Process, 'pid' | 'kill'> {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

/** SIGHUP: the terminal was closed. SIGBREAK: Ctrl-Break on Windows. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** Ctrl-C and its like: the first one aborts the command, the second one ends the process. */
export class Signals {
  readonly #process: SignalledProcess;
  readonly #interrupted: AbortController;
  readonly #unbroken = new Set<Promise<unknown>>();
  #deadline: NodeJS.Timeout | undefined;
  #isPatient = false;
  #isEnding = false;
  #lastWords: (() => void) | undefined;

  /** @param interrupted aborted by the first signal, with a Failure whose `cause` is the signal's name */
  constructor(process: SignalledProcess, interrupted: AbortController) {
    this.#process = process;
    this.#interrupted = interrupted;
  }

  /** @param isPatient whether the first signal sets no time limit */
  listen(isPatient: boolean): void {
    this.#isPatient = isPatient;
    for (const signal of signals) this.#process.on(signal, this.#onSignal);
  }

  release(): void {
    clearTimeout(this.#deadline);
    for (const signal of signals) this.#process.off(signal, this.#onSignal);
  }

  /** Removes the time limit after the first signal. @param lastWords called when a second one ends the process */
  deferExit(lastWords: () => void): void {
    this.#isPatient = true;
    this.#lastWords = lastWords;
    clearTimeout(this.#deadline);
  }

  /** Delays the end of the process by a signal until this work, of a few seconds, is done. */
  async unbroken<T>(work: Promise<T>): Promise<T> {
    this.#unbroken.add(work);
    try {
      return await work;
    } finally {
      this.#unbroken.delete(work);
    }
  }

  readonly #onSignal = (signal: NodeJS.Signals) => {
    if (!this.#interrupted.signal.aborted) {
      this.#interrupted.abort(new Failure('interrupted', 'interrupted', { cause: signal }));
      if (!this.#isPatient) this.#deadline = setTimeout(() => this.#end(signal), timeToEnd).unref();
    } else {
      if (!this.#isEnding) this.#lastWords?.();
      this.#end(signal);
    }
  };

  /** Ends the process: after the unbroken work, or at once the second time. */
  #end(signal: NodeJS.Signals): void {
    const kill = () => {
      this.release();
      this.#process.kill(this.#process.pid, signal);
    };
    if (this.#isEnding || this.#unbroken.size === 0) kill();
    else {
      this.#isEnding = true;
      Promise.allSettled(this.#unbroken).then(kill);
    }
  }
}
