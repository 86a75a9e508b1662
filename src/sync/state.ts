/**
 * What a sync remembers between its runs, per account and name: a private file on this machine, with a line for each
 * person. Without it, people in the account are left as they are.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KnownSource } from '../changes/run-facts.ts';
import { newRunId } from '../changes/runs.ts';
import type { JsonObject } from '../contract/schema.ts';
import { Failure } from '../lib/failure.ts';
import { AtomicFile } from '../lib/files/atomic-file.ts';
import { elsewhere, unreadable } from '../lib/files/file-errors.ts';
import { makeOwnFolder } from '../lib/files/folder.ts';
import { readLines } from '../lib/files/record-file.ts';
import { isObject } from '../lib/json/is-object.ts';
import { fileNameOf, type LocalAccount } from '../people/local-account.ts';

/** What is remembered of a person. */
export interface KnownPerson {
  readonly email: string;
  /** What the source said at the last run that sent it, or found it there. */
  readonly fields?: JsonObject;
  readonly tags?: readonly string[];
  /** Whether this sync created the person; `maybe`: it is not known whether the request arrived. */
  readonly created?: 'yes' | 'maybe';
  /** With `maybe`: when it was sent, ISO 8601. */
  readonly since?: string;
  /** What was done when the source no longer gave the person: a policy, or one of `keptAs`. */
  readonly missing?: string;
  /** The status that `--missing` gave a person who is in the source again. */
  readonly status?: string;
  /** The person is not in the account any more; `maybe`: or never was, as the state was lost. */
  readonly gone?: 'yes' | 'maybe';
  /** A digest of what the service refused. */
  readonly refused?: string;
  /** The tag of `--mark` that the person has got. */
  readonly mark?: string;
}

/** Nothing was done about a person who is missing, or whom the source marks as not to be emailed. */
export const keptAs = { missing: 'keep', marked: 'marked' } as const;

/** @param missing as it is remembered */
export const wasKept = (missing: string | undefined) =>
  missing === undefined || missing === keptAs.missing || missing === keptAs.marked;

/** Whether a person was in the source at the last run. */
export function isOfLastRun({ missing, gone, fields, refused }: KnownPerson): boolean {
  if (missing !== undefined) return false;
  return fields !== undefined || refused !== undefined || gone !== undefined;
}

/** The first line. */
interface StateHeader {
  readonly version: 2;
  readonly sync: string;
  readonly account: string;
  readonly source: KnownSource;
  /** Another one after each change. */
  readonly id: string;
  /** ISO 8601. */
  readonly saved_at: string;
}

/** The last line, without which the file was cut: those who are missing from it would look new. */
interface StateEnd {
  readonly people: number;
}

/** A line of the state. */
export interface KnownLine {
  readonly email: string;
  readonly isOfLastRun: boolean;
  /** JSON of a `KnownPerson`. */
  readonly text: string;
}

/**
 * Nearly all lines, which then need not be parsed. It cannot match another line: within a JSON text, quotes have a
 * backslash before them.
 */
const ordinary =
  /^\{"email":"([^"\\]+)","fields":\{[^{}]*\},"tags":\[[^[\]]*\](?:,"created":"yes")?(?:,"mark":"[^"\\]*")?\}$/;

export class SyncState {
  readonly #account: LocalAccount;
  readonly #name: string;
  #path: string;
  /** Where `replace` writes it. */
  #to: string;

  constructor(configDir: string, account: LocalAccount, name: string) {
    this.#account = account;
    this.#name = name;
    const hashed = createHash('sha256').update(name).digest('hex').slice(0, 12);
    this.#path = join(configDir, 'syncs', `${fileNameOf(account)}-${hashed}.ndjson`);
    this.#to = this.#path;
  }

  /** Writes to this path, and reads from there afterwards: the state itself stays as it is. */
  writeTo(path: string): void {
    this.#to = path;
  }

  /** Undefined: there was no run yet, or the state is lost. @throws Failure unreadable_file */
  async header(): Promise<StateHeader | undefined> {
    if (!existsSync(this.#path)) return undefined;
    for await (const [first = ''] of this.#lines()) return this.#headerIn(first);
    throw this.#unusable();
  }

  /** In arrays as they are read. @throws Failure unreadable_file, also when the file was cut */
  async *people(): AsyncGenerator<readonly KnownLine[]> {
    let [isHeader, count]: [boolean, number] = [true, 0];
    let end: StateEnd | undefined;
    for await (const lines of this.#lines()) {
      const people: KnownLine[] = [];
      for (const text of lines) {
        if (isHeader) this.#headerIn(text);
        else if (end !== undefined) throw this.#unusable();
        else if (text.startsWith('{"people":')) end = this.#parsed(text) as StateEnd;
        else people.push(this.#lineOf(text));
        isHeader = false;
      }
      count += people.length;
      yield people;
    }
    if (!isHeader && end?.people !== count) throw this.#unusable();
  }

  /**
   * Writes the state anew.
   *
   * @param replacement gives what to remember of a person now: undefined for the same, null for nothing
   * @param added people who are not in it
   * @throws Failure write_failed, unreadable_file
   */
  async replace(
    source: KnownSource,
    replacement: (email: string, person: () => KnownPerson) => KnownPerson | null | undefined,
    added: () => Iterable<KnownPerson | null>,
  ): Promise<void> {
    makeOwnFolder(dirname(this.#to));
    const file = new AtomicFile(this.#to, { mode: 0o600, hint: elsewhere });
    let people = 0;
    const add = (text: string) => {
      file.write(`${text}\n`);
      people++;
    };
    try {
      const header: StateHeader = {
        version: 2,
        sync: this.#name,
        account: this.#account.id,
        source,
        id: newRunId(),
        saved_at: new Date().toISOString(),
      };
      file.write(`${JSON.stringify(header)}\n`);
      for await (const lines of this.people()) {
        for (const { email, text } of lines) {
          const now = replacement(email, () => JSON.parse(text) as KnownPerson);
          if (now !== null) add(now === undefined ? text : JSON.stringify(now));
        }
      }
      for (const person of added()) if (person !== null) add(JSON.stringify(person));
      file.write(`${JSON.stringify({ people } satisfies StateEnd)}\n`);
      file.commit();
      this.#path = this.#to;
    } finally {
      file.discard();
    }
  }

  async *#lines(): AsyncGenerator<readonly string[]> {
    try {
      yield* readLines(this.#path);
    } catch (error) {
      throw error instanceof Failure ? error : unreadable(this.#path, error);
    }
  }

  #headerIn(text: string): StateHeader {
    const header = this.#parsed(text) as Partial<StateHeader>;
    const isOfSync = header.account === this.#account.id && header.sync === this.#name;
    if (header.version !== 2 || !isOfSync) throw this.#unusable();
    return header as StateHeader;
  }

  #lineOf(text: string): KnownLine {
    const email = ordinary.exec(text)?.[1];
    if (email !== undefined) return { email, isOfLastRun: true, text };
    const person = this.#parsed(text) as KnownPerson;
    if (typeof person.email !== 'string') throw this.#unusable();
    return { email: person.email, isOfLastRun: isOfLastRun(person), text };
  }

  #parsed(text: string): object {
    try {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) return value;
    } catch {
      // Said below.
    }
    throw this.#unusable();
  }

  #unusable(): Failure {
    const message = `${this.#path} is damaged, or of another account or version`;
    return new Failure('unreadable_file', message, {
      hint: `to start over, which changes nobody: remove ${this.#path}`,
    });
  }
}
