/** Adds up the summaries of the shards of an import. */

import { largest } from '../../lib/extremes.ts';
import { Failure } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import { exitFailure } from '../exit-status.ts';
import { type ImportSummary, nonZero, summaryCounts } from '../summary.ts';
import type { ShareSummary } from './summary-file.ts';

/** The summary of all shards. */
export type MergedSummary = Omit<ImportSummary, 'shard' | 'run' | 'rejects_file' | 'resumed'> & {
  /** Number of shards. */
  readonly of: number;
  /** Shards without a summary. */
  readonly missing: readonly number[];
  readonly rejects_files: readonly string[];
  readonly runs: readonly string[];
};

/** Maximum number of missing shards listed. */
const mostNamed = 20;

/**
 * @param shares at least one
 * @returns the sum, in the order of the shards; the invariants of each summary hold
 * @throws Failure invalid_value if they do not belong together, or a shard comes twice
 */
export function mergeSummaries(shares: readonly ShareSummary[]): MergedSummary {
  requireOneImport(shares);
  const sorted = [...shares].sort((a, b) => a.shard.share - b.shard.share);
  const all = sorted.map(({ summary }) => summary);
  const [first] = sorted;
  if (first === undefined) throw new Failure('missing_argument', 'no summaries');
  const { of } = first.shard;
  const there = new Set(sorted.map(({ shard }) => shard.share));
  return {
    file: first.summary.file,
    of,
    missing: Array.from({ length: of }, (_, i) => i + 1).filter(share => !there.has(share)),
    ...addCounts(summaryCounts, all),
    compared: addCompared(all),
    not_compared: unique(all.flatMap(({ not_compared: why }) => why ?? [])).join('; ') || null,
    verified: addVerified(all),
    jobs: all.flatMap(({ jobs }) => jobs),
    mapping: first.summary.mapping,
    ignored_columns: unique(all.flatMap(one => one.ignored_columns)),
    // Every shard counts the values of the whole file. Summaries of earlier versions have none.
    ignored: (first.summary as Partial<ImportSummary>).ignored ?? [],
    reasons: addUp(all.flatMap(({ reasons }) => reasons)),
    // Summaries of earlier versions have none.
    suppressions: addUp(all.flatMap(({ suppressions = [] }: Partial<ImportSummary>) => suppressions)),
    risks: addUp(all.flatMap(({ risks }) => risks)),
    warnings: addWarnings(all.flatMap(({ warnings }) => warnings)),
    files: addFiles(all),
    rejects_files: all.flatMap(({ rejects_file: path }) => path ?? []),
    runs: all.flatMap(({ run }) => run ?? []),
    dry_run: first.summary.dry_run,
    elapsed_seconds: largest(all.map(one => one.elapsed_seconds)),
  };
}

/**
 * The failure of the merged import, as if one run had imported everything; a missing shard counts as unfinished.
 *
 * @returns undefined if every accepted row of all shards was imported and none was rejected
 */
export function mergedFailure(
  merged: MergedSummary,
  shares: readonly ShareSummary[],
  allowRejects: boolean,
): Failure | undefined {
  const [first] = shares;
  const rejects = merged.rejects_files.join(', ') || null;
  const whole = { ...merged, shard: null, run: null, rejects_file: rejects, resumed: false };
  const ended = exitFailure(whole, { options: { allowRejects, verify: false, report: undefined } });
  const details = [...troubles(merged, shares, first), ...shares.flatMap(shareTroubles)];
  if (merged.missing.length === 0 && details.length === 0) return ended;
  const hint = `fix these shards, then merge again; ${resumeHint(merged, shares)}`;
  if (ended !== undefined) return ended.reworded(ended.message, { details, hint, isWarning: false });
  const message = merged.missing.length > 0 ? missingText(merged) : 'the shards do not fit together';
  return new Failure('partly_done', message, {
    details: details.filter(line => line !== message),
    hint,
  });
}

function resumeHint({ file, of, missing }: MergedSummary, shares: readonly ShareSummary[]): string {
  const unfinished = shares.find(({ summary }) => summary.not_sent + summary.unknown > 0)?.shard.share;
  const share = missing[0] ?? unfinished;
  if (share === undefined) return 'newsletter help exit-codes';
  return `newsletter import ${file} --shard ${share}/${of} --resume`;
}

function missingText({ missing, of }: MergedSummary): string {
  const named = missing.slice(0, mostNamed).join(', ');
  const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : '';
  return missing.length === 1
    ? `shard ${named} of ${of} is missing`
    : `shards ${named}${more} of ${of} are missing`;
}

/** The problems of the whole. */
function troubles(
  merged: MergedSummary,
  shares: readonly ShareSummary[],
  first: ShareSummary | undefined,
): string[] {
  const found = merged.missing.length > 0 ? [missingText(merged)] : [];
  const rows = first?.shard.rows ?? 0;
  if (merged.missing.length === 0 && merged.rows !== rows)
    found.push(`the shards have ${grouped(merged.rows)} rows, but the file has ${grouped(rows)}`);
  const mapping = JSON.stringify(first?.summary.mapping);
  const others = shares.filter(({ summary }) => JSON.stringify(summary.mapping) !== mapping);
  for (const { path } of others) found.push(`${path}: columns go elsewhere than in ${first?.path}`);
  return found;
}

function shareTroubles({ path, summary }: ShareSummary): string[] {
  const { not_sent: notSent, failed, unknown } = summary;
  const parts = nonZero([
    [notSent, `${counted(notSent, 'row')} not sent yet`],
    [failed - notSent, `${counted(failed - notSent, 'row')} failed`],
    [unknown, `${counted(unknown, 'row')} may or may not be in the account`],
  ]);
  return parts === '' ? [] : [`${path}: ${parts}`];
}

/** @throws Failure invalid_value */
function requireOneImport(shares: readonly ShareSummary[]): void {
  const wholes = new Map<string, ShareSummary[]>();
  for (const one of shares) {
    const { digest, of, rows } = one.shard;
    const key = `${digest} ${of} ${rows} ${one.summary.dry_run}`;
    wholes.set(key, [...(wholes.get(key) ?? []), one]);
  }
  const [most = [], ...others] = [...wholes.values()].sort((a, b) => b.length - a.length);
  const [example] = most;
  const strangers = others.flat();
  if (example !== undefined && strangers.length > 0) {
    throw new Failure('invalid_value', 'these summaries do not belong together', {
      details: strangers.map(one => `${one.path} ${strangeness(one, example)}`),
      hint: 'merge the summaries of one import only',
    });
  }
  const byShare = new Map<number, string>();
  for (const { path, shard } of shares) {
    const other = byShare.get(shard.share);
    if (other !== undefined) {
      throw new Failure('invalid_value', `shard ${shard.share} of ${shard.of} comes twice`, {
        details: [`${other} and ${path}`],
        hint: 'name one of them',
      });
    }
    byShare.set(shard.share, path);
  }
}

function strangeness({ shard, summary }: ShareSummary, other: ShareSummary): string {
  if (shard.digest !== other.shard.digest || shard.rows !== other.shard.rows)
    return `is of another file (${summary.file}) than ${other.path}`;
  if (shard.of !== other.shard.of)
    return `is one of ${shard.of} shards, and ${other.path} one of ${other.shard.of}`;
  const dry = (one: ShareSummary) => (one.summary.dry_run ? 'of a dry run' : 'of an import');
  return `is ${dry({ path: '', shard, summary })}, and ${other.path} ${dry(other)}`;
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** Adds up counts of the same names. */
function addCounts<K extends string>(names: readonly K[], all: readonly Readonly<Record<K, number>>[]) {
  const total = names.map(name => [name, all.reduce((sum, one) => sum + one[name], 0)]);
  return Object.fromEntries(total) as Record<K, number>;
}

function addCompared(all: readonly ImportSummary[]): ImportSummary['compared'] {
  const found = all.flatMap(({ compared }) => compared ?? []);
  if (found.length < all.length) return null;
  const fields: Record<string, number> = {};
  for (const one of found)
    for (const [name, n] of Object.entries(one.fields)) fields[name] = (fields[name] ?? 0) + n;
  // Each shard reads the whole account.
  const subscribers = largest(found.map(one => one.subscribers));
  return { subscribers, ...addCounts(['new', 'changed', 'unchanged', 'left'], found), fields };
}

function addVerified(all: readonly ImportSummary[]): ImportSummary['verified'] {
  const found = all.flatMap(({ verified }) => verified ?? []);
  return found.length === 0 ? null : addCounts(['checked', 'of', 'different'], found);
}

/** Adds up records that differ only in count, example and line; example and line are those of the first, if they have any. */
function addUp<T extends { readonly count: number; readonly line?: number }>(counts: readonly T[]): T[] {
  const found = new Map<string, T>();
  for (const one of counts) {
    const key = JSON.stringify({ ...one, count: 0, line: 0, example: '' });
    const other = found.get(key);
    const earlier = other === undefined || (one.line ?? 0) < (other.line ?? 0) ? one : other;
    found.set(key, { ...earlier, count: one.count + (other?.count ?? 0) });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

/** Warnings about people add up; those about the file are the same in all shards. */
function addWarnings(warnings: ImportSummary['warnings']): ImportSummary['warnings'] {
  const found = new Map<string, ImportSummary['warnings'][number]>();
  for (const one of warnings) {
    const isCounted = one.code === 'value_left_out' || one.code === 'misspelt_domain';
    const { code, file, column, hint } = one;
    const key = JSON.stringify(isCounted ? [code, file, column, hint] : one);
    const other = found.get(key);
    if (other === undefined) found.set(key, one);
    else if (isCounted) {
      const earlier = one.line < other.line ? one : other;
      found.set(key, { ...earlier, count: one.count + other.count });
    }
  }
  return [...found.values()];
}

/** The tables of an import are the same in all shards. */
function addFiles(all: readonly ImportSummary[]): ImportSummary['files'] {
  return (all[0]?.files ?? []).map((file, i) => {
    const same = all.flatMap(({ files }) => files[i] ?? []);
    const counts = ['rows', 'accepted', 'duplicates', 'rejected', 'suppressed'] as const;
    return { ...file, ...addCounts(counts, same) };
  });
}
