/**
 * The settings, in one table: name, type, default and meaning. The environment variables, `newsletter config` and the
 * help topics follow from it.
 */
import { allowances } from '../contract/endpoint.ts';
import { outputFormats } from '../lib/output-formats.ts';

export type SettingKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'url' }
  /** Kept character by character, since the service compares it as text. */
  | { readonly kind: 'redirect-uri' }
  /** Kept as an absolute path. */
  | { readonly kind: 'file' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  /** Fractions of a second are allowed. */
  | { readonly kind: 'seconds'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

export interface Setting {
  readonly value: SettingKind;
  readonly default?: string | number;
  readonly meaning: string;
  /**
   * A project file may set it. Other people may have written that file, so it must not say where credentials are sent
   * or stored, or which commands run.
   */
  readonly inProjectFile?: true;
  /** Of several that are set the strictest holds: the first of its values, or the least number. */
  readonly strictest?: true;
}

export const settings = {
  'base-url': {
    value: { kind: 'url' },
    meaning: 'base URL of the API',
  },
  'auth-url': {
    value: { kind: 'url' },
    meaning: 'URL for browser sign-in (OAuth)',
  },
  'web-url': {
    value: { kind: 'url' },
    meaning: 'address of the account in the browser, for newsletter open',
  },
  'client-id': {
    value: { kind: 'text' },
    meaning: "OAuth client id, from the service's support",
  },
  'redirect-uri': {
    value: { kind: 'redirect-uri' },
    default: 'http://127.0.0.1:8976/callback',
    meaning: 'redirect URL of a browser sign-in, as registered for the app',
  },
  'token-url': {
    value: { kind: 'url' },
    meaning: 'token URL of a broker, which holds the client secret',
  },
  'broker-token-file': {
    value: { kind: 'file' },
    meaning: 'file with the token for the broker',
  },
  'client-secret-command': {
    value: { kind: 'text' },
    meaning: 'shell command that prints the client secret',
  },
  'credential-store': {
    value: { kind: 'choice', values: ['auto', 'keychain', 'file'] },
    default: 'auto',
    meaning: 'where to store credentials; auto: the system keychain if available, else a file',
  },
  output: {
    value: { kind: 'choice', values: outputFormats },
    meaning: 'output format (default: table on a terminal, tsv in a pipe)',
    inProjectFile: true,
  },
  timeout: {
    // undici takes 0 for no timeout.
    value: { kind: 'seconds', min: 0.1, max: 86_400 },
    default: 30,
    meaning: 'seconds to wait for a response',
    inProjectFile: true,
  },
  retries: {
    value: { kind: 'integer', min: 0, max: 100 },
    default: 4,
    meaning: 'times to retry a failed request that is safe to repeat',
    inProjectFile: true,
  },
  'max-wait': {
    value: { kind: 'seconds', min: 0, max: 86_400 },
    default: 300,
    meaning: 'total seconds to wait for a busy service',
    inProjectFile: true,
  },
  'page-param': {
    value: { kind: 'text' },
    default: 'page',
    meaning: 'query parameter for the page number',
    inProjectFile: true,
  },
  'per-page-param': {
    value: { kind: 'text' },
    default: 'per_page',
    meaning: 'query parameter for the page size',
    inProjectFile: true,
  },
  'expect-account': {
    value: { kind: 'text' },
    meaning: 'slug or id of the expected account; any other is refused (exit 3)',
    inProjectFile: true,
  },
  allow: {
    value: { kind: 'choice', values: allowances },
    meaning:
      'what may be changed: read (nothing), draft (emails), import (also subscribers, groups, fields, tags), all (also the account, and sending); the strictest that is set holds',
    inProjectFile: true,
    strictest: true,
  },
  send: {
    value: { kind: 'choice', values: ['person', 'yes'] },
    meaning: 'person: an email goes out only after an answer typed at a terminal, never by --yes',
    inProjectFile: true,
    strictest: true,
  },
  'max-recipients': {
    value: { kind: 'integer', min: 0, max: 1_000_000_000 },
    meaning: 'the most subscribers that an email may be sent to',
    inProjectFile: true,
    strictest: true,
  },
  'max-changes': {
    value: { kind: 'integer', min: 0, max: 1_000_000_000 },
    meaning: 'the most subscribers that a run may change',
    inProjectFile: true,
    strictest: true,
  },
} as const satisfies Record<string, Setting>;

/** The profile that `newsletter sandbox` creates. */
export const sandboxProfile = 'sandbox';

export type SettingName = keyof typeof settings;

export const settingNames = Object.keys(settings).filter(isSettingName);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name);
}

/** Whether one place that sets it overrides another: rails and expected accounts all hold. */
export const overrides = (name: SettingName) => name !== 'expect-account' && !('strictest' in settings[name]);

/** The environment variable of a setting: `max-wait` gives `NEWSLETTER_MAX_WAIT`. */
export function variableOf(name: SettingName): string {
  return `NEWSLETTER_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** What set a setting, for messages: `--allow`, NEWSLETTER_ALLOW, the path of a project file, or `profile work`. */
export function setBy(settings: Settings, name: SettingName): string {
  const place = { origin: settings.origin(name), file: settings.fileOf(name) };
  return nameOfPlace(name, place, settings.profile);
}

/** As `setBy`, of one of the places that set it. */
export function nameOfPlace(
  name: SettingName,
  { origin, file }: { readonly origin?: SettingOrigin | undefined; readonly file?: string | undefined },
  profile: string,
): string {
  switch (origin) {
    case 'flag':
      return `--${name}`;
    case 'environment':
      return variableOf(name);
    case 'folder':
      return String(file);
    default:
      return `profile ${profile}`;
  }
}

/** What names the profile: `--profile`, NEWSLETTER_PROFILE or a project file; undefined for the current one. */
export function profileNamedBy({ profileOrigin, projectFile }: Settings): string | undefined {
  switch (profileOrigin) {
    case 'flag':
      return '--profile';
    case 'environment':
      return 'NEWSLETTER_PROFILE';
    case 'folder':
      return projectFile;
    default:
      return undefined;
  }
}

type Numeric = {
  [N in SettingName]: (typeof settings)[N]['value'] extends { kind: 'integer' | 'seconds' } ? N : never;
}[SettingName];
type HasDefault = {
  [N in SettingName]: (typeof settings)[N] extends { default: string | number } ? N : never;
}[SettingName];
type DefinedValue<N extends SettingName> = N extends Numeric ? number : string;
/** The type of a setting's value; only a setting without a default can be undefined. */
export type SettingValue<N extends SettingName> = N extends HasDefault
  ? DefinedValue<N>
  : DefinedValue<N> | undefined;

/** Where a value comes from, as commands print it; `folder` is the project file. */
export type SettingOrigin = 'flag' | 'environment' | 'folder' | 'profile' | 'default';

/** What names the profile in use; `current` when nothing does, `none` when no profile is current either. */
export type ProfileOrigin = 'flag' | 'environment' | 'folder' | 'current' | 'none';

/** An account that the credentials must belong to. */
export interface ExpectedAccount {
  /** Its slug or id. */
  readonly account: string;
  readonly origin: SettingOrigin;
  /** As `setBy`. */
  readonly by: string;
}

/** Settings after precedence: flag, environment variable, project file, profile, default. */
export interface Settings {
  readonly profile: string;
  readonly profileOrigin: ProfileOrigin;
  /** Whether `--profile` names it, which beats NEWSLETTER_API_KEY. */
  readonly profileIsExplicit: boolean;
  /** Path of the project file that applies. */
  readonly projectFile: string | undefined;
  /** @throws Failure invalid_value when the variable or the profile holds an invalid value */
  get<N extends SettingName>(name: N): SettingValue<N>;
  /** What each place that sets `expect-account` says: here none overrides another. */
  expectedAccounts(): readonly ExpectedAccount[];
  /** @returns undefined when the setting is not set */
  origin(name: SettingName): SettingOrigin | undefined;
  /** Path of the project file that the value comes from. */
  fileOf(name: SettingName): string | undefined;
  /** The value in the profile, without flags and variables. @throws Failure invalid_value */
  stored(name: SettingName): string | number | undefined;
  /** The value of a setting that the command needs. @throws Failure missing_setting; as `get` */
  need<N extends SettingName>(name: N): NonNullable<SettingValue<N>>;
}
