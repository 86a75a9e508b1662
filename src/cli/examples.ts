import type { Command } from 'commander';

/** What an example shows, and the command line to type. */
export type Example = readonly [description: string, commandLine: string];

const recorded = new WeakMap<Command, readonly Example[]>();

/** Records a command's examples: its help shows them, and a test runs them. */
export function examples(command: Command, list: readonly Example[]): void {
  recorded.set(command, list);
}

/** The examples of a command, none when it has none: the reference and the tests use them. */
export function examplesOf(command: Command): readonly Example[] {
  return recorded.get(command) ?? [];
}
