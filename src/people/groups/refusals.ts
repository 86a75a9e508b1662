/**
 * Groups that the service has refused to create, stored on this machine (mode 0600): service.txt does not list the
 * fields and operators of filters, and refusals show which are invalid.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppendLog, readLog } from '../../lib/append-log.ts';
import { Failure } from '../../lib/failure.ts';
import { unwritable } from '../../lib/files/file-errors.ts';
import { makeFolder } from '../../lib/files/folder.ts';
import { fileNameOf, type LocalAccount } from '../local-account.ts';
import { filtersOf, type GroupFilter } from './membership.ts';

/** One refusal. Values of filters are not kept: they may be personal. */
export interface GroupRefusal {
  readonly at: string;
  readonly filters: readonly Pick<GroupFilter, 'field' | 'operator'>[];
  /** What the service said, as it was shown. */
  readonly said: readonly string[];
}

/** Statuses of an invalid request. */
const refusing: readonly unknown[] = [400, 422];
const mostRefusals = 100;

export function isRefusalOfGroup(error: unknown, path: string): error is Failure {
  return error instanceof Failure && refusing.includes(error.status) && error.path === path;
}

/** The folder of refusals, a file for each account. */
function fileOf(configDir: string, account: LocalAccount): string {
  return join(configDir, 'groups', `${fileNameOf(account)}.ndjson`);
}

/** Whether there are refusals of any account. */
export function hasRefusals(configDir: string): boolean {
  return existsSync(join(configDir, 'groups'));
}

/** Adds a refusal. @throws Failure write_failed; Node's system error */
export function rememberRefusal(
  configDir: string,
  account: LocalAccount,
  filters: readonly GroupFilter[],
  { message, details }: Failure,
): void {
  const path = fileOf(configDir, account);
  makeFolder(dirname(path));
  const refusal: GroupRefusal = {
    at: new Date().toISOString(),
    filters: filters.map(({ field, operator }) => ({ field: String(field), operator: String(operator) })),
    said: details.length > 0 ? details : [message],
  };
  const log = new AppendLog<GroupRefusal>(path, error => unwritable(path, error));
  try {
    log.append(refusal);
  } finally {
    log.close();
  }
}

/** What was refused in an account, the latest first, each once. Damaged lines are ignored. */
export function refusalsOf(configDir: string, account: LocalAccount): readonly GroupRefusal[] {
  const lines = readLog<GroupRefusal>(fileOf(configDir, account)).slice(-mostRefusals).reverse();
  const byText = new Map<string, GroupRefusal>();
  for (const { at, filters, said } of lines) {
    const text = JSON.stringify([filters, said]);
    if (!byText.has(text) && typeof at === 'string' && Array.isArray(said)) {
      byText.set(text, { at, filters: filtersOf({ filters }), said: said.map(String) });
    }
  }
  return [...byText.values()];
}

/**
 * The filters whose operator the service has named as invalid: "filters.0.operator: must be one of …".
 */
export function refusedOperators({ filters, said }: GroupRefusal): GroupRefusal['filters'] {
  return said.flatMap(line => {
    const [, at] = /^filters?[.[](\d+)\]?\.operator\b/i.exec(line) ?? [];
    return filters[Number(at ?? Number.NaN)] ?? [];
  });
}
