import { Failure } from '../lib/failure.ts';

/** Milliseconds that a command has after the first signal: two seconds in all, until the process is gone. */
const timeToEnd = 1700;

/** The parts of `process` that signals concern. */
export interface SignalledProcess extends Pick<NodeJS.Process, 'pid' | 'kill'> {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

const signals = ['SIGINT', 'SIGTERM'] as const;
/** The terminal is gone, or its Ctrl-Break was pressed: of interest to commands that have started another. */
const hangUps = ['SIGHUP', 'SIGBREAK'] as const;

/** Ctrl-C and SIGTERM: the first one lets a command come to its end, the second one ends the process. */
export class Signals {
  readonly #process: SignalledProcess;
  readonly #interrupted: AbortController;
  /** Work that must not be cut off. */
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

  /** Listens. @param isPatient the first signal sets no time limit */
  listen(isPatient: boolean): void {
    this.#isPatient = isPatient;
    for (const signal of isPatient ? [...signals, ...hangUps] : signals) {
      this.#process.on(signal, this.#onSignal);
    }
  }

  release(): void {
    clearTimeout(this.#deadline);
    for (const signal of [...signals, ...hangUps]) this.#process.off(signal, this.#onSignal);
  }

  /** From now on the first signal sets no time limit. @param lastWords called when a second one ends the process */
  holdOn(lastWords: () => void): void {
    this.#isPatient = true;
    this.#lastWords = lastWords;
    clearTimeout(this.#deadline);
  }

  /** Lets work come to its end before a signal ends the process. The work must see to it that this is soon. */
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

  /** Ends the process, at once when it has been told to before. */
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
