import { Failure } from '../lib/failure.ts';
import { isOwnSandbox } from './own-sandbox.ts';
import { parseSetting } from './parse.ts';
import {
  type Config,
  checkProfileName,
  defaultProfile,
  existingProfile,
  type Profile,
  profileIn,
  profileOfAccount,
  readConfig,
} from './profiles.ts';
import { type ProjectFile, readProjectFiles } from './project-file.ts';
import {
  nameOfPlace,
  type ProfileOrigin,
  type Setting,
  type SettingName,
  type SettingOrigin,
  type Settings,
  type SettingValue,
  sandboxProfile,
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
  /** Project files are searched from here upwards; undefined when none applies. */
  readonly workingFolder?: string | undefined;
  /** The profile need not exist. */
  readonly creating?: boolean;
}

/** Settings without a default that a flag of the same name sets, too. */
const withFlag: readonly SettingName[] = ['base-url', 'auth-url', 'client-id', 'expect-account', 'allow'];

interface EffectiveValue {
  readonly value: string | number;
  readonly origin: SettingOrigin;
  /** The project file that has it. */
  readonly file?: string;
}

/**
 * Resolves settings by precedence: flag, environment variable, project file, profile, default; rails and expected
 * accounts hold wherever they are set. An empty flag is
 * invalid; an empty variable counts as not set. Invalid values of flags and of the project file are refused at once,
 * those of variables and profiles when they are read, so that the commands which correct them still work.
 *
 * @throws Failure invalid_value, unknown_profile; unreadable_file when config.json is damaged; as `readProjectFile`
 */
export function resolveSettings(sources: SettingSources): Settings {
  const flags = readFlags(sources.flags);
  const config = readConfig(sources.configDir);
  // The project file is about another account than that of `sandbox exec`, which gives the address by a variable.
  const { workingFolder, environment } = sources;
  const address = textOf(flags.get('base-url')) ?? environment.NEWSLETTER_BASE_URL?.trim();
  const isExempt = workingFolder === undefined || isOwnSandbox(address);
  const files = isExempt ? [] : readProjectFiles(workingFolder, environment);
  const near = filesOfAccount(files);
  const file = near.find(({ profile }) => profile !== undefined) ?? near[0];
  const { name: profile, origin: profileOrigin } = chooseProfile(sources, config, file);
  const stored = (profileOrigin === 'none' ? undefined : profileIn(config, profile)) ?? {};
  const effective = (name: SettingName): EffectiveValue | undefined => {
    const { strictest }: Setting = settings[name];
    if (strictest) return rail(name);
    return (
      flags.get(name) ??
      fromEnvironment(name, environment) ??
      fromProjectFiles(name, near) ??
      fromProfile(name, stored, profile) ??
      byDefault(name)
    );
  };
  const inEachPlace = (name: SettingName, inFiles: readonly ProjectFile[]) => [
    flags.get(name),
    fromEnvironment(name, environment),
    ...inFiles.map(each => fromProjectFiles(name, [each])),
    fromProfile(name, stored, profile),
  ];
  /** `sandbox exec` is exempt from rails that are set for other accounts; what the line itself says holds there, too. */
  const rail = (name: SettingName): EffectiveValue | undefined => {
    if (isOwnSandbox(textOf(effective('base-url')))) return flags.get(name);
    return strictestOf(name, inEachPlace(name, files));
  };

  function get<N extends SettingName>(name: N): SettingValue<N> {
    // The table of settings gives each its type, and parseSetting follows that table.
    return effective(name)?.value as SettingValue<N>;
  }
  function need<N extends SettingName>(name: N): NonNullable<SettingValue<N>> {
    const value = get(name);
    if (value !== undefined && value !== null) return value;
    const flag = withFlag.includes(name) ? `or pass --${name}, ` : '';
    throw new Failure('missing_setting', `${name} is not set (${settings[name].meaning})`, {
      hint: `newsletter config set ${name} <value>; ${flag}or set ${variableOf(name)}`,
    });
  }
  return {
    profile,
    profileOrigin,
    profileIsExplicit: profileOrigin === 'flag',
    projectFile: file?.path,
    get,
    need,
    expectedAccounts: () =>
      inEachPlace('expect-account', near).flatMap(found => {
        if (found === undefined) return [];
        const by = nameOfPlace('expect-account', found, profile);
        return [{ account: String(found.value), origin: found.origin, by }];
      }),
    origin: name => effective(name)?.origin,
    fileOf: name => effective(name)?.file,
    stored: name => fromProfile(name, stored, profile)?.value,
  };
}

/** The nearest file that names a profile, and those below it: files above it are about another account. */
function filesOfAccount(files: readonly ProjectFile[]): readonly ProjectFile[] {
  const named = files.findIndex(({ profile }) => profile !== undefined);
  return named < 0 ? files : files.slice(0, named + 1);
}

/** Nothing loosens what another place has set. */
function strictestOf(
  name: SettingName,
  all: readonly (EffectiveValue | undefined)[],
): EffectiveValue | undefined {
  return all.reduce(
    (least, each) =>
      each === undefined || (least !== undefined && isLooser(name, each.value, least.value)) ? least : each,
    undefined,
  );
}

const textOf = (found: EffectiveValue | undefined) => (found === undefined ? undefined : String(found.value));

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

/** @throws Failure unknown_profile unless the profile exists, is the default one, or is about to be created */
function chooseProfile(
  sources: SettingSources,
  config: Config,
  file: ProjectFile | undefined,
): { name: string; origin: ProfileOrigin } {
  const { name, origin } = namedProfile(sources, config, file);
  const mayBeMissing = sources.creating || name === defaultProfile;
  if (mayBeMissing || profileIn(config, name) !== undefined) return { name, origin };
  if (origin !== 'folder') existingProfile(config, name);
  // The profile was renamed, or exists on another machine only.
  const expected = file?.values.get('expect-account');
  const its = expected === undefined ? undefined : profileOfAccount(config, String(expected));
  throw new Failure('unknown_profile', `unknown profile "${name}" in ${file?.path}`, {
    details: [
      `profiles: ${Object.keys(config.profiles).join(', ') || 'none'}`,
      'to use NEWSLETTER_API_KEY, not a profile: NEWSLETTER_PROFILE=default',
    ],
    hint: its ? `newsletter link ${its}` : `newsletter link <profile>; or newsletter login --profile ${name}`,
  });
}

function namedProfile(
  { flags, environment }: SettingSources,
  config: Config,
  file: ProjectFile | undefined,
): { name: string; origin: ProfileOrigin } {
  const { profile: flag } = flags;
  if (flag !== undefined) return { name: checkProfileName(flag.trim(), '--profile'), origin: 'flag' };
  const variable = environment.NEWSLETTER_PROFILE?.trim();
  if (variable) return { name: checkProfileName(variable, 'NEWSLETTER_PROFILE'), origin: 'environment' };
  if (file?.profile !== undefined) return { name: file.profile, origin: 'folder' };
  const { current = defaultProfile } = config;
  const isNone = config.current === undefined && profileIn(config, current) === undefined;
  const others = Object.keys(config.profiles).filter(name => name !== sandboxProfile);
  if (current === '' || (isNone && others.length > 0)) return { name: defaultProfile, origin: 'none' };
  return { name: current, origin: 'current' };
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

/** Of the nearest file that sets it. */
function fromProjectFiles(name: SettingName, files: readonly ProjectFile[]): EffectiveValue | undefined {
  const file = files.find(({ values }) => values.has(name));
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
