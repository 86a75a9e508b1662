/** The config dir: the folder of all files that the program keeps. */
import { chmodSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { Failure, ignoringErrors } from '../lib/failure.ts';

export type Warn = (message: string) => void;

/**
 * Where the program keeps its files: NEWSLETTER_CONFIG_DIR, else the platform's folder for settings.
 *
 * @returns an absolute path; nothing is created
 */
export function configDir(environment: NodeJS.ProcessEnv, platform: string = process.platform): string {
  const own = environment.NEWSLETTER_CONFIG_DIR;
  if (own) return resolve(own);
  const home = homeFolder(environment);
  if (platform === 'win32') {
    return join(environment.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'newsletter');
  }
  if (platform === 'darwin') return join(home, 'Library', 'Preferences', 'newsletter');
  // "If an implementation encounters a relative path … it should … ignore it." (XDG base directories)
  const xdg = environment.XDG_CONFIG_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.config'), 'newsletter');
}

/** The user's home folder; never the working folder, which is what Node returns when HOME is empty. */
export function homeFolder({ HOME }: NodeJS.ProcessEnv): string {
  // In a container, the user id may have no name.
  return HOME || ignoringErrors(() => userInfo().homedir) || '/';
}

/**
 * Closes the config dir and config.json to others, with a warning, if they can open them: settings say where credentials
 * are sent, and which command is run.
 *
 * @throws Failure untrusted_file when others can change them, and that cannot be repaired; also for a folder with the
 *   sticky bit, such as /tmp, which all users share
 */
export function closeKeptFiles(configDir: string, warn: Warn): void {
  for (const [path, closed] of [
    [configDir, 0o700],
    [join(configDir, 'config.json'), 0o600],
  ] as const) {
    const bits = bitsOf(path) ?? 0;
    const open = (bits & 0o1000) !== 0 ? bits : closeToOthers(path, closed, warn);
    if (open === undefined || (open & 0o022) === 0) continue;
    const hint = 'set NEWSLETTER_CONFIG_DIR to a folder of your own';
    throw new Failure('untrusted_file', `others can change ${path} (mode ${octal(open)})`, { hint });
  }
}

/**
 * Closes a file or folder to other users, with a warning, if they can open it.
 *
 * @param closed the mode that it gets
 * @returns the permission bits of what cannot be closed: not every file system has permissions; undefined on Windows
 */
export function closeToOthers(path: string, closed: number, warn: Warn): number | undefined {
  const bits = bitsOf(path);
  if (process.platform === 'win32' || bits === undefined || (bits & 0o077) === 0) return undefined;
  // It may belong to another user, or the disk be read-only.
  ignoringErrors(() => chmodSync(path, closed));
  if (((bitsOf(path) ?? 0) & 0o077) !== 0) return bits;
  warn(`other users could read ${path} (mode ${octal(bits)}); now only you can (mode ${octal(closed)})`);
  return undefined;
}

/** Undefined for what cannot be looked at: reading it later reports the error. */
const bitsOf = (path: string) => ignoringErrors(() => statSync(path).mode & 0o7777);

/** The permission bits of a mode, as chmod takes them. */
export const octal = (mode: number) => (mode & 0o777).toString(8).padStart(3, '0');
