/**
 * Everything outside that a command may use. Members that are slow to load are lazy: a command that sends no requests
 * loads no HTTP.
 */
import type { SessionSources } from './auth/credentials/store.ts';
import type { Allowance } from './contract/endpoint.ts';
import type { Account } from './contract/index.ts';
import type { Api, Credentials } from './http/api.ts';
import type { Clock } from './lib/clock.ts';
import type { Failure } from './lib/failure.ts';
import type { SettingFlags, Settings } from './settings/resolve.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The global options of the command line, as given; settings are resolved from them. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly authUrl?: string;
  readonly output?: string;
  readonly json?: boolean;
  readonly fields?: string;
  readonly envelope?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly input?: boolean;
  readonly expectAccount?: string;
  readonly allow?: readonly string[];
  readonly timeout?: string;
  readonly retries?: string;
  readonly maxWait?: string;
  readonly color?: boolean;
  readonly showAddresses?: boolean;
}

export interface Context extends ServiceAccess {
  readonly version: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  /** The command line as it was typed, without the program's name. */
  readonly typed: readonly string[];
  readonly options: GlobalOptions;
  readonly terminal: Terminal;
  /** Folder of the files that the program keeps (NEWSLETTER_CONFIG_DIR). */
  readonly configDir: string;
  /** Where to look for `.newsletterrc.json`. */
  readonly workingFolder: string;
  /** Aborted by the first Ctrl-C (or SIGTERM), with a Failure whose `cause` is the signal's name. */
  readonly interrupted: AbortSignal;
  readonly clock: Clock;
  /** The least value of `allow` with which the command may write. */
  readonly leastAllowed: Allowance;
  /** Sets the exit status if the command does not throw (default 0). */
  end(status: number): void;
  /**
   * After the first Ctrl-C the command ends by itself, without a time limit.
   *
   * @param lastWords printed when a second one ends the process
   */
  deferExit(lastWords: () => string): void;
  /** Delays the end of the process by a signal until this work, of a few seconds, is done. */
  unbroken<T>(work: Promise<T>): Promise<T>;
}

/** Access to the settings and the service. */
export interface ServiceAccess {
  /** The settings from all sources, read once per run. @throws Failure unknown_profile, unreadable_file */
  settings(): Promise<Settings>;
  /**
   * As `settings`, with more flags than the global ones, or for a profile that may not exist yet (`creating`). Not
   * cached.
   *
   * @throws as `settings`
   */
  settingsFor(more: { readonly flags?: SettingFlags; readonly creating?: boolean }): Promise<Settings>;
  /** From then on, the account that the folder of a file to read or write is linked to is expected, too. */
  touches(file: string): void;
  /** The REST address. @throws Failure missing_setting; not_signed_in when credentials are missing, too */
  baseUrl(): Promise<string>;
  /**
   * The service, with the credentials of this run. If an account is expected, it is checked before the first request;
   * if it is another one, every request throws Failure wrong_account.
   *
   * @param end aborts requests (default: the first Ctrl-C); all calls that name one get the same client
   * @param rate requests per second, at the most
   */
  api(end?: AbortSignal, rate?: number): Promise<Api>;
  /** The inputs of signing in, refreshing tokens and signing out. */
  sessionSources(settings: Settings): SessionSources;
  /** The service with other credentials, for signing in. The expected account is not checked. */
  connect(settings: Settings, credentials: Credentials): Promise<Api>;
  /** Why the rails would refuse what a dry run has shown; undefined: they would not. */
  refusal(): Failure | undefined;
  /** GET /v1/account, once per run, whichever account is expected. */
  anyAccount(): Promise<Account>;
  /** As `anyAccount`. @throws Failure wrong_account */
  account(): Promise<Account>;
  /**
   * Checks that an account is named and `--expect-account`; on a terminal or with several profiles, prints the account and
   * profile. Must be awaited before every write and before the lookups and prompts of that write. Works once per run;
   * does nothing with `--dry-run`.
   *
   * @throws Failure account_unclear, wrong_account
   */
  beforeWrite(): Promise<void>;
}
