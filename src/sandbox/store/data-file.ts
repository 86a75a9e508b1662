/** The data file: one JSON value on each line, first every subscriber, then everything else in one object. */
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate as otherWork } from 'node:timers/promises';
import { Failure } from '../../lib/failure.ts';
import { AtomicFile } from '../../lib/files/atomic-file.ts';
import { isObject } from '../../lib/json/is-object.ts';
import type { SandboxState, StoredSubscriber } from './state.ts';

/** How many lines are written before requests get their turn. */
const linesAtOnce = 2000;
const version = 1;
/** Milliseconds between two saves. */
const saveEvery = 3000;

/**
 * Reads the state that a sandbox saved.
 *
 * @returns undefined when there is no such file
 * @throws Failure unreadable_file, also when it is not a data file, or cut off
 */
export async function loadState(file: string): Promise<SandboxState | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    const subscribers: StoredSubscriber[] = [];
    let last: unknown;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: 100 })) {
      const value: unknown = JSON.parse(line);
      if (isObject(value) && 'sandbox' in value) last = value;
      else subscribers.push(value as StoredSubscriber);
    }
    if (!isObject(last) || last.sandbox !== version) throw new Error('the last line is missing');
    return { ...(last as unknown as Omit<SandboxState, 'subscribers'>), subscribers };
  } catch (error) {
    const hint = 'Pass another file to --data.';
    throw new Failure('unreadable_file', `${file} is not a sandbox data file`, { cause: error, hint });
  }
}

/**
 * Writes the whole state, while requests go on changing it. Subscribers come first because they refer to tags: a tag
 * that is created meanwhile is written after the subscribers that have it, never missing.
 *
 * @throws Failure write_failed
 */
async function saveState(path: string, { subscribers, ...rest }: SandboxState): Promise<void> {
  const file = new AtomicFile(path, { mode: 0o600 });
  try {
    for (let from = 0; from < subscribers.length; from += linesAtOnce) {
      for (const subscriber of subscribers.slice(from, from + linesAtOnce)) {
        file.write(`${JSON.stringify(subscriber)}\n`);
      }
      await otherWork();
    }
    file.write(`${JSON.stringify({ sandbox: version, ...rest })}\n`);
    file.commit();
  } finally {
    file.discard();
  }
}

/** Saves the state every few seconds while it changes, and once more at the end. */
export class AutoSaver {
  readonly #file: string;
  readonly #state: SandboxState;
  #changed = true;
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  private constructor(file: string, state: SandboxState) {
    this.#file = file;
    this.#state = state;
  }

  /** Saves at once: a file that cannot be written is reported at the start. @throws Failure write_failed */
  static async start(file: string, state: SandboxState): Promise<AutoSaver> {
    const saver = new AutoSaver(file, state);
    await saver.#save();
    saver.#schedule(saveEvery);
    return saver;
  }

  markChanged(): void {
    this.#changed = true;
  }

  /** Saves what is not saved yet, and stops. @throws Failure write_failed */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
    // The save that just ended has scheduled the next one.
    clearTimeout(this.#timer);
    await this.#save();
  }

  async #save(): Promise<void> {
    if (!this.#changed) return;
    this.#changed = false;
    try {
      await saveState(this.#file, this.#state);
    } catch (error) {
      this.#changed = true;
      throw error;
    }
  }

  #schedule(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const start = performance.now();
      this.#running = this.#save()
        // Retried at the next save; the last one, when the sandbox stops, reports its error.
        .catch(() => undefined)
        // Writing a large file takes long: at most a tenth of the time is spent on it.
        .then(() => this.#schedule(Math.max(saveEvery, (performance.now() - start) * 10)));
    }, milliseconds);
    this.#timer.unref();
  }
}
