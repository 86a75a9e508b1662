/** Names of the files that a share of an import writes: no two shares write the same file. */
import { parse } from 'node:path';
import type { Shard } from './shard.ts';

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
