/** Folders that go with the test, and a home to run the program in. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { limit } from './load.ts';

/** Says what is to be done in the end: `onTestFinished`, or `afterAll` for what the tests of a file share. */
export type Cleanup = (end: () => void | Promise<void>) => void;

/** A folder that goes with the test. */
export function temporaryFolder(cleanup: Cleanup = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'newsletter-'));
  cleanup(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What this process has open below a folder; nothing on systems that do not tell. */
export function openBelow(folder: string): string[] {
  if (!existsSync('/proc/self/fd')) return [];
  const targetOf = (handle: string) => {
    try {
      return readlinkSync(join('/proc/self/fd', handle));
    } catch {
      // That of listing them.
      return '';
    }
  };
  return readdirSync('/proc/self/fd')
    .map(targetOf)
    .filter(target => target.startsWith(folder));
}

/** Makes a named pipe. @returns its path */
export function namedPipe(path: string): string {
  execFileSync('mkfifo', [path], { timeout: limit(5) });
  return path;
}

const homes = join(tmpdir(), `newsletter-homes-${process.pid}`);
process.once('exit', () => rmSync(homes, { recursive: true, force: true }));
let count = 0;

/** A home for one run, which is made when the program first writes to it, and goes with the process of the tests. */
export function freshHome(): string {
  return join(homes, String(++count));
}

/** Stores profiles in a home that has none, with the base URL of each. */
export function storeProfiles(home: string, urls: Readonly<Record<string, string>>): void {
  const profiles = Object.entries(urls).map(([name, url]) => [name, { 'base-url': url }]);
  mkdirSync(join(home, 'settings'), { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ profiles: Object.fromEntries(profiles) });
  writeFileSync(join(home, 'settings', 'config.json'), text, { mode: 0o600 });
}

/**
 * The environment of somebody who has just installed the program.
 *
 * @param home their home; the settings are kept in its folder `settings`
 */
export function homeEnv(home: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    NO_COLOR: '1',
    NEWSLETTER_CONFIG_DIR: join(home, 'settings'),
    // The developer's own keychain is none of the tests' business.
    NEWSLETTER_CREDENTIAL_STORE: 'file',
  };
}
