import type { Command } from 'commander';
import type { TypedArgument } from '../cli/command.ts';
import { type CommandEntry, type CommandNode, commandTree } from '../cli/command-tree.ts';
import { globalOptions } from '../cli/global-options.ts';
import { topics } from '../cli/topics.ts';
import { entries } from '../commands/index.ts';
import type { Context } from '../context.ts';
import { addCommand, commanderOptions, type Invocation, ProgramCommand } from './commander.ts';
import { helpConfiguration } from './help-format.ts';
import { commandsCommand, helpCommand } from './own-commands.ts';
import { unknownCommand } from './usage-errors.ts';

const topicNames = topics.map(({ name }) => name);

/** Every top-level command, in the order of the help; the last two speak of the program itself. */
export const allEntries: readonly CommandEntry[] = [
  ...entries,
  {
    name: 'commands',
    heading: 'Tools:',
    summary: 'every command there is, for people and programs',
    load: async () => commandsCommand(wholeTree),
  },
  {
    name: 'help',
    heading: 'Tools:',
    summary: 'explain a command or a topic',
    load: async () => helpCommand,
  },
];

/** The whole command tree. Loads every module. */
export async function wholeTree(): Promise<readonly CommandNode[]> {
  return await commandTree(allEntries);
}

/**
 * The program for Commander. Only the modules of commands named in `words` are loaded; the others are listed by name.
 *
 * @param words the command line without program name
 * @param run carries out a command line that was understood
 * @param print takes the help texts that are asked for
 */
export async function createProgram(
  { version, environment }: Pick<Context, 'version' | 'environment'>,
  words: readonly string[],
  run: (invocation: Invocation) => Promise<void>,
  print: (text: string) => void,
): Promise<Command> {
  const program = new ProgramCommand('newsletter')
    .description('Run your email newsletter account from the command line.')
    .usage('[global options] <command> [arguments] [options]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .configureHelp(helpConfiguration)
    .configureOutput({
      // What is wrong is said once, by `main`.
      outputError: () => {},
      writeErr: () => {},
      writeOut: print,
      ...widths(environment),
    })
    .exitOverride()
    .helpCommand(false)
    .addHelpText('afterAll', ({ command }) =>
      command.parent === null ? '' : '\nGlobal options (--json, --profile, --dry-run …): newsletter --help',
    );
  for (const option of Object.values(globalOptions)) {
    for (const each of commanderOptions(option)) program.addOption(each);
  }
  for (const { name, heading, summary, load } of allEntries) {
    program.commandsGroup(heading);
    if (words.includes(name)) addCommand(program, await load(), summary, run);
    else program.command(name).summary(summary).description(summary);
  }
  return program;
}

/** What is said where a command is missing: those there are; of the program itself, those to begin with. */
export async function explainGroup(group: Command): Promise<void> {
  if (group.parent !== null) return group.outputHelp();
  const { welcome } = await import('../cli/welcome.ts');
  group.configureOutput().writeOut?.(welcome());
}

/**
 * Prints the page of a topic, or the help of a command.
 *
 * @param args those of `help`: the words behind it
 * @throws Failure unknown_command
 */
export async function explain(program: Command, args: readonly TypedArgument[]): Promise<void> {
  const [typed = []] = args;
  const path = typeof typed === 'string' ? [typed] : typed;
  const [name = ''] = path;
  const topic = path.length === 1 ? topics.find(one => one.name === name) : undefined;
  if (topic !== undefined) {
    const { page } = await topic.load();
    const isCommand = program.commands.some(command => command.name() === name);
    const more = isCommand ? `\nThe options are listed by: newsletter ${name} --help\n` : '';
    program.configureOutput().writeOut?.(page() + more);
    return;
  }
  path
    .reduce((parent, word) => {
      const found = parent.commands.find(command => command.name() === word);
      if (found === undefined) throw unknownCommand(word, parent, parent === program ? topicNames : []);
      return found;
    }, program)
    .outputHelp();
}

function widths(environment: NodeJS.ProcessEnv) {
  const columns = Number(environment.COLUMNS) || undefined;
  return columns === undefined ? {} : { getOutHelpWidth: () => columns, getErrHelpWidth: () => columns };
}
