import { Failure } from '../lib/failure.ts';
import { isLoopback } from '../lib/loopback.ts';
import { parseSetting } from './parse.ts';
import {
  type Config,
  checkProfileName,
  defaultProfile,
  existingProfile,
  type Profile,
  profileIn,
  readConfig,
} from './profiles.ts';
import { filesWithRails, ignoresFolder, type ProjectFile, readProjectFile } from './project-file.ts';
import {
  type ProfileOrigin,
  type Setting,
  type SettingName,
  type SettingOrigin,
  type Settings,
  type SettingValue,
  settingNames,
  settings,
  variableOf,
} from './schema.ts';

type Camel<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** The options that are settings, as the command line gives them: `--max-wait` is `maxWait`. */
export type SettingFlags = {
  readonly [N in Exclude<SettingName, 'allow'> as Camel<N>]?: string | undefined;
} & {
  readonly allow?: readonly string[] | undefined;
  readonly profile?: string | undefined;
};

export interface SettingSources {
  readonly flags: SettingFlags;
  readonly environment: NodeJS.ProcessEnv;
  /** The folder of config.json; it need not exist. */
  readonly configDir: string;
  /** The project file is searched from here upwards; undefined when no project file applies. */
  readonly workingFolder?: string | undefined;
  /** The profile need not exist. */
  readonly creating?: boolean;
}

interface EffectiveValue {
  readonly value: string | number;
  readonly origin: SettingOrigin;
  /** The project file that has it. */
  readonly file?: string;
}

/**
 * Resolves settings by precedence: flag, environment variable, project file, profile, default. An empty flag is
 * invalid; an empty variable counts as not set. Invalid values of flags and of the project file are refused at once,
 * those of variables and profiles when they are read, so that the commands which correct them still work.
 *
 * @throws Failure invalid_value, unknown_profile; unreadable_file when config.json is damaged; as `readProjectFile`
 */
export function resolveSettings(sources: SettingSources): Settings {
  const flags = readFlags(sources.flags);
  const config = readConfig(sources.configDir);
  const file = readProjectFile(sources.workingFolder, sources.environment);
  const { name: profile, origin: profileOrigin } = chooseProfile(sources, config, file);
  const stored = profileIn(config, profile) ?? {};
  let withRails: readonly ProjectFile[] | undefined;
  const filesFor = (name: SettingName): readonly (ProjectFile | undefined)[] => {
    const { strictest }: Setting = settings[name];
    if (!strictest || isSandbox()) return [file];
    withRails ??= filesWithRails(file, sources.workingFolder, sources.environment);
    return withRails;
  };
  /** Whether a service on this machine is asked for without the folder's file, as `sandbox exec` does it. */
  const isSandbox = () => {
    const address = String(effective('base-url')?.value);
    return (
      ignoresFolder(sources.environment) && URL.canParse(address) && isLoopback(new URL(address).hostname)
    );
  };
  const effective = (name: SettingName): EffectiveValue | undefined => {
    const places = [
      () => flags.get(name),
      () => fromEnvironment(name, sources.environment),
      ...filesFor(name).map(each => () => fromProjectFile(name, each)),
      () => fromProfile(name, stored, profile),
    ];
    const { strictest }: Setting = settings[name];
    if (strictest)
      return strictestOf(
        name,
        places.flatMap(read => read() ?? []),
      );
    for (const read of places) {
      const found = read();
      if (found !== undefined) return found;
    }
    return byDefault(name);
  };

  function get<N extends SettingName>(name: N): SettingValue<N> {
    // The table of settings gives each its type, and parseSetting follows that table.
    return effective(name)?.value as SettingValue<N>;
  }
  function need<N extends SettingName>(name: N): NonNullable<SettingValue<N>> {
    const value = get(name);
    if (value !== undefined && value !== null) return value;
    throw new Failure('missing_setting', `${name} is not set (${settings[name].meaning})`, {
      hint: `newsletter config set ${name} <value>; or pass --${name}, or set ${variableOf(name)}`,
    });
  }
  return {
    profile,
    profileOrigin,
    profileIsExplicit: profileOrigin === 'flag',
    projectFile: file?.path,
    get,
    need,
    origin: name => effective(name)?.origin,
    fileOf: name => effective(name)?.file,
    stored: name => fromProfile(name, stored, profile)?.value,
  };
}

/** Nothing loosens what another place has set. */
function strictestOf(name: SettingName, all: readonly EffectiveValue[]): EffectiveValue | undefined {
  return all.reduce<EffectiveValue | undefined>(
    (least, each) =>
      least === undefined || isLooser(name, each.value, least.value) ? (least ?? each) : each,
    undefined,
  );
}

/** Whether a value allows as much as another, or more. Not set allows everything. */
export function isLooser(
  name: SettingName,
  value: string | number | undefined,
  than: string | number,
): boolean {
  const { value: kind }: Setting = settings[name];
  const rank = (one: string | number) =>
    kind.kind === 'choice' ? kind.values.indexOf(String(one)) : Number(one);
  return value === undefined || rank(value) >= rank(than);
}

function chooseProfile(
  { flags, environment, creating }: SettingSources,
  config: Config,
  file: ProjectFile | undefined,
): { name: string; origin: ProfileOrigin } {
  const { name, origin } = namedProfile(flags.profile, environment, config, file);
  if (creating || name === defaultProfile || profileIn(config, name) !== undefined) return { name, origin };
  if (origin === 'folder' && file !== undefined) throw missingProfile(name, file, environment, config);
  existingProfile(config, name);
  return { name, origin };
}

function namedProfile(
  flag: string | undefined,
  environment: NodeJS.ProcessEnv,
  config: Config,
  file: ProjectFile | undefined,
): { name: string; origin: ProfileOrigin } {
  if (flag !== undefined) return { name: checkProfileName(flag.trim(), '--profile'), origin: 'flag' };
  const variable = environment.NEWSLETTER_PROFILE?.trim();
  if (variable) return { name: checkProfileName(variable, 'NEWSLETTER_PROFILE'), origin: 'environment' };
  if (file?.profile !== undefined) return { name: file.profile, origin: 'folder' };
  return { name: config.current ?? defaultProfile, origin: 'current' };
}

/** The project file names a profile that exists on another machine only. */
function missingProfile(
  name: string,
  { path }: ProjectFile,
  environment: NodeJS.ProcessEnv,
  { profiles }: Config,
): Failure {
  const names = Object.keys(profiles);
  const keyHint = environment.NEWSLETTER_API_KEY?.trim()
    ? '; to use NEWSLETTER_API_KEY (as in CI), set NEWSLETTER_PROFILE=default'
    : '';
  return new Failure('unknown_profile', `unknown profile "${name}" in ${path}`, {
    details: names.length === 0 ? [] : [`profiles: ${names.join(', ')}`],
    hint: `newsletter login --profile ${name}${keyHint}`,
  });
}

function readFlags(flags: SettingFlags): ReadonlyMap<SettingName, EffectiveValue> {
  const given: Readonly<Record<string, unknown>> = flags;
  const read = new Map<SettingName, EffectiveValue>();
  for (const name of settingNames) {
    const typed = given[name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())];
    const values = [typed]
      .flat()
      .flatMap((text): EffectiveValue[] =>
        typeof text === 'string' ? [{ value: parseSetting(name, text, `--${name}`), origin: 'flag' }] : [],
      );
    const value = strictestOf(name, values);
    if (value !== undefined) read.set(name, value);
  }
  return read;
}

function fromEnvironment(name: SettingName, environment: NodeJS.ProcessEnv): EffectiveValue | undefined {
  const variable = variableOf(name);
  const text = environment[variable]?.trim();
  return text ? { value: parseSetting(name, text, variable), origin: 'environment' } : undefined;
}

function fromProjectFile(name: SettingName, file: ProjectFile | undefined): EffectiveValue | undefined {
  const value = file?.values.get(name);
  return file === undefined || value === undefined ? undefined : { value, origin: 'folder', file: file.path };
}

function fromProfile(name: SettingName, stored: Profile, profile: string): EffectiveValue | undefined {
  if (!Object.hasOwn(stored, name)) return undefined;
  const value = parseSetting(name, String(stored[name]), `${name} in profile ${profile}`);
  return { value, origin: 'profile' };
}

function byDefault(name: SettingName): EffectiveValue | undefined {
  const setting: Setting = settings[name];
  return setting.default === undefined ? undefined : { value: setting.default, origin: 'default' };
}
