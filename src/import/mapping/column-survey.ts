/** The values of the columns of a file, counted while its rows are read. */

import { beginning } from '../../lib/beginning.ts';
import { fold, foldedText } from '../values/fold.ts';
import { frequencyWords } from './consent-words.ts';
import { otherStatusWords } from './opted-out-words.ts';
import { isBad, mentionsOptOut, type ValueSense, valueSense } from './value-sense.ts';
import { maySpeak } from './value-start.ts';

/** Different values of a column that are counted; of a column with more, only those that speak of consent are. */
const mostValues = 1000;
/** Such values of a column with more. */
const mostLateValues = 100;
/** Characters of a value that are kept and looked at. */
const longestValue = 10_000;

/** What the values of a column say about consent. */
export interface ColumnTally {
  /** Cells that are not empty, as far as they were counted. */
  readonly filled: number;
  readonly empty: number;
  /** Number of cells that say this. */
  count(...senses: readonly ValueSense[]): number;
  /** Cells with a status that is about something other than consent. */
  readonly otherStatus: number;
  /** Cells that say how often mail comes. */
  readonly frequencies: number;
  /** Cells with a text that holds a word of people who opted out, among others. */
  readonly mentions: number;
  /** Values and how often they occur, the most telling first. */
  readonly examples: readonly ValueCount[];
}

export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** Counts the values of some columns. */
export class ColumnSurvey {
  readonly #columns: readonly ColumnValues[];
  readonly #byColumn: ReadonlyMap<number, ColumnValues>;

  /** @param columns those to count */
  constructor(columns: readonly number[]) {
    this.#columns = columns.map(column => new ColumnValues(column));
    this.#byColumn = new Map(this.#columns.map(values => [values.column, values]));
  }

  add(cells: readonly string[]): void {
    for (const values of this.#columns) values.add(cells[values.column] ?? '');
  }

  /** What the values of a column say; of one that is not counted, nothing. */
  tally(column: number): ColumnTally {
    return (this.#byColumn.get(column) ?? new ColumnValues(column)).tally();
  }
}

class ColumnValues {
  readonly column: number;
  readonly #counts = new Map<string, number>();
  #filled = 0;
  #empty = 0;
  #late = 0;
  #isFull = false;

  constructor(column: number) {
    this.column = column;
  }

  add(cell: string): void {
    if (cell === '') this.#empty++;
    else if (this.#isFull) this.#addLate(cell);
    else {
      const value = cell.length > longestValue ? beginning(cell, longestValue) : cell;
      this.#filled++;
      this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
      this.#isFull = this.#counts.size >= mostValues;
    }
  }

  #addLate(cell: string): void {
    if (this.#late >= mostLateValues || !maySpeak(cell) || !isBad(valueSense(cell))) return;
    this.#late++;
    this.#filled++;
    this.#counts.set(cell, (this.#counts.get(cell) ?? 0) + 1);
  }

  tally(): ColumnTally {
    const senses = new Map<ValueSense, number>();
    let [blank, otherStatus, frequencies, mentions] = [0, 0, 0, 0];
    const judged = [...this.#counts].map(([value, count]) => {
      const sense = valueSense(value);
      senses.set(sense, (senses.get(sense) ?? 0) + count);
      if (sense === 'empty') blank += count;
      const word = fold(value.slice(0, 40));
      if (otherStatusWords.has(word)) otherStatus += count;
      if (frequencyWords.has(word) || frequencyWords.begins(foldedText([value.slice(0, 40)])))
        frequencies += count;
      if (sense === 'other' && mentionsOptOut(value)) mentions += count;
      return { value: value.trim(), count, rank: rankOf(sense) };
    });
    judged.sort((a, b) => a.rank - b.rank || b.count - a.count);
    return {
      filled: this.#filled - blank,
      empty: this.#empty + blank,
      count: (...wanted) => wanted.reduce((sum, sense) => sum + (senses.get(sense) ?? 0), 0),
      otherStatus,
      frequencies,
      mentions,
      examples: judged.slice(0, mostLateValues).map(({ value, count }) => ({ value, count })),
    };
  }
}

const telling: readonly ValueSense[] = [
  'opted out',
  'suppressed',
  'unconfirmed',
  'no',
  'yes',
  'subscribed',
  'active',
  'date',
];

function rankOf(sense: ValueSense): number {
  const rank = telling.indexOf(sense);
  return rank === -1 ? telling.length : rank;
}
