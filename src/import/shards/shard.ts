import { parse } from 'node:path';
import type { SourceRow } from '../files/row.ts';
import type { ParsedRow } from '../rows/parsed-row.ts';

/** A part of the rows: part `share` (from 1) of `of`. */
export interface Shard {
  readonly share: number;
  readonly of: number;
}

/**
 * Leaves out the rows of other shards. The address as it is compared decides, so that all its spellings are in the same
 * shard. Opt-outs found in rows that cannot be read count in the shard of the address, wherever the row is.
 *
 * @param parse parses a row
 * @returns a function that does the same, and gives `other-shard` for rows of other shards
 */
export function onlyShard(
  parse: (row: SourceRow) => ParsedRow,
  { share, of }: Shard,
): (row: SourceRow) => ParsedRow {
  return row => {
    const parsed = parse(row);
    const text = 'key' in parsed ? parsed.key : row.cells.join('\n');
    const isHere = shardNumber(text, of) === share;
    if (parsed.kind !== 'rejected' || parsed.optedOut === undefined) return isHere ? parsed : elsewhere;
    const optedOut = parsed.optedOut.filter(key => shardNumber(key, of) === share);
    return isHere ? { ...parsed, optedOut } : { kind: 'other-shard', optedOut };
  };
}

const elsewhere = { kind: 'other-shard' } as const;

/** The shard that a text belongs to, from 1 (FNV-1a). */
function shardNumber(text: string, of: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 0) % of) + 1;
}

/** `2-of-8`: a share in the name of a file. */
export function shareName({ share, of }: Shard): string {
  return `${share}-of-${of}`;
}

/**
 * The path with the share in its name, before the ending: `report.ndjson` becomes `report.2-of-8.ndjson`. A name that
 * has it already, and a device, stay as they are.
 */
export function withShare(path: string, shard: Shard | undefined): string {
  if (shard === undefined || path.startsWith('/dev/') || path === '-') return path;
  const { base, name, ext } = parse(path);
  const part = shareName(shard);
  if (new RegExp(`(?<!\\d)${part}(?!\\d)`).test(base)) return path;
  return `${path.slice(0, path.length - base.length)}${name}.${part}${ext}`;
}
