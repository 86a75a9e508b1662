import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from './names.ts';

/** What config.json says, as far as completion needs it: without a word of complaint, whatever is wrong with it. */
export interface Known {
  readonly profiles: readonly string[];
  /** Whose names to offer; undefined when no address of the service is known. */
  readonly owner: Owner | undefined;
}

/** What the command line said already. */
export interface Said {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/**
 * Profiles, and which account a command line is about, by the precedence of the settings: a flag, the environment, the
 * profile; a key in the environment beats a profile unless `--profile` names one.
 */
export function knownHere(folder: string, environment: NodeJS.ProcessEnv, said: Said): Known {
  const config = read(join(folder, 'config.json'));
  const profiles = record(config.profiles);
  const current = typeof config.current === 'string' ? config.current : 'default';
  const profile = said.profile?.trim() || environment.NEWSLETTER_PROFILE?.trim() || current;
  const stored = record(profiles[profile])['base-url'];
  const baseUrl = address(said.baseUrl || environment.NEWSLETTER_BASE_URL || stored);
  const isKeys = said.profile === undefined && Boolean(environment.NEWSLETTER_API_KEY?.trim());
  return {
    profiles: Object.keys(profiles),
    owner: baseUrl === undefined ? undefined : { profile: isKeys ? undefined : profile, baseUrl },
  };
}

function read(file: string): Readonly<Record<string, unknown>> {
  try {
    return record(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')));
  } catch {
    return {};
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** As the settings write addresses: without a slash at the end. */
function address(text: unknown): string | undefined {
  if (typeof text !== 'string' || !URL.canParse(text.trim())) return undefined;
  const { origin, pathname } = new URL(text.trim());
  return origin + pathname.replace(/\/+$/, '');
}
