/** Where the engine makes new objects (V8's "new space"). */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of both of its halves. */
const enough = 16 * 1024 * 1024;

// Bun has another engine, and Deno refuses to set flags.
let mayGrow = process.versions.bun === undefined && process.versions.deno === undefined;

/**
 * Keeps the new space from growing when it is large enough. It doubles while whatever is made lives for some time, up to
 * 32 or 64 MiB: in a loop over millions of rows or people that takes memory, and saves no time. To be called in every
 * round of such a loop; all but the first few calls cost nothing.
 */
export function limitNewSpace(): void {
  if (!mayGrow) return;
  const size = getHeapSpaceStatistics().find(each => each.space_name === 'new_space')?.space_size ?? 0;
  if (size < enough) return;
  mayGrow = false;
  setFlagsFromString('--semi-space-growth-factor=1');
}
