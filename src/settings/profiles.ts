/** config.json: the profiles, their settings, and which of them is current. No credentials. */
import { join } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { isObject } from '../lib/is-object.ts';
import { nearest } from '../lib/nearest.ts';
import { readJson } from './json-file.ts';

/** A profile's own settings by name. */
export type Profile = Readonly<Record<string, string | number>>;

export interface Config {
  /** The profile used when neither flag nor variable names one; `default` unless set. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** The profile that is used when none was ever chosen. It need not exist. */
export const defaultProfile = 'default';

/** The path of config.json. */
export function configFile(configDir: string): string {
  return join(configDir, 'config.json');
}

/**
 * What config.json holds; nothing at all when there is none.
 * @throws Failure unreadable_file when it is damaged
 */
export function readConfig(configDir: string): Config {
  const file = configFile(configDir);
  const mend = 'correct it in an editor, or move it away to start afresh (it holds settings, no credentials)';
  const content = readJson(file, mend) ?? {};
  const { current, profiles = {} } = content;
  if (!isObject(profiles) || !Object.values(profiles).every(isProfile)) {
    throw new Failure('unreadable_file', `${file} is damaged: "profiles" is not as it should be`, {
      hint: mend,
    });
  }
  // What a newer version keeps beside is kept.
  const { current: _, ...others } = content;
  return {
    ...others,
    ...(typeof current === 'string' && { current }),
    profiles: { ...profiles } as Config['profiles'],
  };
}

function isProfile(value: unknown): value is Profile {
  return isObject(value) && Object.values(value).every(v => typeof v === 'string' || typeof v === 'number');
}

/** `config` with `values` as the settings of profile `name`, new or not. */
export function withProfile(config: Config, name: string, values: Profile): Config {
  return { ...config, profiles: { ...config.profiles, [name]: values } };
}

/** `config` without profile `name`. */
export function withoutProfile(config: Config, name: string): Config {
  const { [name]: _, ...profiles } = config.profiles;
  return { ...config, profiles };
}

/** The settings of profile `name`; undefined when there is no such profile. */
export function profileIn(config: Config, name: string): Profile | undefined {
  return Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined;
}

/**
 * As `profileIn`, for a profile that must exist.
 * @throws Failure unknown_profile listing those that exist
 */
export function existingProfile(config: Config, name: string): Profile {
  const profile = profileIn(config, name);
  if (profile !== undefined) return profile;
  const names = Object.keys(config.profiles);
  const near = nearest(name, names);
  throw new Failure('unknown_profile', `there is no profile "${name}"`, {
    details: names.length === 0 ? [] : [`profiles: ${names.join(', ')}`],
    hint: near === undefined ? `newsletter login --profile ${name} creates it` : `did you mean ${near}?`,
  });
}

/**
 * The name of a profile: letters, digits and `. _ - @`, beginning with a letter or digit, so that it can
 * be typed in any shell.
 *
 * @param from how the user gave it, for the message
 * @throws Failure invalid_value
 */
export function checkProfileName(name: string, from: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._@-]{0,63}$/u.test(name)) return name;
  throw new Failure(
    'invalid_value',
    name === ''
      ? `${from} is empty: it takes the name of a profile`
      : `${from} cannot be "${name}": a profile's name is made of letters, digits and . _ - @`,
  );
}
