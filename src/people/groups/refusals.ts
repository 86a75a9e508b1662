/**
 * Groups that the service has refused to create, kept on this machine (mode 0600): service.txt does not show which
 * fields and operators filters take, and what was refused is known not to be among them.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { makeFolder } from '../../lib/folder.ts';
import { isObject } from '../../lib/is-object.ts';
import { fileNameOf, type LocalAccount } from '../local-account.ts';
import type { GroupFilter } from './membership.ts';

/** One refusal. Values of filters are not kept: they may be personal. */
export interface GroupRefusal {
  readonly at: string;
  readonly filters: readonly Pick<GroupFilter, 'field' | 'operator'>[];
  /** What the service said, as it was shown. */
  readonly said: readonly string[];
}

/** Statuses that say that the request itself is wrong. */
const refusing: readonly unknown[] = [400, 422];
/** How many of the latest refusals are looked at. */
const mostRefusals = 100;

/** Whether a failure is of the kind that is remembered. */
export function isRefusalOfGroup(error: unknown, path: string): error is Failure {
  return error instanceof Failure && refusing.includes(error.status) && error.path === path;
}

/** The folder of refusals, a file for each account. */
function fileOf(configDir: string, account: LocalAccount): string {
  return join(configDir, 'groups', `${fileNameOf(account)}.ndjson`);
}

/** Whether anything was ever refused on this machine, in whatever account. */
export function hasRefusals(configDir: string): boolean {
  return existsSync(join(configDir, 'groups'));
}

/** Adds a refusal: a line, so that two commands at once lose nothing. @throws Node's system error */
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
  appendFileSync(path, `${JSON.stringify(refusal)}\n`, { mode: 0o600 });
}

/** What was refused in an account, the latest first, each once. Lines that are damaged are passed over. */
export function refusalsOf(configDir: string, account: LocalAccount): readonly GroupRefusal[] {
  const path = fileOf(configDir, account);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').reverse().slice(0, mostRefusals);
  const byText = new Map<string, GroupRefusal>();
  for (const refusal of lines.flatMap(parsed)) {
    const text = JSON.stringify([refusal.filters, refusal.said]);
    if (!byText.has(text)) byText.set(text, refusal);
  }
  return [...byText.values()];
}

function parsed(line: string): GroupRefusal[] {
  try {
    const value: unknown = JSON.parse(line);
    const { at, filters, said } = isObject(value) ? value : {};
    const isFilter = (one: unknown) =>
      isObject(one) && typeof one.field === 'string' && typeof one.operator === 'string';
    const isText = (one: unknown) => typeof one === 'string';
    const isRefusal =
      isText(at) &&
      Array.isArray(filters) &&
      filters.every(isFilter) &&
      Array.isArray(said) &&
      said.every(isText);
    return isRefusal ? [value as GroupRefusal] : [];
  } catch {
    return [];
  }
}

/**
 * The filters whose operator the service has named as what is wrong: "filters.0.operator: must be one of …".
 * Where it names something else, or nothing, no operator is to blame.
 */
export function refusedOperators({ filters, said }: GroupRefusal): GroupRefusal['filters'] {
  return said.flatMap(line => {
    const [, place] = /^filters?[.[](\d+)\]?\.operator\b/i.exec(line) ?? [];
    return filters[Number(place ?? Number.NaN)] ?? [];
  });
}
