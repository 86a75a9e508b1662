/** Whether a command ended in a way that its own help names. */
import type { Command } from 'commander';
import { createProgram } from '../../src/commands/program.ts';
import { behaviourOf, exitsOf } from '../../src/commands/requests.ts';
import { createRun } from '../../src/run.ts';

const program = await createProgram(createRun(process).context, 'all');

/** The command that the words lead to, be it one or a group of them. */
function commandOf(words: readonly string[]): Command {
  const end = words.indexOf('--');
  let command = program;
  for (const word of end < 0 ? words : words.slice(0, end)) {
    command = command.commands.find(each => each.name() === word) ?? command;
    if (command.name() === 'help') break;
  }
  return command;
}

/**
 * @param words the command line without program name
 * @param status null when a signal ended it
 * @returns what is wrong, if anything
 */
export function unnamedExit(words: readonly string[], status: number | null): string | undefined {
  const command = commandOf(words);
  const behaviour = behaviourOf(command);
  if (status === null || behaviour === undefined || behaviour.passesStatus) return undefined;
  const named = exitsOf(behaviour);
  if (named.includes(status)) return undefined;
  return `${words.join(' ')}: exit status ${status} is none of those in the help: ${named.join(', ')}`;
}
