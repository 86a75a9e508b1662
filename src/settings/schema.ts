/**
 * The settings, in three tables: name, kind, default and meaning. Environment variables, `newsletter config` and help
 * topics follow from them.
 */
import { allowances } from '../contract/endpoint.ts';
import { outputFormats } from '../lib/output-formats.ts';

/** A `redirect-uri` stays as typed: the service compares it. A `file` is made absolute. `seconds` may have fractions. */
export type Setting = { readonly meaning: string; readonly default?: string | number } & (
  | { readonly kind: 'text' | 'url' | 'redirect-uri' | 'file' }
  | { readonly kind: 'integer' | 'seconds'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
);

/** Where credentials go, and which commands run: not allowed in project files, which others may write. */
const own = {
  'base-url': { kind: 'url', meaning: 'base URL of the API' },
  'auth-url': { kind: 'url', meaning: 'URL for browser sign-in (OAuth)' },
  'web-url': { kind: 'url', meaning: 'address of the account in the browser, for newsletter open' },
  'client-id': { kind: 'text', meaning: "OAuth client id, from the service's support" },
  'redirect-uri': {
    kind: 'redirect-uri',
    default: 'http://127.0.0.1:8976/callback',
    meaning: 'redirect URL of a browser sign-in, as registered for the app',
  },
  'token-url': { kind: 'url', meaning: 'token URL of a broker, which holds the client secret' },
  'broker-token-file': { kind: 'file', meaning: 'file with the token for the broker' },
  'client-secret-command': { kind: 'text', meaning: 'shell command that prints the client secret' },
  'credential-store': {
    kind: 'choice',
    values: ['auto', 'keychain', 'file'],
    default: 'auto',
    meaning: 'where to store credentials; auto: the system keychain if available, else a file',
  },
} as const satisfies Record<string, Setting>;

const shared = {
  output: {
    kind: 'choice',
    values: outputFormats,
    meaning: 'output format (default: table on a terminal, tsv in a pipe)',
  },
  // undici takes 0 for no timeout.
  timeout: { kind: 'seconds', min: 0.1, max: 86_400, default: 30, meaning: 'seconds to wait for a response' },
  retries: {
    kind: 'integer',
    min: 0,
    max: 100,
    default: 4,
    meaning: 'times to retry a failed request that is safe to repeat',
  },
  'max-wait': {
    kind: 'seconds',
    min: 0,
    max: 86_400,
    default: 300,
    meaning: 'total seconds to wait for a busy service',
  },
  'page-param': { kind: 'text', default: 'page', meaning: 'query parameter for the page number' },
  'per-page-param': { kind: 'text', default: 'per_page', meaning: 'query parameter for the page size' },
  'expect-account': {
    kind: 'text',
    meaning: 'slug or id of the expected account; any other is refused (exit 3)',
  },
} as const satisfies Record<string, Setting>;

const people = { kind: 'integer', min: 0, max: 1_000_000_000 } as const;

/** Of several that are set the strictest holds: the first of the values, or the least number. */
const rails = {
  allow: {
    kind: 'choice',
    values: allowances,
    meaning:
      'what may be changed: read (nothing), draft (emails), import (also subscribers, groups, fields, tags), all (also the account, and sending); the strictest that is set holds',
  },
  send: {
    kind: 'choice',
    values: ['person', 'yes'],
    meaning: 'person: an email goes out only after an answer typed at a terminal, never by --yes',
  },
  'max-recipients': { ...people, meaning: 'the most subscribers that an email may be sent to' },
  'max-changes': { ...people, meaning: 'the most subscribers that a run may change' },
} as const satisfies Record<string, Setting>;

export const settings = { ...own, ...shared, ...rails };

export type SettingName = keyof typeof settings;
export type RailName = keyof typeof rails;

export const settingNames = Object.keys(settings).filter(isSettingName);
export const railNames = settingNames.filter(isRail);
/** Those that a project file may set. */
export const namesInProjectFiles = settingNames.filter(name => !Object.hasOwn(own, name));

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name);
}

export function isRail(name: SettingName): name is RailName {
  return Object.hasOwn(rails, name);
}

/** The environment variable of a setting: `max-wait` gives `NEWSLETTER_MAX_WAIT`. */
export const variableOf = (name: SettingName) => `NEWSLETTER_${name.toUpperCase().replaceAll('-', '_')}`;

/** The profile that `newsletter sandbox` creates. */
export const sandboxProfile = 'sandbox';

type DefinedValue<N extends SettingName> = (typeof settings)[N]['kind'] extends 'integer' | 'seconds'
  ? number
  : string;
/** The type of a setting's value; only a setting without a default can be undefined. */
export type SettingValue<N extends SettingName> = (typeof settings)[N] extends { default: string | number }
  ? DefinedValue<N>
  : DefinedValue<N> | undefined;

/** Where a value comes from. `folder`: the project file; `file`: that of an input file, for the expected account only. */
export type SettingOrigin = 'flag' | 'environment' | 'folder' | 'file' | 'profile' | 'default';

/** What names the profile in use; else it is `current`, or the only one of the expected account, or there is `none`. */
export type ProfileOrigin = 'flag' | 'environment' | 'folder' | 'current' | 'expected' | 'none';

/** A value, and what sets it. */
export interface SetValue {
  readonly value: string | number;
  readonly origin: SettingOrigin;
  /** For messages: `--allow`, NEWSLETTER_ALLOW, the path of a project file, or `profile work`. */
  readonly by: string;
}
