/** What holds for every file of tests: an environment of their own, and properties drawn with the seed of the run. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { seedInForce } from '../test/support/part.ts';
import { cpuSeconds } from './cpu.ts';

// What stays of the caller's environment: where programs and folders are, vitest's own variables, options of these tests.
const kept =
  /^(?:PATH|HOME|TE?MP(?:DIR)?|SystemRoot|NO_COLOR|TZ|NEWSLETTER_TEST_\w+|UPDATE_README|VITEST\w*|NODE_ENV|TEST|DEV|PROD|MODE|SSR|BASE_URL)$/i;
for (const name of Object.keys(process.env)) if (!kept.test(name)) delete process.env[name];
process.env.TERM = 'xterm-256color';
process.umask(0o022);

fc.configureGlobal({ seed: seedInForce() });

const before = cpuSeconds();
// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern where it hands fixtures in.
afterAll(({}, file) => {
  Object.assign(file.meta, { cpu: cpuSeconds() - before });
});
