/** `--all-profiles`: the same question to every account, the records of all in one list. */
import type { Context, GlobalOptions } from '../context.ts';
import { withExactNumbers } from '../lib/exact-json.ts';
import { Failure } from '../lib/failure.ts';
import { sandboxProfile } from '../settings/schema.ts';
import { fieldsOf } from '../terminal/known-fields.ts';
import { hintForProfile } from '../terminal/profile-hint.ts';
import type { ListMeta, Row, Terminal, View } from '../terminal/terminal.ts';
import { flag } from './option.ts';

/** The records of one account. */
export interface Listing {
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  readonly meta?: () => ListMeta;
  /** Said when all have been shown. */
  readonly after?: () => void;
}

/** So many profiles are asked at a time; their records still come in order. */
const atOnce = 4;

/** The option of commands that read from every account as well. */
export const allProfiles = {
  allProfiles: flag('--all-profiles', 'ask every profile; records begin with it (newsletter help accounts)'),
};

/**
 * Prints the records of the account in use or, with `--all-profiles`, of every profile.
 *
 * @param open asks one account; what it throws is that profile's failure
 * @throws Failure partly_done when some profiles could not be read; when none could, with the code of the first
 */
export async function showList(
  context: Context,
  view: View,
  open: (context: Context) => Promise<Listing>,
): Promise<void> {
  const { terminal, options } = context;
  if (!options.allProfiles) {
    const { rows, meta, after } = await open(context);
    await terminal.list(rows, view, meta);
    after?.();
    return;
  }
  refuseOneAccount(options);
  const round = new Round(context, await profilesToAsk(context), open);
  const shown: View = {
    ...view,
    columns: ['profile', ...view.columns.filter(column => column !== 'profile')],
    kinds: view.kinds && { profile: { kind: 'text' }, ...view.kinds },
    fields: ['profile', 'service_profile', ...fieldsOf(view).filter(field => field !== 'profile')],
    empty: undefined,
  };
  await terminal.list(round.rows(), shown);
  round.report();
}

/** As `showList`, for a command that shows one record of an account. */
export async function showRecord(
  context: Context,
  view: View,
  read: (context: Context) => Promise<Row>,
): Promise<void> {
  if (!context.options.allProfiles) return await context.terminal.record(await read(context), view);
  await showList(context, view, async own => ({ rows: [await read(own)] }));
}

/** @throws Failure usage for options that speak of one account */
function refuseOneAccount({ profile, baseUrl, authUrl, expectAccount, envelope }: GlobalOptions): void {
  const why =
    (profile !== undefined && '--profile names one') ||
    (baseUrl !== undefined && '--base-url would send the credentials of all to one address') ||
    (authUrl !== undefined && '--auth-url would send the credentials of all to one address') ||
    (expectAccount !== undefined && '--expect-account expects one account') ||
    (envelope && 'each would have an envelope of its own');
  if (why) throw new Failure('usage', `--all-profiles asks every profile: ${why}`);
}

/** Those with an address: what was only ever given settings has no account. */
async function profilesToAsk({ configDir, terminal }: Context): Promise<readonly string[]> {
  const { configFile, readConfig } = await import('../settings/profiles.ts');
  const all = Object.entries(readConfig(configDir).profiles);
  const [asked, others] = [true, false].map(has =>
    all.filter(([, settings]) => (settings['base-url'] !== undefined) === has).map(([name]) => name),
  );
  for (const name of others ?? []) terminal.note(`${name}: left out, it has no base-url`);
  if (asked?.length) return asked;
  throw new Failure('not_signed_in', `there is no profile with an account in ${configFile(configDir)}`, {
    hint: 'newsletter login --profile <name>',
  });
}

interface Asked {
  readonly name: string;
  readonly rows: AsyncGenerator<Row, void, undefined>;
  readonly first: Promise<IteratorResult<Row, void>>;
}

/** One question to several profiles. */
class Round {
  readonly #context: Context;
  readonly #names: readonly string[];
  readonly #open: (context: Context) => Promise<Listing>;
  /** To be said below the records of all. */
  readonly #remarks: (() => void)[] = [];
  readonly #failed: { readonly name: string; readonly failure: Failure }[] = [];

  constructor(context: Context, names: readonly string[], open: (context: Context) => Promise<Listing>) {
    this.#context = context;
    this.#names = names;
    this.#open = open;
  }

  /** The records of all, profile by profile. @throws Failure when no profile could be read */
  async *rows(): AsyncGenerator<Row, void, undefined> {
    const waiting = [...this.#names];
    const asked: Asked[] = [];
    const progress = this.#context.terminal.progress('profiles', waiting.length);
    try {
      for (let done = 0; ; progress.update(++done)) {
        for (const name of waiting.splice(0, atOnce - asked.length)) asked.push(this.#ask(name));
        const next = asked[0];
        if (next === undefined) break;
        yield* this.#read(next);
        asked.shift();
      }
    } finally {
      progress.stop();
      for (const { rows } of asked) rows.return().catch(() => {});
    }
    if (this.#failed.length === this.#names.length) throw this.#failure();
  }

  /** @throws Failure partly_done when some profiles could not be read */
  report(): void {
    for (const remark of this.#remarks) remark();
    const failed = this.#failed.filter(({ name, failure }) => !isStoppedSandbox(name, failure));
    for (const { name } of this.#failed.filter(each => !failed.includes(each))) {
      this.#context.terminal.note(
        `${name}: left out, the sandbox is not running (newsletter profiles remove ${name})`,
      );
    }
    if (failed.length > 0) throw this.#failure();
  }

  #ask(name: string): Asked {
    const rows = this.#rowsOf(name);
    const first = rows.next();
    // It may fail before its turn: that is no unhandled rejection.
    first.catch(() => {});
    return { name, rows, first };
  }

  async *#rowsOf(name: string): AsyncGenerator<Row, void, undefined> {
    const { terminal } = this.#context;
    const { rows, after } = await this.#open(this.#context.forProfile(name, speakingOf(name, terminal)));
    for await (const row of rows) yield tagged(name, withExactNumbers(row));
    if (after) this.#remarks.push(after);
  }

  async *#read({ name, rows, first }: Asked): AsyncGenerator<Row, void, undefined> {
    try {
      for (let next = await first; !next.done; next = await rows.next()) yield next.value;
    } catch (failure) {
      if (!(failure instanceof Failure) || this.#context.interrupted.aborted) throw failure;
      this.#failed.push({ name, failure });
    }
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
      ? `no profile could be read (${count} asked)`
      : `${this.#failed.length} of ${count} profiles could not be read`;
    return new Failure(all && first ? first.failure.code : 'partly_done', message, { details });
  }
}

/** A profile that is there for trying things out, and whose service runs now and then, is no reason to fail. */
function isStoppedSandbox(name: string, { code }: Failure): boolean {
  return name === sandboxProfile && code === 'connection_refused';
}

/** What is said on the way says of which profile; progress is shown for all of them. */
function speakingOf(name: string, terminal: Terminal): Terminal {
  const about = (say: (text: string) => void) => (text: string) => say(`${name}: ${text}`);
  return {
    ...terminal,
    note: about(terminal.note),
    hint: about(terminal.hint),
    warn: about(terminal.warn),
    show: about(terminal.show),
    progress: () => ({ update() {}, total() {}, stop() {} }),
  };
}

/** A field of that name which the service sent makes way, but is not lost. */
function tagged(name: string, row: Row): Row {
  if (!Object.hasOwn(row, 'profile')) return { profile: name, ...row };
  const { profile, ...others } = row;
  return { profile: name, ...others, ...(profile === name ? {} : { service_profile: profile }) };
}
