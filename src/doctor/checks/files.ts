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
  look({ folder }) {
    const found = existsSync(folder) ? statSync(folder) : undefined;
    if (found === undefined) {
      const above = nearestFolder(folder);
      return canWrite(above) && statSync(above).isDirectory()
        ? [ok(`nothing is kept yet; the first sign-in makes ${folder}`)]
        : [failure(`${folder} cannot be made: no permission in ${above}`, elsewhere)];
    }
    if (!found.isDirectory()) return [failure(`${folder} is a file, not a folder`, elsewhere)];
    if ((found.mode & 0o1000) !== 0) {
      return [failure(`${folder} is shared by every user of this machine`, elsewhere)];
    }
    const open = openToOthers(folder, '700');
    return open === undefined ? [ok(`settings and credentials are kept in ${folder}`)] : [open];
  },
};

const elsewhere = 'export NEWSLETTER_CONFIG_DIR=<a folder of your own>';

export const folderWritable: Check = {
  name: 'writing',
  needs: ['folder'],
  look({ folder }) {
    if (!existsSync(folder)) return [];
    const probe = join(folder, `doctor.${process.pid}`);
    try {
      writeFileSync(probe, 'x'.repeat(4096), { mode: 0o600 });
      return [ok('the folder can be written to')];
    } catch (error) {
      return [failure(`${folder} cannot be written to: ${whyUnwritable(error)}`, elsewhere)];
    } finally {
      rmSync(probe, { force: true });
    }
  },
};

const megabyte = 1024 * 1024;

export const diskSpace: Check = {
  name: 'disk',
  async look({ folder }) {
    const { bavail, bsize, blocks } = await statfs(nearestFolder(folder));
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
  look({ folder }) {
    const file = configFile(folder);
    if (!existsSync(file)) return [];
    const { profiles } = readConfig(folder);
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
  look({ folder }) {
    const file = credentialFile(folder);
    if (!existsSync(file)) return [];
    const open = openToOthers(file, '600');
    // Reading it closes it to others, as it always does.
    profilesWithCredentials(folder, () => {});
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
  look({ folder }) {
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter(name => name === 'lock' || name.endsWith('.lock'))
      .map(name => join(folder, name))
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
