import type { Command } from 'commander';

/** What an example shows, and the command line to type. */
export type Example = readonly [description: string, commandLine: string];

const recorded = new WeakMap<Command, readonly Example[]>();

/** Adds examples below a command's help, and remembers them. */
export function examples(command: Command, list: readonly Example[]): void {
  recorded.set(command, list);
  const lines = list.map(([description, commandLine]) => `  # ${description}\n  ${commandLine}`);
  command.addHelpText('after', `\nExamples:\n${lines.join('\n\n')}`);
}

/** The examples of a command, none when it has none: the reference and the tests use them. */
export function examplesOf(command: Command): readonly Example[] {
  return recorded.get(command) ?? [];
}
