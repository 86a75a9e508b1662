/**
 * Every setting: its name, what its values look like, its default and its meaning. One table, from which
 * the environment variables (`NEWSLETTER_` and the name in capitals), `config …` and the help topics follow.
 */
export type SettingKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'url' }
  | { readonly kind: 'integer'; readonly least: number }
  | { readonly kind: 'seconds' }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

export interface Setting {
  readonly value: SettingKind;
  readonly default?: string | number;
  readonly meaning: string;
}

export const settings = {
  'base-url': { value: { kind: 'url' }, meaning: 'REST address of the service' },
  'auth-url': { value: { kind: 'url' }, meaning: 'OAuth address of the service' },
  output: {
    value: { kind: 'choice', values: ['table', 'tsv', 'json', 'ndjson', 'csv', 'yaml'] },
    meaning: 'output format (a table on a terminal and TSV in a pipe unless set)',
  },
  timeout: {
    value: { kind: 'seconds' },
    default: 30,
    meaning: 'seconds of silence before a request is given up',
  },
  retries: {
    value: { kind: 'integer', least: 0 },
    default: 4,
    meaning: 'how often a request that is safe to repeat is repeated',
  },
  'max-wait': {
    value: { kind: 'seconds' },
    default: 300,
    meaning: 'seconds to wait in all for a busy service',
  },
  'page-param': { value: { kind: 'text' }, default: 'page', meaning: 'query parameter that asks for a page' },
  'per-page-param': {
    value: { kind: 'text' },
    default: 'per_page',
    meaning: 'query parameter that asks for a page size',
  },
  'expect-account': { value: { kind: 'text' }, meaning: 'slug or id of the account that writes must go to' },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

type Numeric = {
  [N in SettingName]: (typeof settings)[N]['value'] extends { kind: 'integer' | 'seconds' } ? N : never;
}[SettingName];
type HasDefault = {
  [N in SettingName]: (typeof settings)[N] extends { default: string | number } ? N : never;
}[SettingName];
type Plain<N extends SettingName> = N extends Numeric ? number : string;
export type SettingValue<N extends SettingName> = N extends HasDefault ? Plain<N> : Plain<N> | undefined;

export type Origin = 'flag' | 'environment' | 'profile' | 'default';

/** Settings after precedence: a flag beats the environment, which beats the profile, which beats the default. */
export interface Settings {
  /** Name of the profile in use. */
  readonly profile: string;
  /** Named by `--profile` itself: it then beats NEWSLETTER_API_KEY. */
  readonly profileIsExplicit: boolean;
  get<N extends SettingName>(name: N): SettingValue<N>;
  origin(name: SettingName): Origin | undefined;
  /** As `get`, where the command cannot go on without. @throws Failure missing_setting naming flag and variable */
  need<N extends SettingName>(name: N): NonNullable<SettingValue<N>>;
}
