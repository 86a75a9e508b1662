/** The index of commands: names and summaries, without loading the modules. */
import type { CommandEntry } from '../cli/command-tree.ts';

const audience = 'Audience:';
const mail = 'Emails:';
const signIn = 'Account and sign-in:';
const tools = 'Tools:';

/** Every top-level command, in the order in which `--help` lists them. */
export const entries: readonly CommandEntry[] = [
  {
    name: 'import',
    heading: audience,
    summary: 'import subscribers from a CSV file',
    load: async () => (await import('./import/index.ts')).importCommand,
  },
  {
    name: 'imports',
    heading: audience,
    summary: 'import jobs: list, get, watch',
    load: async () => (await import('./imports/index.ts')).imports,
  },
  {
    name: 'subscribers',
    heading: audience,
    summary: 'list, get, create, update, export, compare; growth',
    load: async () => (await import('./subscribers/index.ts')).subscribers,
  },
  {
    name: 'groups',
    heading: audience,
    summary: 'saved filters: list, get, create',
    load: async () => (await import('./groups/index.ts')).groups,
  },
  {
    name: 'fields',
    heading: audience,
    summary: 'custom subscriber fields: list, create, update',
    load: async () => (await import('./fields.ts')).fields,
  },
  {
    name: 'tags',
    heading: audience,
    summary: 'tags: list, create, update',
    load: async () => (await import('./tags/index.ts')).tags,
  },
  {
    name: 'undo',
    heading: audience,
    summary: 'list and undo imports, updates and tag changes made on this machine',
    load: async () => (await import('./undo.ts')).undo,
  },
  {
    name: 'emails',
    heading: mail,
    summary: 'list, get, update, send, watch emails; statistics',
    load: async () => (await import('./emails/index.ts')).emails,
  },
  {
    name: 'login',
    heading: signIn,
    summary: 'sign in with a browser or an API key',
    load: async () => (await import('./auth/login.ts')).login,
  },
  {
    name: 'logout',
    heading: signIn,
    summary: 'sign out',
    load: async () => (await import('./auth/logout.ts')).logout,
  },
  {
    name: 'whoami',
    heading: signIn,
    summary: 'show account and sign-in status',
    load: async () => (await import('./auth/whoami.ts')).whoami,
  },
  {
    name: 'token',
    heading: signIn,
    summary: 'print a valid bearer token, for curl',
    load: async () => (await import('./auth/token.ts')).token,
  },
  {
    name: 'account',
    heading: signIn,
    summary: 'the account: get, update',
    load: async () => (await import('./account.ts')).account,
  },
  {
    name: 'profiles',
    heading: signIn,
    summary: 'use several accounts',
    load: async () => (await import('./profiles.ts')).profiles,
  },
  {
    name: 'link',
    heading: signIn,
    summary: 'use a profile in this folder',
    load: async () => (await import('./link.ts')).link,
  },
  {
    name: 'config',
    heading: signIn,
    summary: 'settings',
    load: async () => (await import('./config.ts')).config,
  },
  {
    name: 'api',
    heading: tools,
    summary: 'send any API request',
    load: async () => (await import('./api/index.ts')).api,
  },
  {
    name: 'sandbox',
    heading: tools,
    summary: 'run a local test service',
    load: async () => (await import('./sandbox/index.ts')).sandbox,
  },
  {
    name: 'broker',
    heading: tools,
    summary: "run a token broker that keeps the client secret off users' machines",
    load: async () => (await import('./broker.ts')).broker,
  },
  {
    name: 'doctor',
    heading: tools,
    summary: 'check this machine and account for problems',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'completion',
    heading: tools,
    summary: 'shell completion for bash, zsh, fish, PowerShell',
    load: async () => (await import('./completion.ts')).completion,
  },
];
