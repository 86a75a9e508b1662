import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';

/** Most characters of a row: 16 MiB of ASCII. */
export const longestRow = 1 << 24;

/** Columns of a table: those of an Excel sheet. More are no table of people, but one on its side. */
export const mostColumns = 16_384;

export function tooManyColumns(shown: string): Failure {
  return new Failure('unreadable_file', `${shown} has more than ${grouped(mostColumns)} columns`, {
    hint: 'expected a list of people: a row for each, with the same columns',
  });
}

export interface SourceRow {
  /** In a text the physical line on which it starts, from 1; in a sheet the row. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The title above it that says that people below it opted out. */
  readonly optedOutBy?: string;
  /** Why it cannot be divided: `cells` holds the raw line, or lines. */
  readonly damaged?: 'misplaced quote' | 'longer than 16 MiB' | 'invalid JSON';
}

/** Whether all cells are blank; such lines do not count as rows. */
export function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return false;
  return true;
}
