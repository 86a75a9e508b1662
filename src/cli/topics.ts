/** Pages of help that are about more than one command; each is loaded when it is asked for. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ page(): string }>;
}

export const topics: readonly Topic[] = [
  {
    name: 'import',
    summary: 'moving a list over, from start to finish',
    load: () => import('./topics/import.ts'),
  },
  {
    name: 'ci',
    summary: 'in pipelines: GitHub Actions, GitLab',
    load: () => import('./topics/ci.ts'),
  },
  {
    name: 'formats',
    summary: 'what is printed, and how to choose',
    load: () => import('./topics/formats.ts'),
  },
  {
    name: 'accounts',
    summary: 'several accounts: profiles, folders, all at once',
    load: () => import('./topics/accounts.ts'),
  },
  {
    name: 'environment',
    summary: 'settings and variables',
    load: () => import('./topics/environment.ts'),
  },
  {
    name: 'exit-codes',
    summary: 'what the exit status says',
    load: () => import('./topics/exit-codes.ts'),
  },
  {
    name: 'errors',
    summary: 'what errors look like, and every code',
    load: () => import('./topics/errors.ts'),
  },
];
