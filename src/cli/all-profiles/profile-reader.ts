import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import { sandboxProfile } from '../../settings/schema.ts';
import { hintForProfile } from '../../terminal/profile-hint.ts';
import type { ListMeta, Row, Terminal } from '../../terminal/terminal.ts';

/** The records of one account. */
export interface AccountRecords {
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  readonly meta?: () => ListMeta;
  /** Called when all records have been printed; prints further messages. @throws Failure if records are missing */
  readonly after?: () => void;
}

const concurrency = 4;

/** A profile whose first record has been requested. */
interface StartedProfile {
  readonly name: string;
  readonly rows: AsyncGenerator<Row, void, undefined>;
  readonly first: Promise<IteratorResult<Row, void>>;
}

/** Reads records from several profiles, concurrently, and yields them in the order of the profiles. */
export class ProfileReader {
  readonly #context: Context;
  readonly #names: readonly string[];
  readonly #open: (context: Context) => Promise<AccountRecords>;
  readonly #after: { readonly name: string; readonly print: () => void }[] = [];
  readonly #failed: { readonly name: string; readonly failure: Failure }[] = [];

  constructor(
    context: Context,
    names: readonly string[],
    open: (context: Context) => Promise<AccountRecords>,
  ) {
    this.#context = context;
    this.#names = names;
    this.#open = open;
  }

  /** The records of all profiles. @throws Failure if no profile could be read */
  async *rows(): AsyncGenerator<Row, void, undefined> {
    const waiting = [...this.#names];
    const started: StartedProfile[] = [];
    const progress = this.#context.terminal.progress('profiles', waiting.length);
    try {
      for (let done = 0; ; progress.update(++done)) {
        for (const name of waiting.splice(0, concurrency - started.length)) started.push(this.#start(name));
        const next = started[0];
        if (next === undefined) break;
        yield* this.#read(next);
        started.shift();
      }
    } finally {
      progress.stop();
      for (const { rows } of started) rows.return().catch(() => {});
    }
    if (this.#failed.length === this.#names.length) throw this.#failure();
  }

  /** Prints the messages of the profiles. @throws Failure partly_done if some profiles could not be read */
  report(): void {
    for (const { name, print } of this.#after) this.#attempt(name, print);
    const failed = this.#failed.filter(({ name, failure }) => !isStoppedSandbox(name, failure));
    for (const { name } of this.#failed.filter(each => !failed.includes(each))) {
      this.#context.terminal.note(
        `${name}: left out, the sandbox is not running (newsletter sandbox starts it)`,
      );
    }
    if (failed.length > 0) throw this.#failure();
  }

  #start(name: string): StartedProfile {
    const rows = this.#rowsOf(name);
    const first = rows.next();
    // It may reject before `#read` awaits it; that must not count as an unhandled rejection.
    first.catch(() => {});
    return { name, rows, first };
  }

  async *#rowsOf(name: string): AsyncGenerator<Row, void, undefined> {
    const { terminal } = this.#context;
    const { rows, after } = await this.#open(this.#context.forProfile(name, prefixed(terminal, name)));
    for await (const row of rows) yield withProfile(name, row);
    if (after) this.#after.push({ name, print: after });
  }

  async *#read({ name, rows, first }: StartedProfile): AsyncGenerator<Row, void, undefined> {
    try {
      for (let next = await first; !next.done; next = await rows.next()) yield next.value;
    } catch (failure) {
      this.#fail(name, failure);
    }
  }

  #attempt(name: string, print: () => void): void {
    try {
      print();
    } catch (failure) {
      this.#fail(name, failure);
    }
  }

  #fail(name: string, failure: unknown): void {
    if (!(failure instanceof Failure) || this.#context.interrupted.aborted) throw failure;
    this.#failed.push({ name, failure });
  }

  #failure(): Failure {
    const [first] = this.#failed;
    const details = this.#failed.map(
      ({ name, failure: { message, hint } }) =>
        `${name}: ${message}${hint ? ` (${hintForProfile(hint, name)})` : ''}`,
    );
    const all = this.#failed.length === this.#names.length;
    const count = this.#names.length;
    const message = all
      ? `all ${count} profiles failed`
      : `${this.#failed.length} of ${count} profiles failed`;
    return new Failure(all && first ? first.failure.code : 'partly_done', message, { details });
  }
}

/** A stopped sandbox does not count as a failure. */
function isStoppedSandbox(name: string, { code }: Failure): boolean {
  return name === sandboxProfile && code === 'connection_refused';
}

/** A terminal that puts the profile's name before each message, and draws no progress bar of its own. */
function prefixed(terminal: Terminal, name: string): Terminal {
  const withName = (print: (text: string) => void) => (text: string) => print(`${name}: ${text}`);
  return {
    ...terminal,
    note: withName(terminal.note),
    hint: withName(terminal.hint),
    warn: withName(terminal.warn),
    show: withName(terminal.show),
    progress: () => ({ update() {}, total() {}, stop() {} }),
  };
}

/** Adds `profile` to a record. A field of that name from the service is kept as `service_profile`. */
function withProfile(name: string, row: Row): Row {
  if (!Object.hasOwn(row, 'profile')) return { profile: name, ...row };
  const { profile, ...others } = row;
  return { profile: name, ...others, ...(profile === name ? {} : { service_profile: profile }) };
}
