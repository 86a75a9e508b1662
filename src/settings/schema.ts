import { outputFormats } from '../lib/output-formats.ts';

/**
 * Every setting: its name, what its values look like, its default and its meaning. One table, from which
 * the environment variables (`NEWSLETTER_` and the name in capitals), `config …` and the help topics follow.
 */
export type SettingKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'url' }
  /** Kept character by character: the service compares it whole. */
  | { readonly kind: 'redirect-uri' }
  | { readonly kind: 'integer'; readonly least: number; readonly most: number }
  /** Fractions of a second are allowed. */
  | { readonly kind: 'seconds'; readonly least: number; readonly most: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

export interface Setting {
  readonly value: SettingKind;
  readonly default?: string | number;
  readonly meaning: string;
  /**
   * May stand in a folder's `.newsletterrc.json`, which may come from somebody else: so nothing that says where
   * credentials are sent or kept, or what is run.
   */
  readonly inProjectFile?: true;
}

export const settings = {
  'base-url': {
    value: { kind: 'url' },
    meaning: 'REST address of the service',
  },
  'auth-url': {
    value: { kind: 'url' },
    meaning: 'OAuth address of the service',
  },
  'client-id': {
    value: { kind: 'text' },
    meaning: 'client id that the operator of the service gave the app',
  },
  'redirect-uri': {
    value: { kind: 'redirect-uri' },
    default: 'http://127.0.0.1:8976/callback',
    meaning: 'where a browser sign-in comes back to; one of those registered for the app',
  },
  'token-url': {
    value: { kind: 'url' },
    meaning: 'token address of the broker that holds the client secret',
  },
  'client-secret-command': {
    value: { kind: 'text' },
    meaning: 'shell command that prints the client secret; run when it is needed',
  },
  'credential-store': {
    value: { kind: 'choice', values: ['auto', 'keychain', 'file'] },
    default: 'auto',
    meaning: "where credentials are kept: the system's keychain (that or fail), a file, or what there is",
  },
  output: {
    value: {
      kind: 'choice',
      values: outputFormats,
    },
    meaning: 'output format (a table on a terminal and TSV in a pipe unless set)',
    inProjectFile: true,
  },
  timeout: {
    // 0 would mean "for ever" to the HTTP library.
    value: { kind: 'seconds', least: 0.1, most: 86_400 },
    default: 30,
    meaning: 'seconds of silence before a request is given up',
    inProjectFile: true,
  },
  retries: {
    value: { kind: 'integer', least: 0, most: 100 },
    default: 4,
    meaning: 'how often a request that is safe to repeat is repeated',
    inProjectFile: true,
  },
  'max-wait': {
    value: { kind: 'seconds', least: 0, most: 86_400 },
    default: 300,
    meaning: 'seconds to wait in all for a busy service',
    inProjectFile: true,
  },
  'page-param': {
    value: { kind: 'text' },
    default: 'page',
    meaning: 'query parameter that asks for a page',
    inProjectFile: true,
  },
  'per-page-param': {
    value: { kind: 'text' },
    default: 'per_page',
    meaning: 'query parameter that asks for a page size',
    inProjectFile: true,
  },
  'expect-account': {
    value: { kind: 'text' },
    meaning: 'slug or id of the account that everything must be about; any other is refused',
    inProjectFile: true,
  },
} as const satisfies Record<string, Setting>;

/** The profile that `newsletter sandbox` saves for itself. */
export const sandboxProfile = 'sandbox';

export type SettingName = keyof typeof settings;

export const settingNames = Object.keys(settings).filter(isSettingName);

/** Whether `name` is one of the settings. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name);
}

/** The environment variable of a setting: `max-wait` gives `NEWSLETTER_MAX_WAIT`. */
export function variableOf(name: SettingName): string {
  return `NEWSLETTER_${name.toUpperCase().replaceAll('-', '_')}`;
}

type Numeric = {
  [N in SettingName]: (typeof settings)[N]['value'] extends {
    kind: 'integer' | 'seconds';
  }
    ? N
    : never;
}[SettingName];
type HasDefault = {
  [N in SettingName]: (typeof settings)[N] extends { default: string | number } ? N : never;
}[SettingName];
type Plain<N extends SettingName> = N extends Numeric ? number : string;
export type SettingValue<N extends SettingName> = N extends HasDefault ? Plain<N> : Plain<N> | undefined;

export type SettingOrigin = 'flag' | 'environment' | 'folder' | 'profile' | 'default';

/** Who named the profile in use; `current` when nobody did. */
export type ProfileOrigin = 'flag' | 'environment' | 'folder' | 'current';

/**
 * Settings after precedence: a flag beats the environment, which beats the folder's file, which beats the profile,
 * which beats the default.
 */
export interface Settings {
  /** Name of the profile in use. */
  readonly profile: string;
  readonly profileOrigin: ProfileOrigin;
  /** Named by `--profile` itself: it then beats NEWSLETTER_API_KEY. */
  readonly profileIsExplicit: boolean;
  /** Path of the `.newsletterrc.json` that applies, if one does. */
  readonly projectFile: string | undefined;
  get<N extends SettingName>(name: N): SettingValue<N>;
  origin(name: SettingName): SettingOrigin | undefined;
  /** As `get`, where the command cannot go on without. @throws Failure missing_setting naming flag and variable */
  need<N extends SettingName>(name: N): NonNullable<SettingValue<N>>;
}
