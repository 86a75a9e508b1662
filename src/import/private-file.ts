import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure, systemCode } from '../failure.ts';

const bufferSize = 64 * 1024;

/**
 * A file of text that is private (mode 0600) and appears under its name only when it is complete.
 * Nothing is created before the first line.
 */
export class PrivateFile {
  readonly path: string;
  readonly #temporary: string;
  readonly #hint: string;
  #handle: number | undefined;
  #waiting = '';

  /**
   * @param hint what to type when the file cannot be written
   * @throws Failure write_failed when no file can be there
   */
  constructor(path: string, hint: string) {
    this.path = path;
    this.#temporary = `${path}.${process.pid}.tmp`;
    this.#hint = hint;
    this.#guard(() => {
      statSync(`${dirname(path)}/.`);
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw systemError('EISDIR');
    });
  }

  get isStarted(): boolean {
    return this.#handle !== undefined;
  }

  /** @throws Failure write_failed; what was written is removed then */
  write(text: string): void {
    if (this.#handle === undefined) this.#guard(() => this.#create());
    this.#waiting += text;
    if (this.#waiting.length >= bufferSize) this.#flush();
  }

  /** Brings what was written to the disk. @throws Failure write_failed */
  flush(): void {
    if (this.#handle === undefined) return;
    this.#flush();
    this.#guard(() => {
      if (this.#handle !== undefined) fsyncSync(this.#handle);
    });
  }

  /** Puts the file in its place. Returns its path, or undefined when nothing was ever written. */
  commit(): string | undefined {
    if (this.#handle === undefined) return undefined;
    this.flush();
    this.#guard(() => {
      if (this.#handle !== undefined) closeSync(this.#handle);
      this.#handle = undefined;
      renameSync(this.#temporary, this.path);
    });
    return this.path;
  }

  /** Gives up: nothing stays behind. */
  discard(): void {
    this.#waiting = '';
    if (this.#handle === undefined) return;
    closeSync(this.#handle);
    this.#handle = undefined;
    rmSync(this.#temporary, { force: true });
  }

  #create(): void {
    // What a killed process left; in a container every run may have the same process id.
    rmSync(this.#temporary, { force: true });
    this.#handle = openSync(this.#temporary, 'wx', 0o600);
  }

  #flush(): void {
    this.#guard(() => {
      let rest = Buffer.from(this.#waiting);
      while (rest.length > 0 && this.#handle !== undefined)
        rest = rest.subarray(writeSync(this.#handle, rest));
    });
    this.#waiting = '';
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.discard();
      throw new Failure('write_failed', `cannot write ${this.path}: ${explain(error)}`, {
        hint: this.#hint,
        cause: error,
      });
    }
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Why a file cannot be written, in words. */
export function explain(error: unknown): string {
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  if (code === 'EFBIG') return 'no file may be that large here';
  if (code === 'EACCES' || code === 'EPERM') return 'no permission to write there';
  if (code === 'EROFS') return 'the disk is read-only';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such folder';
  return code ?? String(error);
}
