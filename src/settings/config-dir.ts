/** The config dir: the folder of everything the program keeps. */
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Failure, systemCode } from '../lib/failure.ts';

/** Shows a warning: of something that was repaired, or that may need attention. */
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
export function homeFolder(environment: NodeJS.ProcessEnv): string {
  return environment.HOME || homedir() || userInfo().homedir;
}

/**
 * Makes the config dir (mode 700) if it does not exist, and closes it to others, with a warning, if they can read it.
 *
 * @throws Failure write_failed when all users share the folder; Node's system error when it cannot be made or changed
 */
export function prepareConfigDir(configDir: string, warn: Warn): void {
  makeFolder(configDir);
  const mode = statSync(configDir).mode;
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  // The sticky bit marks a folder for everybody, such as /tmp: do not close it, and keep no credentials in it.
  if ((mode & 0o1000) !== 0) {
    throw new Failure('write_failed', `${configDir} is shared by every user of this machine`, {
      hint: 'set NEWSLETTER_CONFIG_DIR to a folder of your own',
    });
  }
  chmodSync(configDir, 0o700);
  warn(`others could read ${configDir} (mode ${octal(mode)}); it is now open to you alone (mode 700)`);
}

/**
 * As `mkdir -p -m 700`. (Node's recursive mkdir loops for ever below /proc, where no folder can be made.)
 *
 * @throws Node's system error
 */
export function makeFolder(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent) && parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // It exists, perhaps since a moment ago.
    if (systemCode(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

/** The permission bits of a mode, as chmod takes them. */
export function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(3, '0');
}
