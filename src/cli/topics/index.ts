/** A help page about more than one command. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  readonly page: () => Promise<string>;
}

const topic = (name: string, summary: string, page: Topic['page']): Topic => ({ name, summary, page });

/** All topics in the order of the help; each page is loaded on demand. */
export const topics: readonly Topic[] = [
  topic('import', 'import a list, step by step', async () => (await import('./import.ts')).page()),
  topic('filters', 'find subscribers: --where and its short forms, with examples', async () =>
    (await import('./filters.ts')).page(),
  ),
  topic('ci', 'use in CI: GitHub Actions, GitLab', async () => (await import('./ci.ts')).page()),
  topic('formats', 'output formats and fields', async () => (await import('./output.ts')).formats()),
  topic('agents', 'guide for coding agents', async () => (await import('./agents.ts')).page()),
  topic('accounts', 'several accounts: profiles and folders', async () =>
    (await import('./accounts.ts')).page(),
  ),
  topic('options', 'options of every command', async () => (await import('./environment.ts')).globals()),
  topic('environment', 'settings and environment variables', async () =>
    (await import('./environment.ts')).page(),
  ),
  topic('exit-codes', 'exit codes and their meaning', async () => (await import('./output.ts')).exitCodes()),
  topic('errors', 'error format and error codes', async () => (await import('./output.ts')).errors()),
];
