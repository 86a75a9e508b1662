/** config.json: the profiles with their settings, and the current profile. It holds no credentials. */
import { join } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { readJson } from '../lib/files/file-errors.ts';
import { isObject } from '../lib/json/is-object.ts';
import { didYouMean } from '../lib/text/nearest.ts';
import { type SettingName, sandboxProfile } from './schema.ts';

export type Profile = Readonly<Record<string, string | number>>;

export type Config = {
  /** The profile where no flag, variable or project file names one; empty after `profiles use --none`. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
};

/** The current profile as long as none has been chosen. It need not exist. */
export const defaultProfile = 'default';

export const configFile = (configDir: string) => join(configDir, 'config.json');

/**
 * Reads config.json.
 *
 * @returns an empty configuration when there is no such file
 * @throws Failure unreadable_file when it is damaged
 */
export function readConfig(configDir: string): Config {
  const file = configFile(configDir);
  const remedy =
    'fix it in an editor, or move it away to start again (it contains settings, not credentials)';
  const { current, profiles = {} } = readJson(file, remedy) ?? {};
  if (!isObject(profiles) || !Object.values(profiles).every(isProfile)) {
    throw new Failure('unreadable_file', `${file} is damaged: "profiles" is invalid`, { hint: remedy });
  }
  return { ...(typeof current === 'string' && { current }), profiles: profiles as Config['profiles'] };
}

function isProfile(value: unknown): value is Profile {
  return isObject(value) && Object.values(value).every(each => ['string', 'number'].includes(typeof each));
}

/** A profile also holds the account that it was signed in to, by name and slug. */
export const accountInProfile = 'account';
/** The id of that account: its name and slug can change. */
export const accountIdInProfile = 'account-id';

/** `The Slow Carriage` of `The Slow Carriage (slow-carriage)`, as a profile has its account. */
export const nameOfAccount = (account: string): string => account.replace(/ \([^()]*\)$/, '');

/** For questions: `profile work of The Slow Carriage (slow-carriage)`. */
export function nameOfProfile(config: Config, name: string): string {
  const account = profileIn(config, name)?.[accountInProfile];
  return `profile ${name}${account ? ` of ${account}` : ''}`;
}

/** Adds or replaces a profile. */
export function withProfile(config: Config, name: string, values: Profile): Config {
  return { ...config, profiles: { ...config.profiles, [name]: values } };
}

export function withoutProfile(config: Config, name: string): Config {
  const { [name]: _, ...profiles } = config.profiles;
  return { ...config, profiles };
}

export function profileIn(config: Config, name: string): Profile | undefined {
  return Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined;
}

/** The profiles that are or were signed in to an account, by id or slug; that of a sandbox if there is no other. */
export function profilesOfAccount(config: Config, account: string, baseUrl?: string): readonly string[] {
  const leads = (profile: Profile) =>
    (baseUrl === undefined || profile['base-url'] === baseUrl) &&
    (String(profile[accountIdInProfile] || ' ').toLowerCase() === account.toLowerCase() ||
      String(profile[accountInProfile] ?? '').endsWith(` (${account})`));
  const found = Object.keys(config.profiles).filter(name => leads(config.profiles[name] ?? {}));
  const others = found.filter(name => name !== sandboxProfile);
  return others.length > 0 ? others : found;
}

/**
 * The settings of a profile.
 *
 * @param file the project file that names it: the profile may have another name, or exist on another machine only
 * @throws Failure unknown_profile, which lists the profiles
 */
export function existingProfile(
  config: Config,
  name: string,
  file?: { readonly path: string; readonly values: ReadonlyMap<SettingName, string | number> },
): Profile {
  const profile = profileIn(config, name);
  if (profile !== undefined) return profile;
  const names = Object.keys(config.profiles);
  const [leads] = profilesOfAccount(config, String(file?.values.get('expect-account')));
  const other = file === undefined ? 'to create it:' : 'newsletter link <profile>; or';
  const create = didYouMean(name, names, `${other} newsletter login --profile ${name}`);
  const keyInstead = 'for the key in NEWSLETTER_API_KEY: NEWSLETTER_PROFILE=default';
  throw new Failure('unknown_profile', `unknown profile "${name}"${file ? ` in ${file.path}` : ''}`, {
    details: [`profiles: ${names.join(', ') || 'none'}`, ...(file === undefined ? [] : [keyInstead])],
    hint: leads === undefined ? create : `newsletter link ${leads}`,
  });
}

/**
 * Checks the name of a profile: letters, digits and `. _ - @`, with a letter or digit first, so that it needs no quotes
 * in any shell.
 *
 * @param from where it comes from, for the message
 * @returns the name
 * @throws Failure invalid_value
 */
export function checkProfileName(name: string, from: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._@-]{0,63}$/u.test(name)) return name;
  const problem =
    name === ''
      ? `${from} is empty: expected the name of a profile`
      : `invalid profile name "${name}" in ${from}: use letters, digits and . _ - @`;
  throw new Failure('invalid_value', problem);
}
