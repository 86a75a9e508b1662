import type { Command } from 'commander';
import { authGroup } from '../cli/aliases.ts';
import type { TypedArgument } from '../cli/command.ts';
import { commandPage, programPage } from '../cli/help-page.ts';
import { globalOptions, helpOption, versionOption } from '../cli/options/global-options.ts';
import { topics } from '../cli/topics/index.ts';
import { versionLine } from '../version.ts';
import { allEntries, typedEntries } from './all-entries.ts';
import { addCommand, commanderOptions, type Invocation, ProgramCommand, specOf } from './commander.ts';
import { unknownCommand } from './usage-errors.ts';

const topicNames = topics.map(({ name }) => name);

/**
 * Creates the Commander program. Loads only the modules of commands named in `words`; the others are only listed.
 *
 * @param words the command line without program name
 * @param width columns of the screen, for help
 * @param run called with the parsed command line
 * @param print receives help texts
 */
export async function createProgram(
  words: readonly string[],
  width: number,
  run: (invocation: Invocation) => Promise<void>,
  print: (text: string) => void,
): Promise<Command> {
  const program = new ProgramCommand('newsletter')
    .version(versionLine, versionOption.flags, versionOption.description)
    .helpOption(helpOption.flags, helpOption.description)
    .configureHelp({ formatHelp: command => pageOf(command, width) })
    .configureOutput({
      // `main` reports errors.
      outputError: () => {},
      writeErr: () => {},
      writeOut: print,
    })
    .exitOverride()
    .helpCommand(false);
  for (const option of Object.values(globalOptions)) {
    for (const each of commanderOptions(option)) program.addOption(each);
  }
  // After a command's name the other commands are not needed: this saves a tenth of the time of a help page.
  const [first] = words;
  const startsWithCommand = first !== 'help' && typedEntries.some(({ name }) => name === first);
  for (const { name, summary, load } of typedEntries) {
    if (words.includes(name)) addCommand(program, await load(), summary, run);
    else if (!startsWithCommand && name !== authGroup)
      program.command(name).summary(summary).description(summary);
  }
  return program;
}

/**
 * Prints the page of a topic or the help of a command.
 *
 * @param args arguments of `help`
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
    const more = isCommand ? `\nFor its options run: newsletter ${name} --help\n` : '';
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

/** The help page of a Commander command. */
function pageOf(command: Command, width: number): string {
  const spec = specOf(command);
  return spec === undefined ? programPage(allEntries, width) : commandPage(pathOf(command), spec, width);
}

function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}
