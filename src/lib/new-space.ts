/** V8's "new space", in which objects are created. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of both of its halves. */
const enough = 16 * 1024 * 1024;

// Measured on Node alone; Bun has another engine.
let mayGrow = process.versions.bun === undefined && process.versions.deno === undefined;

/** Rounds between two looks at its size, which take some microseconds. */
const pause = 4;
let round = 0;

/**
 * Stops the growth of the new space once it is large enough. It doubles while objects live for some time, up to 32 or
 * 64 MiB, which saves no time in loops over millions of rows or people. Call it in every round of such a loop.
 */
export function limitNewSpace(): void {
  if (!mayGrow || ++round % pause !== 0) return;
  const size = getHeapSpaceStatistics().find(each => each.space_name === 'new_space')?.space_size ?? 0;
  if (size < enough) return;
  mayGrow = false;
  setFlagsFromString('--semi-space-growth-factor=1');
}
