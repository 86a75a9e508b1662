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
    summary: 'bring a CSV of subscribers into the account',
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
    summary: 'tags: list those in use, create, update',
    load: async () => (await import('./tags.ts')).tags,
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
    summary: 'sign in, by browser or with a personal API key',
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
    summary: 'which account, and how signed in',
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
    summary: 'several accounts side by side',
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
    summary: 'any request to the service',
    load: async () => (await import('./api/index.ts')).api,
  },
  {
    name: 'sandbox',
    heading: tools,
    summary: 'the whole service on this machine, to try things out',
    load: async () => (await import('./sandbox/index.ts')).sandbox,
  },
  {
    name: 'broker',
    heading: tools,
    summary: 'the server that holds the client secret, for sign-ins by browser',
    load: async () => (await import('./broker.ts')).broker,
  },
  {
    name: 'doctor',
    heading: tools,
    summary: 'what is wrong here, and how to mend it',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'completion',
    heading: tools,
    summary: 'completion of command lines, for bash, zsh, fish, PowerShell',
    load: async () => (await import('./completion.ts')).completion,
  },
];
