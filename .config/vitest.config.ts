import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { limit } from '../test/support/load.ts';
import { seedInForce } from '../test/support/seed.ts';
import { cleanEnvironment } from './environment.ts';
import { MissingPrograms } from './missing-programs.ts';

cleanEnvironment();

export default defineConfig({
  define: {
    __VERSION__: JSON.stringify('0.0.0-test'),
    __VERSION_LINE__: JSON.stringify('0.0.0-test (0123456789ab, 2026-11-22)'),
  },
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    reporters: [new MissingPrograms(), 'default'],
    testTimeout: limit(300),
    hookTimeout: limit(300),
    expect: { poll: { timeout: limit(60), interval: 5 } },
    // The files that a process runs share the modules they load: loading costs more than most tests.
    isolate: false,
    // Twice the cores of the smallest machine that we run on: many tests wait for a service half of their time.
    maxWorkers: 4,
    env: { NEWSLETTER_TEST_SEED: String(seedInForce()) },
    setupFiles: ['.config/seed.ts'],
    // It warns of its own defaults, which are what the tests want of it.
    onConsoleLog: log => !log.startsWith('oidc-provider'),
    // Pages hold their style sheets as text.
    css: true,
  },
});
