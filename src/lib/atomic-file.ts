import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure } from './failure.ts';
import { unwritable } from './file-errors.ts';

const bufferSize = 64 * 1024;

export interface WholeFileOptions {
  /** Permission bits; unless given, those of the file that stands there, or what the umask allows. */
  readonly mode?: number;
  /** What to type or do when the file cannot be written. */
  readonly hint?: string;
}

/**
 * A file of text that appears under its name only when it is complete, in the place of one that was there. A symbolic
 * link stays one; devices and pipes are never replaced. Nothing is created before the first `write`, which may be of
 * an empty text.
 */
export class WholeFile {
  readonly path: string;
  readonly #hint: string | undefined;
  readonly #mode: number | undefined;
  /** The mode of the file that stands there, to be kept. */
  #kept: number | undefined;
  #target = '';
  #temporary: string | undefined;
  #handle: number | undefined;
  #waiting = '';

  /**
   * @throws Failure write_failed when no file can be there; usage when something stands there that is no file: a
   * device, a pipe
   */
  constructor(path: string, { mode, hint }: WholeFileOptions = {}) {
    this.path = path;
    this.#mode = mode;
    this.#hint = hint;
    this.#guard(() => this.#look());
  }

  get isStarted(): boolean {
    return this.#temporary !== undefined;
  }

  /** @throws Failure write_failed; what was written is removed then */
  write(text: string): void {
    if (this.#temporary === undefined) this.#guard(() => this.#create());
    this.#waiting += text;
    if (this.#waiting.length >= bufferSize) this.#guard(() => this.#empty());
  }

  /** Brings what was written to the disk. @throws Failure write_failed */
  flush(): void {
    this.#guard(() => {
      this.#empty();
      if (this.#handle !== undefined) fsyncSync(this.#handle);
    });
  }

  /**
   * Puts the file in its place.
   *
   * @returns its path, or undefined when nothing was ever written
   * @throws Failure write_failed
   */
  commit(): string | undefined {
    const temporary = this.#temporary;
    if (temporary === undefined) return undefined;
    this.flush();
    this.#guard(() => {
      this.#close();
      renameSync(temporary, this.#target);
    });
    this.#temporary = undefined;
    return this.path;
  }

  /** Gives up: nothing stays behind. What has been put in its place stays. */
  discard(): void {
    this.#waiting = '';
    this.#close();
    if (this.#temporary !== undefined) rmSync(this.#temporary, { force: true });
    this.#temporary = undefined;
  }

  #look(): void {
    const there = statSync(this.path, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    if (there?.isFile() === false) {
      const why = 'is no ordinary file, and must not be replaced by one';
      throw new Failure('usage', `${this.path} ${why}`, { hint: this.#hint });
    }
    this.#kept = this.#mode === undefined && there ? there.mode & 0o777 : undefined;
    this.#target = behindLinks(this.path);
    statSync(`${dirname(this.#target)}/.`);
  }

  #create(): void {
    const temporary = `${this.#target}.${process.pid}.tmp`;
    // What a killed process left; in a container every run may have the same process id.
    rmSync(temporary, { force: true });
    this.#handle = openSync(temporary, 'wx', this.#mode ?? this.#kept ?? 0o666);
    this.#temporary = temporary;
    // The umask took away from it.
    if (this.#kept !== undefined) fchmodSync(this.#handle, this.#kept);
  }

  #empty(): void {
    let rest = Buffer.from(this.#waiting);
    while (rest.length > 0 && this.#handle !== undefined) rest = rest.subarray(writeSync(this.#handle, rest));
    this.#waiting = '';
  }

  #close(): void {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle !== undefined) closeSync(handle);
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.discard();
      throw error instanceof Failure ? error : unwritable(this.path, error, this.#hint);
    }
  }
}

/**
 * Writes a text file whole, or not at all, as `WholeFile` says.
 *
 * @throws Failure write_failed; usage when something stands there that is no file: a device, a pipe
 */
export function writeWhole(path: string, text: string, options: WholeFileOptions = {}): void {
  const file = new WholeFile(path, options);
  file.write(text);
  file.commit();
}

/** What a link leads to, whether it is there or not. */
function behindLinks(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  return behindLinks(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}
