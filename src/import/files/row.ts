import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';

export const longestRow = 1 << 20;
export const tooLong = 'longer than 1 MiB';

/** Columns of a table: those of an Excel sheet. More are no table of people, but one on its side. */
export const mostColumns = 16_384;

export function tooManyColumns(shown: string): Failure {
  return new Failure('unreadable_file', `${shown} has more than ${grouped(mostColumns)} columns`, {
    hint: 'expected a list of people: a row for each, with the same columns',
  });
}

export interface SourceRow {
  /** In a text the physical line on which it starts, from 1; in a sheet the row; in a JSON array the place. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it cannot be divided: `cells` holds the raw line, or lines. */
  readonly damaged?: 'misplaced quote' | typeof tooLong | 'invalid JSON';
}

/** Whether all cells are blank; such lines do not count as rows. */
export function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return false;
  return true;
}

/** Characters that are kept of a row that is too long, at either end. */
const keptLength = 1 << 14;

/** The ends of a row that is too long, which may say who must not be emailed. */
export function shortened(text: string): string {
  return `${text.slice(0, keptLength)} … ${text.slice(-keptLength).trimEnd()}`;
}
