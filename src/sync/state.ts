/**
 * What a sync remembers between its runs, per account and name: a private file on this machine, with a line for each
 * person. Without it nobody is known, and nobody is touched.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { AtomicFile } from '../lib/files/atomic-file.ts';
import { unreadable, unwritable } from '../lib/files/file-errors.ts';
import { makeFolder } from '../lib/files/folder.ts';
import { readLines, readRecords } from '../lib/files/record-file.ts';
import { newRunId } from '../lib/run-folder.ts';
import { fileNameOf, type LocalAccount } from '../people/local-account.ts';
import type { KnownPerson } from './decide.ts';

/** The first line. */
interface StateHeader {
  readonly version: 1;
  readonly sync: string;
  readonly base_url: string;
  readonly account: string;
  /** Another one after each change. */
  readonly id: string;
  /** ISO 8601. */
  readonly saved_at: string;
}

const hint = 'NEWSLETTER_CONFIG_DIR names another folder';

export class SyncState {
  readonly #account: LocalAccount;
  readonly #name: string;
  readonly #path: string;

  constructor(configDir: string, account: LocalAccount, name: string) {
    this.#account = account;
    this.#name = name;
    const hashed = createHash('sha256').update(name).digest('hex').slice(0, 12);
    this.#path = join(configDir, 'syncs', `${fileNameOf(account)}-${hashed}.ndjson`);
  }

  /** Undefined: there was no run yet, or the state is lost. @throws Failure unreadable_file */
  async header(): Promise<StateHeader | undefined> {
    if (!existsSync(this.#path)) return undefined;
    const lines = this.#records();
    try {
      const { value } = await lines.next();
      if ((value as Partial<StateHeader> | undefined)?.version === 1) return value as StateHeader;
    } finally {
      await lines.return(undefined);
    }
    throw new Failure(
      'unreadable_file',
      `${this.#path} is not the state of a sync that this version can read`,
      {
        hint: `to begin anew, which touches nobody: remove ${this.#path}`,
      },
    );
  }

  /** @throws Failure unreadable_file */
  async *people(): AsyncGenerator<KnownPerson> {
    let isFirst = true;
    for await (const record of this.#records()) {
      if (!isFirst) yield record as KnownPerson;
      isFirst = false;
    }
  }

  /**
   * Writes the state anew.
   *
   * @param replacement gives what to remember of a person now: undefined for the same, null for nothing
   * @param added people who are not in it
   * @throws Failure write_failed
   */
  async replace(
    replacement: (person: KnownPerson) => KnownPerson | null | undefined,
    added: () => Iterable<KnownPerson | null>,
  ): Promise<void> {
    try {
      makeFolder(join(this.#path, '..'));
    } catch (error) {
      throw unwritable(this.#path, error, hint);
    }
    const file = new AtomicFile(this.#path, { mode: 0o600, hint });
    const add = (record: object) => file.write(`${JSON.stringify(record)}\n`);
    try {
      add({
        version: 1,
        sync: this.#name,
        base_url: this.#account.baseUrl,
        account: this.#account.id,
        id: newRunId(),
        saved_at: new Date().toISOString(),
      } satisfies StateHeader);
      let isFirst = true;
      for await (const lines of readLines(this.#path)) {
        for (const line of isFirst ? lines.slice(1) : lines) {
          const now = replacement(JSON.parse(line) as KnownPerson);
          if (now === undefined) file.write(`${line}\n`);
          else if (now !== null) add(now);
        }
        isFirst = false;
      }
      for (const person of added()) if (person !== null) add(person);
      file.commit();
    } finally {
      file.discard();
    }
  }

  async *#records(): AsyncGenerator<StateHeader | KnownPerson> {
    try {
      yield* readRecords<StateHeader | KnownPerson>(this.#path);
    } catch (error) {
      throw error instanceof Failure ? error : unreadable(this.#path, error);
    }
  }
}
