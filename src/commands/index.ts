import type { Command } from 'commander';
import type { Context } from '../context.ts';

interface CommandModule {
  register(parent: Command, context: Context): void;
}

interface Entry {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

const audience = 'Audience:';
const mail = 'Emails:';
const signIn = 'Account and sign-in:';
const tools = 'Tools:';

/** Every top-level command, in the order in which `--help` lists them. */
export const entries: readonly Entry[] = [
  {
    name: 'import',
    group: audience,
    summary: 'bring a CSV of subscribers into the account',
    load: () => import('./import/index.ts'),
  },
  {
    name: 'imports',
    group: audience,
    summary: 'import jobs: list, get, watch',
    load: () => import('./imports.ts'),
  },
  {
    name: 'subscribers',
    group: audience,
    summary: 'list, get, create, update, export, compare; growth',
    load: () => import('./subscribers/index.ts'),
  },
  {
    name: 'groups',
    group: audience,
    summary: 'saved filters: list, get, create',
    load: () => import('./groups.ts'),
  },
  {
    name: 'fields',
    group: audience,
    summary: 'custom subscriber fields: list, create, update',
    load: () => import('./fields.ts'),
  },
  {
    name: 'tags',
    group: audience,
    summary: 'tags: list those in use, create, update',
    load: () => import('./tags.ts'),
  },
  {
    name: 'emails',
    group: mail,
    summary: 'list, get, update, send, watch emails; statistics',
    load: () => import('./emails/index.ts'),
  },
  {
    name: 'login',
    group: signIn,
    summary: 'sign in, by browser or with a personal API key',
    load: () => import('./auth/login.ts'),
  },
  {
    name: 'logout',
    group: signIn,
    summary: 'sign out',
    load: () => import('./auth/logout.ts'),
  },
  {
    name: 'whoami',
    group: signIn,
    summary: 'which account, and how signed in',
    load: () => import('./auth/whoami.ts'),
  },
  {
    name: 'token',
    group: signIn,
    summary: 'print a valid bearer token, for curl',
    load: () => import('./auth/token.ts'),
  },
  {
    name: 'account',
    group: signIn,
    summary: 'the account: get, update',
    load: () => import('./account.ts'),
  },
  {
    name: 'profiles',
    group: signIn,
    summary: 'several accounts side by side',
    load: () => import('./profiles.ts'),
  },
  {
    name: 'config',
    group: signIn,
    summary: 'settings',
    load: () => import('./config.ts'),
  },
  {
    name: 'api',
    group: tools,
    summary: 'any request to the service',
    load: () => import('./api/index.ts'),
  },
  {
    name: 'sandbox',
    group: tools,
    summary: 'the whole service on this machine, to try things out',
    load: () => import('./sandbox.ts'),
  },
  {
    name: 'broker',
    group: tools,
    summary: 'the server that holds the client secret, for sign-ins by browser',
    load: () => import('./broker.ts'),
  },
  {
    name: 'doctor',
    group: tools,
    summary: 'what is wrong here, and how to mend it',
    load: () => import('./doctor.ts'),
  },
  {
    name: 'completion',
    group: tools,
    summary: 'completion of command lines, for bash, zsh, fish, PowerShell',
    load: () => import('./completion.ts'),
  },
  {
    name: 'commands',
    group: tools,
    summary: 'every command there is, for people and programs',
    load: () => import('./commands.ts'),
  },
];
