import { authGroup } from '../cli/aliases.ts';
import { type CommandEntry, type CommandNode, commandTree } from '../cli/command-tree.ts';
import { entries } from '../commands/index.ts';

/** Every top-level command, in the order of the help; the last two are about the program itself. */
export const allEntries: readonly CommandEntry[] = [
  ...entries,
  {
    name: 'commands',
    heading: 'Advanced:',
    summary: 'list all commands, for people and programs',
    load: async () => (await import('./own-commands.ts')).commandsCommand(wholeTree),
  },
  {
    name: 'help',
    heading: 'Tools:',
    summary: 'show help for a command or topic',
    load: async () => (await import('./own-commands.ts')).helpCommand,
  },
];

/** What can be typed: every command, and the group `auth`, which lists of commands leave out. */
export const typedEntries: readonly CommandEntry[] = [
  ...allEntries,
  {
    name: authGroup,
    heading: '',
    summary: 'login, logout, whoami, token',
    load: async () => (await import('../commands/auth/index.ts')).auth,
  },
];

/** The whole command tree. Loads the modules of all commands. */
export async function wholeTree(): Promise<readonly CommandNode[]> {
  return await commandTree(allEntries);
}
