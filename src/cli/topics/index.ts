/** A help page about more than one command. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ page(): string }>;
}

/** All topics in the order of the help; each page is loaded on demand. */
export const topics: readonly Topic[] = [
  {
    name: 'import',
    summary: 'import a list, step by step',
    load: () => import('./import.ts'),
  },
  {
    name: 'filters',
    summary: 'find subscribers: --where and its short forms, with examples',
    load: () => import('./filters.ts'),
  },
  {
    name: 'ci',
    summary: 'use in CI: GitHub Actions, GitLab',
    load: () => import('./ci.ts'),
  },
  {
    name: 'formats',
    summary: 'output formats and fields',
    load: () => import('./formats.ts'),
  },
  {
    name: 'accounts',
    summary: 'several accounts: profiles, folders, all at once',
    load: () => import('./accounts.ts'),
  },
  {
    name: 'environment',
    summary: 'settings and environment variables',
    load: () => import('./environment.ts'),
  },
  {
    name: 'exit-codes',
    summary: 'exit codes and their meaning',
    load: () => import('./exit-codes.ts'),
  },
  {
    name: 'errors',
    summary: 'error format and error codes',
    load: () => import('./errors.ts'),
  },
];
