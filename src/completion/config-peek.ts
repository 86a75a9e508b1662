import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject, type UnknownRecord } from '../lib/is-object.ts';
import type { Owner } from './name-cache.ts';

/** What config.json says, as far as completion needs it: without a word of complaint, whatever is wrong with it. */
export interface Known {
  readonly profiles: readonly string[];
  /** Whose names to offer; undefined when no address of the service is known. */
  readonly owner: Owner | undefined;
}

/** Where the program is run. */
export interface Place {
  readonly configDir: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly workingFolder: string | undefined;
}

/** What the command line said already. */
export interface Said {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/**
 * Profiles, and which account a command line is about, by the precedence of the settings: a flag, the environment, the
 * folder's file, the profile; a key in the environment beats a profile that neither `--profile` nor that file names.
 */
export function knownHere({ configDir, environment, workingFolder }: Place, said: Said): Known {
  const config = read(join(configDir, 'config.json'));
  const profiles = record(config.profiles);
  const current = typeof config.current === 'string' ? config.current : 'default';
  const named = said.profile?.trim() || environment.NEWSLETTER_PROFILE?.trim();
  const byFolder = named ? undefined : profileOfFolder(workingFolder, environment);
  const profile = named || byFolder || current;
  const stored = record(profiles[profile])['base-url'];
  const baseUrl = address(said.baseUrl || environment.NEWSLETTER_BASE_URL || stored);
  const isKeys =
    said.profile === undefined && byFolder === undefined && Boolean(environment.NEWSLETTER_API_KEY?.trim());
  return {
    profiles: Object.keys(profiles),
    owner: baseUrl === undefined ? undefined : { profile: isKeys ? undefined : profile, baseUrl },
  };
}

/** The profile that the nearest `.newsletterrc.json` names: here only to choose whose names are offered. */
function profileOfFolder(from: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const named = environment.NEWSLETTER_FOLDER_FILE?.trim();
  if (from === undefined || named === 'none') return undefined;
  for (let folder = from; ; folder = dirname(folder)) {
    const file = named ? resolve(from, named) : join(folder, '.newsletterrc.json');
    if (existsSync(file)) {
      const { profile } = read(file);
      return typeof profile === 'string' ? profile.trim() : undefined;
    }
    if (named || folder === environment.HOME || folder === dirname(folder)) return undefined;
  }
}

function read(file: string): UnknownRecord {
  try {
    return record(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')));
  } catch {
    return {};
  }
}

function record(value: unknown): UnknownRecord {
  return isObject(value) ? value : {};
}

/** As the settings write addresses: without a slash at the end. */
function address(text: unknown): string | undefined {
  if (typeof text !== 'string' || !URL.canParse(text.trim())) return undefined;
  const { origin, pathname } = new URL(text.trim());
  return origin + pathname.replace(/\/+$/, '');
}
