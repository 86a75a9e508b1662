/**
 * `npm run mutants` (the modules of weight) or `npm run mutants -- --mutate src/http/once.ts,src/lib/lock.ts`: Stryker puts small
 * faults into them, one by one, and says which of them no test notices.
 *
 * It runs tests in threads, where nothing can change the working folder: modules of pure decisions and HTTP are in its reach,
 * whole programs in process are not. What it cannot judge is judged by taking a guard out by hand.
 */
export default {
  // Decisions that a table in reach proves.
  mutate: [
    'src/auth/origins.ts',
    'src/changes/outcome.ts',
    'src/emails/send/{journal,sendable}.ts',
    'src/http/{outcome,rails,retry-policy}.ts',
    'src/import/consent/decide.ts',
    'src/import/outcome/exit-status.ts',
    'src/people/{compare,tags}.ts',
    'src/people/filter/*.ts',
    'src/settings/resolve.ts',
    'src/sync/decide.ts',
  ],
  // On a busy machine a slow test is no fault that was noticed.
  timeoutMS: 60_000,
  // Texts for people are proven by reading them.
  mutator: { excludedMutations: ['StringLiteral'] },
  // What counts once, when a module is loaded, would need all tests anew for each fault.
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  plugins: ['./build/mutants/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutants/vitest.config.ts' },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  jsonReporter: { fileName: 'build/mutants/report.json' },
  tempDirName: 'build/mutants/sandbox',
  incremental: true,
  incrementalFile: 'build/mutants/incremental.json',
  // It would rewrite the paths in it with TypeScript, whose version 7 has no such interface.
  tsconfigFile: 'none',
  ignorePatterns: ['build', 'dist'],
  allowConsoleColors: false,
  thresholds: { high: 95, low: 90, break: 90 },
};
