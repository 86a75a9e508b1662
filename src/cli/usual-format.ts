import type { Command } from 'commander';
import type { Format } from '../terminal/terminal.ts';

const recorded = new WeakMap<Command, Format>();

/** Records the format of a command that prints otherwise than a table on a terminal and TSV in a pipe. */
export function usualFormat(command: Command, format: Format): void {
  recorded.set(command, format);
}

/** The format that a command prints in when none is chosen; undefined for the usual ones. */
export function usualFormatOf(command: Command): Format | undefined {
  return recorded.get(command);
}
