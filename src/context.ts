/**
 * All that a command may touch, in one small record. Costly members are lazy: a command that needs no
 * service loads no HTTP.
 */
import type { SessionSources } from './auth/session-sources.ts';
import type { Account } from './contract/index.ts';
import type { Api, Credentials } from './http/api.ts';
import type { SettingFlags } from './settings/resolve.ts';
import type { Settings } from './settings/schema.ts';
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
  readonly timeout?: string;
  readonly retries?: string;
  readonly maxWait?: string;
  readonly color?: boolean;
  /** Of commands that read, not of all. */
  readonly allProfiles?: boolean;
}

export interface Context extends ServiceAccess {
  readonly version: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly options: GlobalOptions;
  readonly terminal: Terminal;
  /** Folder of everything the program keeps (NEWSLETTER_CONFIG_DIR). */
  readonly configDir: string;
  /** Where the program was started, which decides what `.newsletterrc.json` applies; undefined: none does. */
  readonly workingFolder: string | undefined;
  /** Aborted by the first Ctrl-C (or SIGTERM), with a Failure whose `cause` is the signal's name. */
  readonly interrupted: AbortSignal;
  /** The exit status when the command ends well; 0 unless said. For commands that run another one. */
  end(status: number): void;
  /**
   * The same run for another profile: with that profile's own credentials and settings, whatever key, addresses or
   * expected account the environment and the folder name.
   *
   * @param terminal what its messages and data go to
   */
  forProfile(name: string, terminal: Terminal): Context;
}

/** What a run has to do with settings and the service. */
export interface ServiceAccess {
  /** Settings after precedence, read once per run. @throws Failure unknown_profile, unreadable_file */
  settings(): Promise<Settings>;
  /**
   * Settings with more flags than the global ones, or for a profile that may not exist yet (`creating`). Not kept.
   * @throws as `settings`
   */
  settingsFor(more: { readonly flags?: SettingFlags; readonly creating?: boolean }): Promise<Settings>;
  /**
   * The service, with this run's credentials. Where an account is expected, no request passes before it has turned
   * out to be the right one: all then throw Failure wrong_account.
   *
   * @param end ends requests under way; the first Ctrl-C unless said
   */
  api(end?: AbortSignal): Promise<Api>;
  /** What signing in, refreshing and signing out work with. */
  sessionSources(settings: Settings): SessionSources;
  /** The service with other credentials than the run's own: at sign-in. No account is expected. */
  connect(settings: Settings, credentials: Credentials, end?: AbortSignal): Promise<Api>;
  /** GET /v1/account, once per run. @throws Failure wrong_account */
  account(): Promise<Account>;
  /**
   * To be awaited before every write, and before what is looked up or asked for it: checks `--expect-account` and, on
   * a terminal, says which account and profile the write goes to. Does so once per run; nothing under `--dry-run`.
   *
   * @throws Failure wrong_account
   */
  beforeWrite(): Promise<void>;
}
