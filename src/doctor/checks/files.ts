import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { credentialFile, profilesWithCredentials } from '../../auth/credentials/store.ts';
import { describeEarlier, unresolvedSends } from '../../emails/send/journal.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { octal } from '../../settings/config-dir.ts';
import { configFile, readConfig } from '../../settings/profiles.ts';
import {
  type CheckOutcome,
  type CheckResult,
  type DoctorContext,
  failure,
  ok,
  warning,
} from '../run-checks.ts';

export function node(): CheckOutcome {
  return ok(`Node.js ${process.versions.node}`);
}

export function folderExists({ configDir }: DoctorContext): CheckOutcome {
  const found = existsSync(configDir) ? statSync(configDir) : undefined;
  if (found === undefined) {
    const above = nearestFolder(configDir);
    return canWrite(above) && statSync(above).isDirectory()
      ? ok(`no files yet; the first sign-in creates ${configDir}`)
      : failure(`cannot create ${configDir}: no permission in ${above}`, elsewhere);
  }
  if (!found.isDirectory()) return failure(`${configDir} is a file, not a folder`, elsewhere);
  if ((found.mode & 0o1000) !== 0) {
    return failure(`every user of this machine can write to ${configDir}`, elsewhere);
  }
  if (!canWrite(configDir)) return failure(`cannot write to ${configDir}`, elsewhere);
  return openToOthers(configDir, '700') ?? ok(`settings and credentials are in ${configDir}`);
}

const elsewhere = 'export NEWSLETTER_CONFIG_DIR=<a private folder>';

export function configuration({ configDir }: DoctorContext): CheckOutcome {
  const file = configFile(configDir);
  if (!existsSync(file)) return undefined;
  const { profiles } = readConfig(configDir);
  const count = Object.keys(profiles).length;
  const message = `${count} ${count === 1 ? 'profile' : 'profiles'}: ${Object.keys(profiles).join(', ')}`;
  return openToOthers(file, '600') ?? ok(message);
}

export function credentials({ configDir }: DoctorContext): CheckOutcome {
  const file = credentialFile(configDir);
  if (!existsSync(file)) return undefined;
  const mode = modeOpenToOthers(file);
  // Reading the file sets its mode to 600, in this command as in any other.
  profilesWithCredentials(configDir, () => {});
  if (mode === undefined) return ok(onlyByYou(process.platform));
  const message = `other users could read ${file} (mode ${mode}); fixed now`;
  return warning(message, 'if someone may have read it: newsletter logout, then newsletter login');
}

/** Windows has no modes: a file is as private as its folder. @param platform as `process.platform` */
export function onlyByYou(platform: string): string {
  return platform === 'win32' ? 'as private as the folder it is in' : 'readable only by you (mode 600)';
}

/** The sends of this machine with an unknown outcome. */
export function unresolvedEmails({ configDir }: DoctorContext): CheckOutcome {
  return unresolvedSends(configDir).map(send =>
    warning(
      `${describeEarlier(send)} ("${send.subject ?? 'no subject'}")`,
      `newsletter emails watch ${send.email}`,
    ),
  );
}

/** The mode of a file or folder that other users can open; undefined if they cannot, and on Windows. */
function modeOpenToOthers(path: string): string | undefined {
  const { mode } = statSync(path);
  return process.platform === 'win32' || (mode & 0o077) === 0 ? undefined : octal(mode);
}

/** A warning if other users can open a file or folder. @param closed the mode that it should have */
function openToOthers(path: string, closed: string): CheckResult | undefined {
  const mode = modeOpenToOthers(path);
  if (mode === undefined) return undefined;
  return warning(`other users can read ${path} (mode ${mode})`, `chmod ${closed} ${shellWord(path)}`);
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
