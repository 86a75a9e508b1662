/**
 * Where an unnoticed fault would cost most: sending twice, losing rows, changing the wrong people, leaking a credential. `tests`
 * are those that reach the modules in this process, decision tables first.
 *
 * @type {Record<string, { readonly modules: readonly string[], readonly tests: readonly string[] }>}
 */
export const weight = {
  lib: {
    modules: [
      'src/lib/lock.ts',
      'src/lib/lock-owner.ts',
      'src/lib/append-log.ts',
      'src/lib/run-folder.ts',
      'src/lib/local-server.ts',
      'src/lib/files',
      'src/people/tags.ts',
    ],
    tests: [
      'test/lib',
      'test/people/tags.test.ts',
      'test/changes/kept-runs.test.ts',
      'test/changes/send-changes.test.ts',
      'test/emails/send/journal.test.ts',
    ],
  },
  http: {
    modules: ['src/http'],
    tests: [
      'test/http',
      'test/emails/send-once.test.ts',
      'test/commands/api.whole.test.ts',
      'test/cli/rails-limits.test.ts',
    ],
  },
  send: {
    modules: ['src/emails/send', 'src/emails/approval.ts'],
    tests: [
      'test/emails/approval.test.ts',
      'test/emails/send',
      'test/emails/send-once.test.ts',
      'test/emails/recipient-limits.test.ts',
      'test/commands/emails/sending.test.ts',
      'test/commands/emails/sent-once.whole.test.ts',
    ],
  },
  changes: {
    modules: ['src/changes'],
    tests: [
      'test/changes',
      'test/import/account',
      'test/commands/subscribers/update-many.whole.test.ts',
      'test/commands/subscribers/update-other-services.test.ts',
    ],
  },
  jobs: {
    modules: ['src/import/jobs', 'src/import/exit-status.ts'],
    tests: [
      'test/import/jobs',
      'test/import/exit-status.test.ts',
      'test/import/left-out.test.ts',
      'test/import/rows/values/columns-decide.whole.test.ts',
      'test/import/rows/duplicates.whole.test.ts',
      'test/import/program.whole.test.ts',
      'test/import/shards',
      'test/commands/fields-tags-imports.test.ts',
    ],
  },
  rows: {
    modules: ['src/import/rows'],
    tests: [
      'test/import/rows',
      'test/import/columns',
      'test/import/sums.test.ts',
      'test/import/files/warnings.test.ts',
      'test/import/left-out.test.ts',
      'test/import/several-files.whole.test.ts',
    ],
  },
  auth: {
    modules: ['src/auth'],
    tests: ['test/auth', 'test/commands/auth', 'test/commands/profiles.test.ts'],
  },
};

/**
 * Runs in a process of its own, which no fault here reaches: `test/auth/credentials/keychain.test.ts` starts it as it was
 * built. What it decides is in `divided-secret.ts`, which is tried.
 */
export const elsewhere = ['src/auth/credentials/keychain-process.ts'];
