import type { Command } from 'commander';
import { behaviourOf } from './command-metadata.ts';

/** Every command below another, in the order of the help, each before what is below it. */
export function commandsBelow(command: Command): Command[] {
  return command.commands.flatMap(each => [each, ...commandsBelow(each)]);
}

/** The names that lead to a command: `['groups', 'list']`; none for the program itself. */
export function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

/** Whether a command does something itself, and is not only a group of others. */
export function doesSomething(command: Command): boolean {
  return command.commands.length === 0 || behaviourOf(command) !== undefined;
}
