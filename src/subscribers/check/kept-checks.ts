/** The latest checks of an account's groups, for `emails send`: numbers alone, in a file that only its owner can read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../lib/files/atomic-file.ts';
import { makeFolder } from '../../lib/files/folder.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { fileNameOf, type LocalAccount } from '../../people/local-account.ts';
import { grouped } from '../../terminal/numbers.ts';
import { type CheckName, checkKinds, checkNames } from './finding.ts';

export interface KeptCheck {
  /** Id of the group. */
  readonly group: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly counts: Readonly<Partial<Record<CheckName, number>>>;
}

const day = 86_400_000;

const pathOf = (configDir: string, account: LocalAccount) =>
  join(configDir, 'checks', `${fileNameOf(account)}.json`);

/** The checks of the last 24 hours; a file that is missing or damaged has none. */
function keptChecks(path: string, now: number): readonly KeptCheck[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(kept)
      ? kept.filter((one: unknown): one is KeptCheck => isKept(one) && one.at <= now && now - one.at < day)
      : [];
  } catch {
    return [];
  }
}

function isKept(one: unknown): one is KeptCheck {
  return isObject(one) && typeof one.group === 'string' && typeof one.at === 'number' && isObject(one.counts);
}

/** Does nothing when the file cannot be written: only `emails send` misses it. */
export function keepCheck(configDir: string, account: LocalAccount, check: KeptCheck): void {
  const path = pathOf(configDir, account);
  const others = keptChecks(path, check.at).filter(({ group }) => group !== check.group);
  try {
    makeFolder(join(configDir, 'checks'));
    writeAtomically(path, `${JSON.stringify([check, ...others])}\n`, { mode: 0o600 });
  } catch {
    // A check says what it has found on a read-only disk, too.
  }
}

/** The check of a group in the last 24 hours. */
export function checkOfGroup(
  configDir: string,
  account: LocalAccount,
  group: string,
  now: number,
): KeptCheck | undefined {
  return keptChecks(pathOf(configDir, account), now).find(kept => kept.group === group);
}

/** `12 misspelt, 3 duplicate`: errors and warnings, which cost reputation. */
export function keptText({ counts }: KeptCheck): string {
  return checkNames
    .flatMap(name => {
      const count = counts[name];
      const isSerious = checkKinds[name].severity !== 'info';
      return isSerious && typeof count === 'number' ? [`${grouped(count)} ${name}`] : [];
    })
    .join(', ');
}
