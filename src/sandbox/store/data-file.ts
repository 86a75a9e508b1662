/**
 * The data file: one JSON value a line, subscribers first, everything else last. It is written beside its place
 * and then renamed, so that it is always whole.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../lib/failure.ts';
import { isObject } from '../http/validate-body.ts';
import type { State, StoredSubscriber } from './state.ts';

/** Lines written between two looks at other work. */
const linesAtOnce = 2000;
const version = 1;

/**
 * @returns the state kept in the file, or undefined when there is no such file
 * @throws Failure unreadable_file when it can't be read or was not written by a sandbox
 */
export async function loadState(file: string): Promise<State | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    const subscribers: StoredSubscriber[] = [];
    let last: unknown;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: 100 })) {
      const value: unknown = JSON.parse(line);
      if (isObject(value) && 'sandbox' in value) last = value;
      else subscribers.push(value as StoredSubscriber);
    }
    if (!isObject(last) || last.sandbox !== version) throw new Error('it does not end as a sandbox ends it');
    return { ...(last as unknown as Omit<State, 'subscribers'>), subscribers };
  } catch (error) {
    const hint = 'Give another file to --data, or remove this one to start anew.';
    throw new Failure('unreadable_file', `${file} is no data file of a sandbox`, { cause: error, hint });
  }
}

/**
 * Writes the whole state. It may change meanwhile: what refers to a place (tags) is written after what is
 * referred from, so the file makes sense all the same.
 *
 * @throws Failure write_failed
 */
async function saveState(file: string, state: State): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await pipeline(lines(state), createWriteStream(draft, { mode: 0o600 }));
    await sync(draft);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw new Failure('write_failed', `${file} could not be written`, { cause: error });
  }
}

async function* lines({ subscribers, ...rest }: State): AsyncGenerator<string> {
  for (let from = 0; from < subscribers.length; from += linesAtOnce) {
    yield subscribers
      .slice(from, from + linesAtOnce)
      .map(one => `${JSON.stringify(one)}\n`)
      .join('');
  }
  yield `${JSON.stringify({ sandbox: version, ...rest })}\n`;
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Saves every few seconds while something changes, and once more at the end. */
export class Saver {
  readonly #file: string;
  readonly #state: State;
  #changed = true;
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  private constructor(file: string, state: State) {
    this.#file = file;
    this.#state = state;
  }

  /** Saves once, so that a file that can't be written is known from the start. @throws Failure write_failed */
  static async start(file: string, state: State): Promise<Saver> {
    const saver = new Saver(file, state);
    await saver.#save();
    saver.#wait(3000);
    return saver;
  }

  /** Something changed: the next save must write. */
  change(): void {
    this.#changed = true;
  }

  /** Saves what is not saved yet, and stops. @throws Failure write_failed */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running.catch(() => undefined);
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

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const start = performance.now();
      // A failure in between is tried again; the one at the end is told.
      this.#running = this.#save()
        .catch(() => undefined)
        // A large file takes a while to write: never spend more than a tenth of the time on it.
        .then(() => this.#wait(Math.max(3000, (performance.now() - start) * 10)));
    }, milliseconds);
    this.#timer.unref();
  }
}
