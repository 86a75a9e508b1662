import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { __VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Every test file starts real processes and servers; two cores are the smallest machine we run on.
    maxWorkers: 2,
    // The tests say what the environment is; the caller's own settings must not leak in.
    env: { NO_COLOR: '1', TZ: 'UTC' },
    // Pages hold their style sheets as text.
    css: true,
  },
});
