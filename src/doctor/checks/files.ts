/** Node, and what the program keeps on this machine. */
import { accessSync, constants, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { credentialFile, profilesWithCredentials } from '../../auth/credential-file.ts';
import { whyUnwritable } from '../../lib/file-errors.ts';
import { octal } from '../../settings/config-dir.ts';
import { configFile, readConfig } from '../../settings/profiles.ts';
import { type Check, type Finding, failure, ok, warning } from '../run-checks.ts';

export const node: Check = {
  name: 'node',
  look: () => [ok(`Node.js ${process.versions.node}`)],
};

export const folderExists: Check = {
  name: 'folder',
  look({ configDir }) {
    const found = existsSync(configDir) ? statSync(configDir) : undefined;
    if (found === undefined) {
      const above = nearestFolder(configDir);
      return canWrite(above) && statSync(above).isDirectory()
        ? [ok(`nothing is kept yet; the first sign-in makes ${configDir}`)]
        : [failure(`${configDir} cannot be made: no permission in ${above}`, elsewhere)];
    }
    if (!found.isDirectory()) return [failure(`${configDir} is a file, not a folder`, elsewhere)];
    if ((found.mode & 0o1000) !== 0) {
      return [failure(`${configDir} is shared by every user of this machine`, elsewhere)];
    }
    const open = openToOthers(configDir, '700');
    return open === undefined ? [ok(`settings and credentials are kept in ${configDir}`)] : [open];
  },
};

const elsewhere = 'export NEWSLETTER_CONFIG_DIR=<a folder of your own>';

export const folderWritable: Check = {
  name: 'writing',
  needs: ['folder'],
  look({ configDir }) {
    if (!existsSync(configDir)) return [];
    const probe = join(configDir, `doctor.${process.pid}`);
    try {
      writeFileSync(probe, 'x'.repeat(4096), { mode: 0o600 });
      return [ok('the folder can be written to')];
    } catch (error) {
      return [failure(`${configDir} cannot be written to: ${whyUnwritable(error)}`, elsewhere)];
    } finally {
      rmSync(probe, { force: true });
    }
  },
};

const megabyte = 1024 * 1024;

export const diskSpace: Check = {
  name: 'disk',
  async look({ configDir }) {
    const { bavail, bsize, blocks } = await statfs(nearestFolder(configDir));
    return blocks === 0 ? [] : [spaceFor(bavail * bsize)];
  },
};

/** @param free bytes left where the program keeps its files */
export function spaceFor(free: number): Finding {
  const left = `${Math.floor(free / megabyte)} MB are left on the disk`;
  if (free < 10 * megabyte) return failure(left, 'make room: imports and credentials could not be kept');
  if (free < 100 * megabyte) return warning(left, 'make room: a large import keeps a journal');
  return ok(`${left.replace(/^(\d+)\d{3} MB/, '$1 GB')}`);
}

export const configuration: Check = {
  name: 'config.json',
  needs: ['folder'],
  look({ configDir }) {
    const file = configFile(configDir);
    if (!existsSync(file)) return [];
    const { profiles } = readConfig(configDir);
    const count = Object.keys(profiles).length;
    const open = openToOthers(file, '600');
    return [
      open ?? ok(`${count} ${count === 1 ? 'profile' : 'profiles'}: ${Object.keys(profiles).join(', ')}`),
    ];
  },
};

export const credentials: Check = {
  name: 'credentials.json',
  needs: ['folder'],
  look({ configDir }) {
    const file = credentialFile(configDir);
    if (!existsSync(file)) return [];
    const open = openToOthers(file, '600');
    // Reading it closes it to others, as it always does.
    profilesWithCredentials(configDir, () => {});
    if (open === undefined) return [ok('for you alone (mode 600)')];
    const fix = 'if somebody may have read it: newsletter logout, then newsletter login';
    return [warning(open.message.replace('can', 'could').concat('; it is closed now'), fix)];
  },
};

/** Milliseconds after which nobody holds a lock any more. */
const stale = 20_000;

export const locks: Check = {
  name: 'locks',
  needs: ['folder'],
  look({ configDir }) {
    if (!existsSync(configDir)) return [];
    return readdirSync(configDir)
      .filter(name => name === 'lock' || name.endsWith('.lock'))
      .map(name => join(configDir, name))
      .filter(path => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > stale)
      .map(path => warning(`a process that was killed left ${path}`, `rm -r ${quoted(path)}`));
  },
};

/** The finding that others can look into a file or folder; undefined when they cannot, or where modes mean nothing. */
function openToOthers(path: string, mode: string): Finding | undefined {
  const found = statSync(path).mode;
  if (process.platform === 'win32' || (found & 0o077) === 0) return undefined;
  return warning(`others can look into ${path} (mode ${octal(found)})`, `chmod ${mode} ${quoted(path)}`);
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A path as a word of a shell. */
export function quoted(path: string): string {
  return /^[\w@%+=:,./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
