import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { isObject, type UnknownRecord } from '../lib/json/is-object.ts';
import type { CacheKey } from './name-cache.ts';

/** What completion needs of config.json. A missing or damaged file is read as an empty one. */
export interface ConfigPeek {
  readonly profiles: readonly string[];
  /** The account whose names to offer; undefined without a base URL. */
  readonly cacheKey: CacheKey | undefined;
}

/**
 * The profiles, and the account that a command line is for. The precedence is that of the settings: flags, environment,
 * project file, current profile. A key in the environment beats a profile unless `--profile` or the project file names
 * it.
 */
export function peekConfig(
  { configDir, environment, workingFolder }: Pick<Context, 'configDir' | 'environment' | 'workingFolder'>,
  flags: { readonly profile?: string | undefined; readonly baseUrl?: string | undefined },
): ConfigPeek {
  const config = read(join(configDir, 'config.json'));
  const profiles = record(config.profiles);
  const current = typeof config.current === 'string' ? config.current : 'default';
  const named = flags.profile?.trim() || environment.NEWSLETTER_PROFILE?.trim();
  const byProject = named ? undefined : profileOfProject(workingFolder, environment);
  const profile = named || byProject || current;
  const stored = record(profiles[profile])['base-url'];
  const baseUrl = baseUrlOf(flags.baseUrl || environment.NEWSLETTER_BASE_URL || stored);
  const isKey =
    flags.profile === undefined && byProject === undefined && Boolean(environment.NEWSLETTER_API_KEY?.trim());
  return {
    profiles: Object.keys(profiles),
    cacheKey: baseUrl === undefined ? undefined : { profile: isKey ? undefined : profile, baseUrl },
  };
}

/** The profile in the nearest `.newsletterrc.json`. It is not checked: it only decides which names are offered. */
function profileOfProject(from: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (from === undefined) return undefined;
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, '.newsletterrc.json');
    if (existsSync(file)) {
      const { profile } = read(file);
      return typeof profile === 'string' ? profile.trim() : undefined;
    }
    if (folder === environment.HOME || folder === dirname(folder)) return undefined;
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

/** A base URL as the settings keep it: without a slash at the end. */
function baseUrlOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !URL.canParse(text.trim())) return undefined;
  const { origin, pathname } = new URL(text.trim());
  return origin + pathname.replace(/\/+$/, '');
}
