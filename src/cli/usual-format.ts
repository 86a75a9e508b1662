import type { Command } from 'commander';
import type { OutputFormat } from '../lib/output-formats.ts';

const recorded = new WeakMap<Command, OutputFormat>();

/** Records the format of a command that prints otherwise than a table on a terminal and TSV in a pipe. */
export function usualFormat(command: Command, format: OutputFormat): void {
  recorded.set(command, format);
}

/** The format that a command prints in when none is chosen; undefined for the usual ones. */
export function usualFormatOf(command: Command): OutputFormat | undefined {
  return recorded.get(command);
}
