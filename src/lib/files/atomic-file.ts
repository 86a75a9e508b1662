/** Files that are either complete or missing, even after a crash or with a full disk. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure, ignoringErrors, systemCode } from '../failure.ts';
import { isRunning } from '../lock.ts';
import { unwritable, whyUnwritable } from './file-errors.ts';
import {
  isInUse,
  linkTarget,
  type MayReplace,
  numbered,
  placed,
  type Rename,
  renameOver,
} from './place-file.ts';

/** Characters that are collected before they are written. */
const bufferSize = 64 * 1024;

/** Removes what killed processes of this machine have left of a file that was not complete. */
export function removeLeftBehind(path: string): void {
  const target = ignoringErrors(() => linkTarget(path)) ?? path;
  const names = ignoringErrors(() => readdirSync(dirname(target))) ?? [];
  for (const name of names) {
    const [, pid] = /^\.(\d+)(?:\.\d+)?\.tmp$/.exec(name.slice(basename(target).length)) ?? [];
    if (!name.startsWith(basename(target)) || pid === undefined || isRunning(Number(pid))) continue;
    ignoringErrors(() => rmSync(join(dirname(target), name), { force: true }));
  }
}

export interface AtomicFileOptions {
  /** Permission bits; by default those of the file that is replaced, or what the umask allows. */
  readonly mode?: number;
  /** What the user can do when the file cannot be written. */
  readonly hint?: string;
  /** Part of the temporary name, where several files are written for one path at the same time. */
  readonly part?: string;
  /** For tests. */
  readonly rename?: Rename;
}

/**
 * A file that gets its name only when it is complete; until then the file that it replaces stays. A symbolic link
 * stays one; devices and pipes are never replaced. Nothing is created before the first `write`, which may be of an
 * empty text.
 */
export class AtomicFile {
  readonly path: string;
  readonly #options: AtomicFileOptions;
  /** Mode of the file that is replaced, if the new one takes it over. */
  #inheritedMode: number | undefined;
  /** Where `path` leads through symbolic links. */
  #target = '';
  /** Path of the file while it is not complete. */
  #temporary: string | undefined;
  #handle: number | undefined;
  #buffer = '';

  /** @throws Failure write_failed when no file can be at the path; usage when a device or a pipe is there */
  constructor(path: string, options: AtomicFileOptions = {}) {
    this.path = path;
    this.#options = options;
    this.#orFail(() => this.#checkPath());
  }

  get #rename(): Rename {
    return this.#options.rename ?? renameOver;
  }

  get isStarted(): boolean {
    return this.#temporary !== undefined;
  }

  /** @throws Failure write_failed; what was written is removed then */
  write(part: string | Uint8Array): void {
    this.#orFail(() => {
      if (this.#temporary === undefined) this.#create();
      if (typeof part === 'string') {
        this.#buffer += part;
        if (this.#buffer.length >= bufferSize) this.#writeBuffer();
      } else {
        this.#writeBuffer();
        this.#writeBytes(part);
      }
    });
  }

  /** Saves what was written to the disk. @throws Failure write_failed */
  flush(): void {
    this.#orFail(() => {
      this.#writeBuffer();
      if (this.#handle !== undefined) fsyncSync(this.#handle);
    });
  }

  /**
   * Completes the file: it replaces what was at its path.
   *
   * @returns its path, or undefined when nothing was ever written
   * @throws Failure write_failed; when another program has the file at its path open, the new one is kept beside it,
   *   and the failure says where
   */
  commit(): string | undefined {
    const temporary = this.#temporary;
    if (temporary === undefined) return undefined;
    this.flush();
    this.#orFail(() => {
      this.#close();
      try {
        this.#rename(temporary, this.#target);
      } catch (error) {
        throw isInUse(error) ? this.#keptBeside(temporary, error) : error;
      }
    });
    this.#temporary = undefined;
    return this.path;
  }

  /** Keeps the complete file under another name, since it cannot be made again. @returns the failure with that name */
  #keptBeside(temporary: string, cause: unknown): Failure {
    const path = this.#placed(temporary, 2, () => false);
    const why = process.platform === 'win32' ? 'another program has it open' : whyUnwritable(cause);
    return new Failure('write_failed', `cannot replace ${this.path}: ${why}`, {
      details: [`the new file is complete, and kept as ${path}`],
      hint: 'close it in the other program, then rename the new file',
      cause,
    });
  }

  /**
   * Completes the file, but keeps what is at its path, unless that is empty: then it gets the name with `-2`, `-3`, …
   *
   * @param mayReplace whether an existing file may be replaced all the same; called with its path and the new file's
   * @returns its path, or undefined when nothing was ever written
   * @throws Failure write_failed
   */
  commitBeside(mayReplace: MayReplace): string | undefined {
    const temporary = this.#temporary;
    if (temporary === undefined) return undefined;
    this.flush();
    return this.#orFail(() => {
      this.#close();
      return this.#placed(temporary, 1, mayReplace);
    });
  }

  /** Gives the complete file the first name that it can have, from the n-th on. @returns its path */
  #placed(temporary: string, first: number, mayReplace: MayReplace): string {
    for (let n = first; ; n++) {
      const target = numbered(this.#target, n);
      if (!placed(temporary, target, mayReplace, this.#rename)) continue;
      this.#temporary = undefined;
      return n === 1 ? this.path : target;
    }
  }

  /** Removes what was written, unless it is committed. */
  discard(): void {
    this.#buffer = '';
    this.#close();
    if (this.#temporary !== undefined) rmSync(this.#temporary, { force: true });
    this.#temporary = undefined;
  }

  #checkPath(): void {
    const existing = statSync(this.path, { throwIfNoEntry: false });
    if (existing?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    if (existing?.isFile() === false) {
      const why = 'is not a regular file, and will not be replaced';
      throw new Failure('usage', `${this.path} ${why}`, { hint: this.#options.hint });
    }
    this.#inheritedMode = this.#options.mode === undefined && existing ? existing.mode & 0o777 : undefined;
    this.#target = linkTarget(this.path);
    statSync(`${dirname(this.#target)}/.`);
  }

  #create(): void {
    const temporary = `${this.#target}.${process.pid}${this.#options.part ?? ''}.tmp`;
    // Left by a killed process with the same id, which is usual in containers.
    rmSync(temporary, { force: true });
    this.#handle = openSync(temporary, 'wx', this.#options.mode ?? this.#inheritedMode ?? 0o666);
    this.#temporary = temporary;
    // The umask may have taken permissions away.
    if (this.#inheritedMode !== undefined) fchmodSync(this.#handle, this.#inheritedMode);
  }

  #writeBuffer(): void {
    this.#writeBytes(Buffer.from(this.#buffer));
    this.#buffer = '';
  }

  #writeBytes(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0 && this.#handle !== undefined) rest = rest.subarray(writeSync(this.#handle, rest));
  }

  #close(): void {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle !== undefined) closeSync(handle);
  }

  #orFail<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.discard();
      if (error instanceof Failure) throw error;
      const folder = systemCode(error) === 'ENOENT' ? `create the folder ${dirname(this.path)}` : undefined;
      throw unwritable(this.path, error, this.#options.hint ?? folder);
    }
  }
}

/**
 * Writes a whole text file, as `AtomicFile`.
 *
 * @throws Failure write_failed; usage when a device or a pipe is at the path
 */
export function writeAtomically(path: string, text: string, options: AtomicFileOptions = {}): void {
  const file = new AtomicFile(path, options);
  file.write(text);
  file.commit();
}

/** Writes a text file at the path, or as `may-2.html`, … @returns its path @throws Failure write_failed */
export function writeBeside(path: string, text: string): string {
  const file = new AtomicFile(path);
  file.write(text);
  return file.commitBeside(() => false) ?? path;
}
