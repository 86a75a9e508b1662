import type { TerminalOptions } from './terminal.ts';

const defaultWidth = 80;

/** Columns of stdout, else COLUMNS, else of stderr (stdout may be `| less`), else 80. */
export function terminalWidth({ stdout, stderr, environment }: TerminalOptions): number {
  const columns = Number(environment.COLUMNS);
  const given = Number.isInteger(columns) && columns > 0 ? columns : undefined;
  return stdout.columns || (given ?? stderr.columns) || defaultWidth;
}
