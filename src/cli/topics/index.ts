/** A help page about more than one command. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** Loads what the page is made of. */
  readonly page: () => Promise<string>;
}

type Pages = typeof import('./pages.ts');

const topic = (name: string, summary: string, page: (pages: Pages) => string): Topic => ({
  name,
  summary,
  page: async () => page(await import('./pages.ts')),
});

/** All topics in the order of the help. */
export const topics: readonly Topic[] = [
  topic('import', 'import a list, step by step', pages => pages.importing()),
  topic('filters', 'find subscribers: --where, with examples', pages => pages.filters()),
  topic('ci', 'use in CI: GitHub Actions, GitLab', pages => pages.ci()),
  topic('formats', 'output formats and fields', pages => pages.formats()),
  topic('agents', 'guide for coding agents', pages => pages.agents()),
  topic('options', 'options of every command', pages => pages.options()),
  topic('environment', 'settings and environment variables, profiles and folders', pages =>
    pages.environment(),
  ),
  topic('exit-codes', 'exit codes and their meaning', pages => pages.exitCodes()),
  topic('errors', 'error format and error codes', pages => pages.errors()),
];
