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
  type Settings,
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
export function resolveSettings(sources: SettingSources): Settings {
  const { workingFolder, environment } = sources;
  const flags = readFlags(sources.flags);
  const config = readConfig(sources.configDir);
  // The project file is about another account than that of `sandbox exec`, which gives the address by a variable.
  const address = textOf(flags.get('base-url')) ?? environment.NEWSLETTER_BASE_URL?.trim();
  const isExempt = workingFolder === undefined || isOwnSandbox(address);
  const files = isExempt ? [] : readProjectFiles(workingFolder, environment);
  const near = filesOfAccount(files);
  const file = near.find(({ profile }) => profile !== undefined) ?? near[0];
  const { profile, origin: profileOrigin, by: profileBy } = chooseProfile(sources, config, file);
  const stored = (profileOrigin === 'none' ? undefined : profileIn(config, profile)) ?? {};
  /** The places that may set something, the one that overrides the others first. */
  const placesWith = (inFiles: readonly ProjectFile[]): readonly Place[] => [
    name => flags.get(name),
    name => fromEnvironment(name, environment),
    ...inFiles.map(fromProjectFile),
    name => fromProfile(name, stored, profile),
  ];
  const places = placesWith(near);
  const all = (name: SettingName, from = places) => from.flatMap(place => place(name) ?? []);
  const effective = (name: SettingName): SetValue | undefined => {
    if (isRail(name)) return rail(name);
    for (const place of places) {
      const found = place(name);
      if (found !== undefined) return found;
    }
    const { default: value }: Setting = settings[name];
    return value === undefined ? undefined : { value, origin: 'default', by: 'the default' };
  };
  /** `sandbox exec` is exempt from rails and expectations about other accounts; what the line says holds there, too. */
  const isSandbox = () => isOwnSandbox(textOf(effective('base-url')));
  /** The project files of the folders that files on the line are in. */
  const linking = () => (isExempt ? [] : linkingFiles(sources, near));
  const rail = (name: SettingName): SetValue | undefined =>
    isSandbox()
      ? flags.get(name)
      : strictestOf(name, all(name, placesWith([...files, ...linking().map(({ project }) => project)])));

  // The table of settings gives each its type, and parseSetting follows that table.
  const get = <N extends SettingName>(name: N) => effective(name)?.value as SettingValue<N>;
  function need<N extends SettingName>(name: N): NonNullable<SettingValue<N>> {
    const value = get(name);
    if (value !== undefined && value !== null) return value;
    throw new Failure('missing_setting', `${name} is not set (${settings[name].meaning})`, {
      hint: `newsletter config set ${name} <value>; or set ${variableOf(name)}`,
    });
  }
  return {
    profile,
    profileOrigin,
    profileBy,
    projectFile: file?.path,
    get,
    need,
    origin: name => effective(name)?.origin,
    setBy: name => effective(name)?.by,
    expectedAccounts: () =>
      isSandbox()
        ? [flags.get('expect-account') ?? []].flat()
        : [...all('expect-account'), ...accountsOf(linking(), config)],
    stored: name => fromProfile(name, stored, profile)?.value,
  };
}

/** Somewhere that settings can be set. */
type Place = (name: SettingName) => SetValue | undefined;

/** The nearest file that names a profile, and those below it: files above it are about another account. */
function filesOfAccount(files: readonly ProjectFile[]): readonly ProjectFile[] {
  const named = files.findIndex(({ profile }) => profile !== undefined);
  return named < 0 ? files : files.slice(0, named + 1);
}

interface LinkingFile {
  readonly project: ProjectFile;
  /** As typed; `-`: standard input. */
  readonly file: string;
}

/**
 * The project files above the files on the line, without those of the working folder. What the shell opened as standard
 * input has a path, too, where the system tells it (Linux).
 */
function linkingFiles(
  { files = [], workingFolder = '' }: SettingSources,
  own: readonly ProjectFile[],
): readonly LinkingFile[] {
  return files.flatMap(file => {
    const path = file === '-' ? '/dev/stdin' : resolve(workingFolder, file);
    const projects = projectFilesOf(path).flatMap(filesOfAccount);
    return projects.flatMap(project =>
      own.some(each => each.path === project.path) ? [] : [{ project, file }],
    );
  });
}

function accountsOf(linking: readonly LinkingFile[], config: Config): readonly SetValue[] {
  return linking.flatMap(({ project: { profile = '', values }, file }) => {
    const value = values.get('expect-account') ?? profileIn(config, profile)?.[accountIdInProfile];
    const by = `the folder of ${file === '-' ? 'standard input' : file}`;
    return value ? [{ value, origin: 'file', by }] : [];
  });
}

/** Nothing loosens what another place has set. */
function strictestOf(name: SettingName, all: readonly SetValue[]): SetValue | undefined {
  return all.reduce<SetValue | undefined>(
    (least, each) => (least !== undefined && isLooser(name, each.value, least.value) ? least : each),
    undefined,
  );
}

const textOf = (found: SetValue | undefined) => (found === undefined ? undefined : String(found.value));

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
  readonly origin: ProfileOrigin;
  readonly by?: string;
}

/** @throws Failure unknown_profile unless the profile exists, is the default one, or is about to be created */
function chooseProfile(sources: SettingSources, config: Config, file?: ProjectFile): ChosenProfile {
  const chosen = namedProfile(sources, config, file);
  const { profile, origin } = chosen;
  if (!sources.creating && profile !== defaultProfile)
    existingProfile(config, profile, origin === 'folder' ? file : undefined);
  return chosen;
}

function namedProfile(
  { flags: { profile: flag, expectAccount }, environment }: SettingSources,
  config: Config,
  file?: ProjectFile,
): ChosenProfile {
  const typed = (name: string, origin: ProfileOrigin, by: string) => ({
    profile: checkProfileName(name.trim(), by),
    origin,
    by,
  });
  if (flag !== undefined) return typed(flag, 'flag', '--profile');
  const variable = environment.NEWSLETTER_PROFILE?.trim();
  if (variable) return typed(variable, 'environment', 'NEWSLETTER_PROFILE');
  if (file?.profile !== undefined) return { profile: file.profile, origin: 'folder', by: file.path };
  const { current = defaultProfile } = config;
  const isNone = config.current === undefined && profileIn(config, current) === undefined;
  const others = Object.keys(config.profiles).filter(name => name !== sandboxProfile);
  if (current !== '' && !(isNone && others.length > 0)) return { profile: current, origin: 'current' };
  const account =
    expectAccount ?? (environment.NEWSLETTER_EXPECT_ACCOUNT || file?.values.get('expect-account') || '');
  const [only, another] = profilesOfAccount(config, String(account).trim());
  return only === undefined || another !== undefined
    ? { profile: defaultProfile, origin: 'none' }
    : { profile: only, origin: 'expected', by: 'the expected account' };
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

function fromEnvironment(name: SettingName, environment: NodeJS.ProcessEnv): SetValue | undefined {
  const by = variableOf(name);
  const text = environment[by]?.trim();
  return text ? { value: parseSetting(name, text, by), origin: 'environment', by } : undefined;
}

function fromProjectFile({ values, path }: ProjectFile): Place {
  return name => {
    const value = values.get(name);
    return value === undefined ? undefined : { value, origin: 'folder', by: path };
  };
}

function fromProfile(name: SettingName, stored: Profile, profile: string): SetValue | undefined {
  if (!Object.hasOwn(stored, name)) return undefined;
  const by = `profile ${profile}`;
  return { value: parseSetting(name, String(stored[name]), `${name} in ${by}`), origin: 'profile', by };
}
