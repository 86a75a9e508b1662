import { parse } from 'node:path';
import type { SourceRow } from '../files/row.ts';
import type { ParsedRow } from './parsed-row.ts';

/** A part of the rows: shard `share` (from 1) of `of`. */
export interface Shard {
  readonly share: number;
  readonly of: number;
}

/**
 * Leaves out the rows of other shards: they become `other-shard`. The normalized address decides, so all its spellings
 * are in the same shard. Opt-outs found in unreadable rows count in the shard of the address, wherever the row is.
 */
export function inShard({ cells }: SourceRow, parsed: ParsedRow, { share, of }: Shard): ParsedRow {
  const key = parsed.kind !== 'rejected' && 'key' in parsed ? parsed.key : undefined;
  const isHere = shardNumber(key ?? cells.join('\n'), of) === share;
  if (parsed.kind !== 'rejected' || parsed.optedOut === undefined) return isHere ? parsed : elsewhere;
  const optedOut = parsed.optedOut.filter(one => shardNumber(one, of) === share);
  return isHere ? { ...parsed, optedOut } : { kind: 'other-shard', optedOut };
}

const elsewhere = { kind: 'other-shard' } as const;

function shardNumber(text: string, of: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 0) % of) + 1;
}

/** `2-of-8`: a shard in a file name. */
export function shareName({ share, of }: Shard): string {
  return `${share}-of-${of}`;
}

/**
 * The path with the shard before the extension: `report.ndjson` becomes `report.2-of-8.ndjson`. A path that
 * has it already, and a device, are unchanged.
 */
export function withShare(path: string, shard: Shard | undefined): string {
  if (shard === undefined || /^(\/dev\/(?!shm\/)|-$)/.test(path)) return path;
  const { base, name, ext } = parse(path);
  const part = shareName(shard);
  if (new RegExp(`(?<!\\d)${part}(?!\\d)`).test(base)) return path;
  return `${path.slice(0, path.length - base.length)}${name}.${part}${ext}`;
}
