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
    summary: 'moving a list over, from start to finish',
    load: () => import('./import.ts'),
  },
  {
    name: 'filters',
    summary: 'finding people: --where and its short forms, with ten examples',
    load: () => import('./filters.ts'),
  },
  {
    name: 'ci',
    summary: 'in pipelines: GitHub Actions, GitLab',
    load: () => import('./ci.ts'),
  },
  {
    name: 'formats',
    summary: 'what is printed, and how to choose',
    load: () => import('./formats.ts'),
  },
  {
    name: 'accounts',
    summary: 'several accounts: profiles, folders, all at once',
    load: () => import('./accounts.ts'),
  },
  {
    name: 'environment',
    summary: 'settings and variables',
    load: () => import('./environment.ts'),
  },
  {
    name: 'exit-codes',
    summary: 'what the exit status says',
    load: () => import('./exit-codes.ts'),
  },
  {
    name: 'errors',
    summary: 'what errors look like, and every code',
    load: () => import('./errors.ts'),
  },
];
