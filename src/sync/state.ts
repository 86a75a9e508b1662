/** What a sync remembers between its runs: a private file for each account and name, with a line per person. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KnownSource } from '../changes/run-facts.ts';
import { newRunId } from '../changes/runs.ts';
import type { JsonObject } from '../contract/schema.ts';
import { Failure } from '../lib/failure.ts';
import { unreadable } from '../lib/files/file-errors.ts';
import { makeOwnFolder } from '../lib/files/folder.ts';
import { RecordFileWriter, readLines } from '../lib/files/record-file.ts';
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
  /** What was done when the source no longer gave the person: a policy. */
  readonly missing?: string;
  /** The status that the person got by `--missing`, or by `subscribers update` since they are missing. */
  readonly status?: string;
  /** Marked in the source as not to be emailed, and emailed all the same. */
  readonly emailed?: true;
  /** The person is not in the account any more; `maybe`: or never was, as the state was lost. */
  readonly gone?: 'yes' | 'maybe';
  /** The tag of `--mark` that the person has got. */
  readonly mark?: string;
  /** What requests would have left that an interruption cut: those may have arrived. */
  readonly maybe?: readonly KnownPerson[];
}

/** Whether a person was in the source at the last run. */
export const isOfLastRun = ({ missing, gone, fields }: KnownPerson) =>
  missing === undefined && (fields !== undefined || gone !== undefined);

/** The first line. */
interface StateHeader {
  readonly version: 1;
  readonly sync: string;
  readonly account: string;
  readonly source: KnownSource;
  /** Another one after each run. */
  readonly id: string;
  /** ISO 8601. */
  readonly saved_at: string;
}

/** A person, and the line of the file, since making it again takes time. */
export type KnownLine = readonly [person: KnownPerson, line: string];

/** The last line, without which the file was cut: those who are missing from it would look new. */
interface StateEnd {
  readonly people: number;
}

export class SyncState {
  readonly #account: LocalAccount;
  readonly #name: string;
  #path: string;
  /** Where `write` writes it. */
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
    for await (const [first] of this.#records()) if (first !== undefined) return this.#headerIn(first[0]);
    throw this.#unusable();
  }

  /** Some at a time. @throws Failure unreadable_file, also when the file was cut */
  async *people(): AsyncGenerator<readonly KnownLine[]> {
    let [lines, end]: [number, StateEnd | undefined] = [0, undefined];
    for await (const records of this.#records()) {
      const people: KnownLine[] = [];
      for (const [record, line] of records) {
        if (end !== undefined) throw this.#unusable();
        if (lines++ === 0) this.#headerIn(record);
        else if ('people' in record) end = record as StateEnd;
        else if ('email' in record) people.push([record as KnownPerson, line]);
        else throw this.#unusable();
      }
      yield people;
    }
    // Neither the header nor the end is a person.
    if (lines > 0 && end?.people !== lines - 2) throw this.#unusable();
  }

  /** Writes the state anew. @param people as JSON if they are the same; null: nobody @throws Failure write_failed */
  async write(
    source: KnownSource,
    people: AsyncIterable<readonly (KnownPerson | string | null)[]>,
  ): Promise<void> {
    makeOwnFolder(dirname(this.#to));
    const file = new RecordFileWriter<StateHeader | KnownPerson | StateEnd>(this.#to);
    try {
      const [sync, account, saved_at] = [this.#name, this.#account.id, new Date().toISOString()];
      file.add({ version: 1, sync, account, source, id: newRunId(), saved_at });
      for await (const some of people)
        for (const person of some)
          if (typeof person === 'string') file.addLine(person);
          else if (person !== null) file.add(person);
      file.add({ people: file.count - 1 });
      file.commit();
      this.#path = this.#to;
    } finally {
      file.discard();
    }
  }

  async *#records(): AsyncGenerator<readonly (readonly [object, string])[]> {
    try {
      for await (const lines of readLines(this.#path)) {
        yield lines.map(line => {
          const record: unknown = JSON.parse(line);
          if (!isObject(record)) throw this.#unusable();
          return [record, line] as const;
        });
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw error instanceof SyntaxError ? this.#unusable() : unreadable(this.#path, error);
    }
  }

  #headerIn(record: object): StateHeader {
    const header = record as Partial<StateHeader>;
    const isOfSync = header.account === this.#account.id && header.sync === this.#name;
    if (header.version !== 1 || !isOfSync) throw this.#unusable();
    return header as StateHeader;
  }

  #unusable(): Failure {
    const message = `${this.#path} is damaged, or of another account or version`;
    return new Failure('unreadable_file', message, {
      hint: `to start over, which changes nobody: remove ${this.#path}`,
    });
  }
}
