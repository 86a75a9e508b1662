/** The summary of a shard as a file, to be merged with those of other shards. */
import { readFileSync } from 'node:fs';
import { Failure, systemCode } from '../../lib/failure.ts';
import { AtomicFile } from '../../lib/files/atomic-file.ts';
import { unreadable } from '../../lib/files/file-errors.ts';
import { isObject, type UnknownRecord } from '../../lib/json/is-object.ts';
import { type ImportSummary, type ShardSummary, summaryCounts } from '../summary.ts';
import { type Shard, withShare } from './shard.ts';

const hint = '--summary <file> puts it elsewhere';

/** The summary of a shard, and its file. */
export interface ShareSummary {
  readonly path: string;
  readonly shard: ShardSummary;
  readonly summary: ImportSummary;
}

const lists = ['jobs', 'reasons', 'risks', 'warnings', 'files', 'ignored_columns'] as const;

/**
 * Opens the summary file, so that an invalid path is noticed before anything is sent. It replaces
 * only another summary.
 *
 * @param path undefined: write no file
 * @param shard whose summary it is; the summary of another shard is kept
 * @throws Failure usage, write_failed (the function, too)
 */
export function openSummaryFile(
  path: string | undefined,
  shard: Shard | undefined,
): (summary: ImportSummary) => void {
  if (path === undefined) return () => {};
  const file = new AtomicFile(path, { hint });
  if (!mayReplace(path)) {
    throw new Failure('usage', `${path} exists and is not the summary of an import`, { hint });
  }
  refuseOtherShard(path, shard);
  return summary => {
    // Another shard may have written it since.
    refuseOtherShard(path, shard);
    file.write(`${JSON.stringify(summary, null, 2)}\n`);
    file.commit();
  };
}

/** @throws Failure usage when the summary of another shard is at the path */
function refuseOtherShard(path: string, shard: Shard | undefined): void {
  if (shard === undefined) return;
  let other: unknown;
  try {
    other = summaryIn(readFileSync(path, 'utf8'))?.shard;
  } catch {
    return;
  }
  if (!isShard(other) || (other.share === shard.share && other.of === shard.of)) return;
  throw new Failure('usage', `${path} is the summary of shard ${other.share} of ${other.of}`, {
    hint: `each shard needs its own: --summary ${withShare(path, shard)}`,
  });
}

function mayReplace(path: string): boolean {
  try {
    const text = readFileSync(path, 'utf8');
    return text.trim() === '' || summaryIn(text) !== undefined;
  } catch (error) {
    return systemCode(error) === 'ENOENT';
  }
}

/**
 * @throws Failure unreadable_file; invalid_value if it is no summary, was written without `--shard`, or does not
 * add up
 */
export function readShareSummary(path: string): ShareSummary {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
  const found = summaryIn(text);
  if (found === undefined) {
    throw new Failure('invalid_value', `${path} is not the summary of an import`, {
      hint: 'newsletter import <file> --shard i/n --summary summary.json writes one',
    });
  }
  const { shard } = found;
  if (!isShard(shard)) {
    throw new Failure('invalid_value', `${path} is the summary of a whole import, not of a shard`, {
      hint: 'import shards with --shard i/n',
    });
  }
  // isSummary has checked the keys used.
  const summary = found as unknown as ImportSummary;
  const { rows, accepted, duplicates, rejected, suppressed } = summary;
  const outcomes = summary.created + summary.updated + summary.skipped + summary.failed + summary.unknown;
  if (rows !== accepted + duplicates + rejected + suppressed || outcomes > accepted || rows > shard.rows) {
    throw new Failure('invalid_value', `the numbers in ${path} do not add up`, {
      hint: 'use the file as the import wrote it',
    });
  }
  return { path, shard, summary };
}

function summaryIn(text: string): UnknownRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isSummary(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSummary(value: UnknownRecord): boolean {
  return (
    summaryCounts.every(name => isCount(value[name])) &&
    lists.every(name => Array.isArray(value[name])) &&
    isObject(value.mapping) &&
    typeof value.file === 'string' &&
    typeof value.dry_run === 'boolean'
  );
}

function isShard(value: unknown): value is ShardSummary {
  if (!isObject(value) || typeof value.digest !== 'string') return false;
  const { share, of, rows } = value;
  return isCount(rows) && isCount(share) && isCount(of) && share >= 1 && share <= of;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
