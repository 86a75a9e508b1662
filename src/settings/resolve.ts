import { resolve } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { isOwnSandbox } from './own-sandbox.ts';
import { parseSetting } from './parse.ts';
import {
  accountIdInProfile,
  type Config,
  checkProfileName,
  defaultProfile,
  existingProfile,
  type Profile,
  profileIn,
  profilesOfAccount,
  readConfig,
} from './profiles.ts';
import { type ProjectFile, projectFilesOf, readProjectFiles } from './project-file.ts';
import {
  isRail,
  type ProfileOrigin,
  type Setting,
  type SettingName,
  type SettingOrigin,
  type SettingValue,
  type SetValue,
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
  readonly [N in SettingName | 'profile' as Camel<N>]?:
    | (N extends 'allow' ? readonly string[] : string)
    | undefined;
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
  /** Read when expected accounts are: files may be added until then. */
  readonly files?: readonly string[];
}

/**
 * Resolves settings by precedence: flag, environment variable, project file, profile, default; rails and expected
 * accounts hold wherever they are set. An empty flag is invalid; an empty variable counts as not set. Invalid values of
 * flags and of the project file are refused at once, those of variables and profiles when they are read, so that the
 * commands which correct them still work.
 *
 * @throws Failure invalid_value, unknown_profile; unreadable_file when config.json is damaged; as `readProjectFile`
 */
export function resolveSettings(sources: SettingSources) {
  const { workingFolder, environment } = sources;
  const flags = readFlags(sources.flags);
  const config = readConfig(sources.configDir);
  // The project file is about another account than that of `sandbox exec`, which gives the address by a variable.
  const address = flags.get('base-url')?.value.toString() ?? environment.NEWSLETTER_BASE_URL?.trim();
  const isExempt = workingFolder === undefined || isOwnSandbox(address);
  const files = isExempt ? [] : readProjectFiles(workingFolder, environment);
  const near = filesOfAccount(files);
  const file = near.find(({ profile }) => profile !== undefined) ?? near[0];
  const chosen = chooseProfile(sources, config, file);
  const stored = (chosen.profileOrigin !== 'none' && profileIn(config, chosen.profile)) || {};

  /** What sets a setting, the place that overrides the others first. Later places are read only if asked for. */
  function* setIn(name: SettingName, inFiles = near): Generator<SetValue | undefined> {
    yield flags.get(name);
    yield fromEnvironment(name, environment);
    for (const { values, path } of inFiles) yield setBy(values.get(name), 'folder', path);
    yield fromProfile(name, stored, chosen.profile);
  }
  const found = (name: SettingName): SetValue | undefined => {
    if (isRail(name)) return rail(name);
    for (const set of setIn(name)) if (set !== undefined) return set;
    const { default: value }: Setting = settings[name];
    return setBy(value, 'default', 'the default');
  };
  /** `sandbox exec` is exempt from rails and expectations about other accounts; what the line says holds there, too. */
  const isSandbox = () => isOwnSandbox(found('base-url')?.value.toString());
  const linking = () => (isExempt ? [] : linkingFiles(sources, near));
  const rail = (name: SettingName): SetValue | undefined => {
    if (isSandbox()) return flags.get(name);
    const projects = linking().map(({ project }) => project);
    return strictestOf(name, [...setIn(name, [...files, ...projects])]);
  };
  // The table of settings gives each its type, and parseSetting follows that table.
  const get = <N extends SettingName>(name: N) => found(name)?.value as SettingValue<N>;
  return {
    ...chosen,
    /** Path of the project file that applies. */
    projectFile: file?.path,
    /** @throws Failure invalid_value when the variable or the profile holds an invalid value */
    get,
    /** The value of a setting that the command needs. @throws Failure missing_setting; as `get` */
    need<N extends SettingName>(name: N): NonNullable<SettingValue<N>> {
      const value = get(name);
      if (value !== undefined && value !== null) return value;
      throw new Failure('missing_setting', `${name} is not set (${settings[name].meaning})`, {
        hint: `newsletter config set ${name} <value>; or set ${variableOf(name)}`,
      });
    },
    /** Undefined when the setting is not set. */
    origin: (name: SettingName) => found(name)?.origin,
    /** As `SetValue`. */
    setBy: (name: SettingName) => found(name)?.by,
    /** The slugs or ids that the credentials must belong to: of `expect-account` no place overrides another. */
    expectedAccounts(): readonly SetValue[] {
      const all = isSandbox()
        ? [flags.get('expect-account')]
        : [...setIn('expect-account'), ...accountsOf(linking(), config)];
      return all.filter(set => set !== undefined);
    },
    /** The value in the profile, without flags and variables. @throws Failure invalid_value */
    stored: (name: SettingName) => fromProfile(name, stored, chosen.profile)?.value,
  };
}

export type Settings = ReturnType<typeof resolveSettings>;

/** The nearest file that names a profile, and those below it: files above it are about another account. */
function filesOfAccount(files: readonly ProjectFile[]): readonly ProjectFile[] {
  const named = files.findIndex(({ profile }) => profile !== undefined);
  return named < 0 ? files : files.slice(0, named + 1);
}

/**
 * The project files above the files on the line, without those of the working folder. What the shell opened as standard
 * input (`-`) has a path, too, where the system tells it (Linux).
 */
function linkingFiles({ files = [], workingFolder = '' }: SettingSources, own: readonly ProjectFile[]) {
  return files.flatMap(file => {
    const path = file === '-' ? '/dev/stdin' : resolve(workingFolder, file);
    const projects = projectFilesOf(path).flatMap(filesOfAccount);
    const others = projects.filter(project => own.every(each => each.path !== project.path));
    return others.map(project => ({ project, file }));
  });
}

function accountsOf(linking: ReturnType<typeof linkingFiles>, config: Config): readonly SetValue[] {
  return linking.flatMap(({ project: { profile = '', values }, file }) => {
    const value = values.get('expect-account') ?? profileIn(config, profile)?.[accountIdInProfile];
    const by = `the folder of ${file === '-' ? 'standard input' : file}`;
    return setBy(value || undefined, 'file', by) ?? [];
  });
}

/** Nothing loosens what another place has set. */
function strictestOf(name: SettingName, all: readonly (SetValue | undefined)[]): SetValue | undefined {
  return all.reduce(
    (least, each) =>
      each === undefined || (least && isLooser(name, each.value, least.value)) ? least : each,
    undefined,
  );
}

/** Whether a value allows as much as another, or more. Not set allows everything. */
export function isLooser(
  name: SettingName,
  value: string | number | undefined,
  than: string | number,
): boolean {
  const setting: Setting = settings[name];
  const rank = (one: string | number) =>
    setting.kind === 'choice' ? setting.values.indexOf(String(one)) : Number(one);
  return value === undefined || rank(value) >= rank(than);
}

interface ChosenProfile {
  readonly profile: string;
  readonly profileOrigin: ProfileOrigin;
  /** What names it, as in `SetValue`; undefined for the current one. */
  readonly profileBy?: string | undefined;
}

/** @throws Failure invalid_value; unknown_profile, but not of the default profile, nor of one that is created */
function chooseProfile(
  { flags: { profile: flag, expectAccount }, environment, creating }: SettingSources,
  config: Config,
  file?: ProjectFile,
): ChosenProfile {
  const named = (name: string, profileOrigin: ProfileOrigin, profileBy?: string): ChosenProfile => {
    const profile = profileBy === undefined ? name : checkProfileName(name.trim(), profileBy);
    if (!creating && profile !== defaultProfile)
      existingProfile(config, profile, profileOrigin === 'folder' ? file : undefined);
    return { profile, profileOrigin, profileBy };
  };
  if (flag !== undefined) return named(flag, 'flag', '--profile');
  const variable = environment.NEWSLETTER_PROFILE?.trim();
  if (variable) return named(variable, 'environment', 'NEWSLETTER_PROFILE');
  if (file?.profile !== undefined) return named(file.profile, 'folder', file.path);
  const { current = defaultProfile } = config;
  const isNone = config.current === undefined && profileIn(config, current) === undefined;
  const others = Object.keys(config.profiles).filter(name => name !== sandboxProfile);
  if (current !== '' && !(isNone && others.length > 0)) return named(current, 'current');
  const account =
    expectAccount ?? (environment.NEWSLETTER_EXPECT_ACCOUNT || file?.values.get('expect-account') || '');
  const [only, another] = profilesOfAccount(config, String(account).trim());
  return only === undefined || another !== undefined
    ? { profile: defaultProfile, profileOrigin: 'none' }
    : { profile: only, profileOrigin: 'expected', profileBy: 'the expected account' };
}

function readFlags(flags: SettingFlags): ReadonlyMap<SettingName, SetValue> {
  const given: Readonly<Record<string, unknown>> = flags;
  const read = new Map<SettingName, SetValue>();
  for (const name of settingNames) {
    const typed = [given[name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())]].flat();
    const by = `--${name}`;
    const values = typed
      .filter(text => typeof text === 'string')
      .map(text => ({ value: parseSetting(name, text, by), origin: 'flag', by }) as const);
    const value = strictestOf(name, values);
    if (value !== undefined) read.set(name, value);
  }
  return read;
}

function setBy(value: string | number | undefined, origin: SettingOrigin, by: string): SetValue | undefined {
  return value === undefined ? undefined : { value, origin, by };
}

function fromEnvironment(name: SettingName, environment: NodeJS.ProcessEnv): SetValue | undefined {
  const by = variableOf(name);
  const text = environment[by]?.trim();
  return setBy(text ? parseSetting(name, text, by) : undefined, 'environment', by);
}

function fromProfile(name: SettingName, stored: Profile, profile: string): SetValue | undefined {
  if (!Object.hasOwn(stored, name)) return undefined;
  const by = `profile ${profile}`;
  return setBy(parseSetting(name, String(stored[name]), `${name} in ${by}`), 'profile', by);
}
