import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionSources } from '../../src/auth/credentials/store.ts';
import { resolveSettings, type SettingFlags } from '../../src/settings/resolve.ts';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';

export interface Given {
  readonly flags?: SettingFlags;
  readonly environment?: NodeJS.ProcessEnv;
  /** Settings of the profile `work`. */
  readonly settings?: object;
  /** What is stored for it. */
  readonly stored?: object;
  readonly signal?: AbortSignal;
  readonly workingFolder?: string;
}

/** What sessions are made from, where profile `work` is the current one. */
export function sessionSources(given: Given = {}): SessionSources & { readonly warnings: string[] } {
  const configDir = temporaryFolder();
  const { flags = {}, environment = {}, settings = {}, stored } = given;
  const { signal = new AbortController().signal, workingFolder } = given;
  const write = (name: string, content: object) =>
    writeFileSync(join(configDir, name), JSON.stringify(content), { mode: 0o600 });
  write('config.json', { current: 'work', profiles: { work: settings, home: {} } });
  if (stored !== undefined) write('credentials.json', { profiles: { work: stored } });
  const clock = testClock();
  const warnings: string[] = [];
  return {
    settings: resolveSettings({ flags, environment, configDir, workingFolder }),
    unbroken: work => work,
    environment,
    configDir,
    warn: message => void warnings.push(message),
    note: () => {},
    clock,
    http: { timeout: 20, retries: 1, maxWait: 10, environment, userAgent: 'test', signal, clock },
    warnings,
  };
}
