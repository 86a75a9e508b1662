/** What holds for every file of tests: its properties are drawn with the seed of the run, and its CPU time is noted. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { seedInForce } from '../test/support/seed.ts';
import { cpuSeconds } from './cpu.ts';

fc.configureGlobal({ seed: seedInForce() });

const before = cpuSeconds();
// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern where it hands fixtures in.
afterAll(({}, file) => {
  Object.assign(file.meta, { cpu: cpuSeconds() - before });
});
