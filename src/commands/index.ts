/** The index of commands: names and summaries, without loading the modules. */
import type { CommandEntry } from '../cli/command.ts';

type Commands = Readonly<Record<string, readonly [summary: string, load: CommandEntry['load']]>>;

/** Every top-level command in the order of `--help`, by heading and name. */
const sections: Readonly<Record<string, Commands>> = {
  'Audience and emails:': {
    import: [
      'import people from a CSV or Excel file; --dry-run checks the file',
      async () => (await import('./import/index.ts')).importCommand,
    ],
    sync: [
      'keep the account the same as a list from a CRM, shop, database',
      async () => (await import('./sync/index.ts')).sync,
    ],
    imports: ['import jobs: list, get, watch', async () => (await import('./imports/index.ts')).imports],
    subscribers: [
      'list, get, create, update, export, check; growth',
      async () => (await import('./subscribers/index.ts')).subscribers,
    ],
    groups: ['saved filters: list, get, create', async () => (await import('./groups/index.ts')).groups],
    fields: [
      'custom subscriber fields: list, create, update',
      async () => (await import('./fields.ts')).fields,
    ],
    tags: ['tags: list, create, update', async () => (await import('./tags/index.ts')).tags],
    undo: [
      'undo what this machine changed; without a run, list it',
      async () => (await import('./undo.ts')).undo,
    ],
    emails: [
      'list, get, update, send, watch emails; statistics',
      async () => (await import('./emails/index.ts')).emails,
    ],
  },
  'Account and sign-in:': {
    login: ['sign in with a browser or an API key', async () => (await import('./auth/login.ts')).login],
    logout: ['sign out', async () => (await import('./auth/logout.ts')).logout],
    whoami: ['show the account and profile in use', async () => (await import('./auth/whoami.ts')).whoami],
    account: ['the account: get, update', async () => (await import('./account.ts')).account],
    open: [
      'open the account in the browser; the API has no opens of emails',
      async () => (await import('./open.ts')).open,
    ],
    profiles: ['use several accounts', async () => (await import('./profiles.ts')).profiles],
    config: ['settings', async () => (await import('./config.ts')).config],
  },
  'Tools:': {
    sandbox: [
      'run a test account on this machine, until stopped',
      async () => (await import('./sandbox/index.ts')).sandbox,
    ],
    doctor: [
      'find out why it fails: connection to the service, settings',
      async () => (await import('./doctor.ts')).doctor,
    ],
    completion: [
      'shell completion for bash, zsh, fish, PowerShell',
      async () => (await import('./completion.ts')).completion,
    ],
  },
  'Advanced:': {
    link: ['use a profile in this folder', async () => (await import('./link.ts')).link],
    token: ['print a valid bearer token, for curl', async () => (await import('./auth/token.ts')).token],
    api: ['send any API request', async () => (await import('./api/index.ts')).api],
    agent: ['put a guide for coding agents where they look', async () => (await import('./agent.ts')).agent],
    broker: [
      "run a server that keeps the client secret off users' machines",
      async () => (await import('./broker.ts')).broker,
    ],
  },
};

export const entries: readonly CommandEntry[] = Object.entries(sections).flatMap(([heading, commands]) =>
  Object.entries(commands).map(([name, [summary, load]]) => ({ name, heading, summary, load })),
);
