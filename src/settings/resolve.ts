import { Failure } from '../failure.ts';
import {
  type Config,
  checkProfileName,
  defaultProfile,
  existingProfile,
  type Profile,
  profileIn,
  readConfig,
} from './profiles.ts';
import {
  type Origin,
  type Setting,
  type SettingName,
  type Settings,
  type SettingValue,
  settingNames,
  settings,
  variableOf,
} from './settings.ts';
import { parseSetting } from './value.ts';

type Camel<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** The global options that are settings, as the command line gave them: `--max-wait` is `maxWait`. */
export type SettingFlags = {
  readonly [N in SettingName as Camel<N>]?: string | undefined;
} & {
  readonly profile?: string | undefined;
};

export interface SettingSources {
  readonly flags: SettingFlags;
  readonly environment: NodeJS.ProcessEnv;
  /** Where config.json is, if there is one. */
  readonly folder: string;
  /** For commands that create the profile they are given: it need not exist. */
  readonly creating?: boolean;
}

interface Effective {
  readonly value: string | number;
  readonly origin: Origin;
}

/**
 * Settings by precedence: a flag beats the environment, which beats the profile, which beats the default.
 * An empty flag is an error, an empty variable is unset. Malformed flags are refused at once, other
 * malformed values when they are asked for, so that the commands that mend them still work.
 *
 * @throws Failure invalid_value, unknown_profile; unreadable_file when config.json is damaged
 */
export function resolveSettings(sources: SettingSources): Settings {
  const flags = readFlags(sources.flags);
  const config = readConfig(sources.folder);
  const { name: profile, isExplicit } = chooseProfile(sources, config);
  const stored = profileIn(config, profile) ?? {};
  const effective = (name: SettingName): Effective | undefined =>
    flags.get(name) ??
    fromEnvironment(name, sources.environment) ??
    fromProfile(name, stored, profile) ??
    byDefault(name);

  function get<N extends SettingName>(name: N): SettingValue<N> {
    // The table of settings says which type each has; parseSetting follows the same table.
    return effective(name)?.value as SettingValue<N>;
  }
  function need<N extends SettingName>(name: N): NonNullable<SettingValue<N>> {
    const value = get(name);
    if (value !== undefined && value !== null) return value;
    throw new Failure('missing_setting', `${name} is not set (${settings[name].meaning})`, {
      hint: `newsletter config set ${name} <value>, or give --${name}, or set ${variableOf(name)}`,
    });
  }
  return {
    profile,
    profileIsExplicit: isExplicit,
    get,
    need,
    origin: name => effective(name)?.origin,
  };
}

function chooseProfile(
  { flags, environment, creating }: SettingSources,
  config: Config,
): { name: string; isExplicit: boolean } {
  const isExplicit = flags.profile !== undefined;
  const variable = environment.NEWSLETTER_PROFILE?.trim();
  const chosen = isExplicit
    ? checkProfileName(flags.profile.trim(), '--profile')
    : variable && checkProfileName(variable, 'NEWSLETTER_PROFILE');
  const name = chosen || (config.current ?? defaultProfile);
  if (!creating && name !== defaultProfile) existingProfile(config, name);
  return { name, isExplicit };
}

function readFlags(flags: SettingFlags): ReadonlyMap<SettingName, Effective> {
  const given: Readonly<Record<string, unknown>> = flags;
  const read = new Map<SettingName, Effective>();
  for (const name of settingNames) {
    const text = given[name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())];
    if (typeof text !== 'string') continue;
    read.set(name, {
      value: parseSetting(name, text, `--${name}`),
      origin: 'flag',
    });
  }
  return read;
}

function fromEnvironment(name: SettingName, environment: NodeJS.ProcessEnv): Effective | undefined {
  const variable = variableOf(name);
  const text = environment[variable]?.trim();
  return text ? { value: parseSetting(name, text, variable), origin: 'environment' } : undefined;
}

function fromProfile(name: SettingName, stored: Profile, profile: string): Effective | undefined {
  if (!Object.hasOwn(stored, name)) return undefined;
  const value = parseSetting(name, String(stored[name]), `${name} in profile ${profile}`);
  return { value, origin: 'profile' };
}

function byDefault(name: SettingName): Effective | undefined {
  const setting: Setting = settings[name];
  return setting.default === undefined ? undefined : { value: setting.default, origin: 'default' };
}
