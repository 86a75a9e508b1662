import { yesOrNo } from '../rows/values/yes-no.ts';
import { mayMeanOptOut } from './glance.ts';
import {
  type ConsentJudgement,
  judge,
  judgePlain,
  longestPhrase,
  type ValueMeaning,
  valueMeanings,
} from './judge.ts';

/** Different values of a column that are counted; beyond them only values about consent. */
const mostValues = 250;
/** Different values of a column whose words are all looked up; of more, those at which a glance finds an opt-out. */
const mostJudged = 40;
/** Such values of a column with more. */
const mostLateValues = 100;
/** Characters of a cell that is looked up before it is judged. */
const shortCell = 8;

/** What the values of a column say together. All but the last four are numbers of cells. */
export interface ColumnCounts {
  readonly filled: number;
  readonly empty: number;
  /** With one of these meanings. */
  count(...meanings: readonly ValueMeaning[]): number;
  /** Of people of whom at least some must not be emailed, if the column is about it. */
  readonly refusals: number;
  readonly agreements: number;
  readonly otherStatus: number;
  readonly ofThings: number;
  /** That name mail or consent, and do not say that it is wanted: "accordé" may be said of photos. */
  readonly about: number;
  readonly partial: number;
  readonly joined: number;
  /** Texts with a word for an opt-out. */
  readonly mentions: number;
  /** Values and how often they occur, the most telling first. */
  readonly examples: readonly ValueCount[];
  /** Not a word of what the values say is unknown. */
  readonly isKnown: boolean;
  readonly isChoice: boolean;
  /** Answers are letters or words that may stand for anything. */
  readonly hasLetters: boolean;
}

/** Different values of a column with a choice of a few. */
const mostChoices = 6;

export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

export const sumOf = (values: readonly ValueCount[]) => values.reduce((sum, { count }) => sum + count, 0);

export class ColumnSurvey {
  readonly #columns: readonly ColumnValues[];
  rows = 0;
  /** What was asked for after all rows: several places look at it. */
  readonly #counted = new Map<number, { readonly rows: number; readonly counts: ColumnCounts }>();

  constructor(columns: readonly number[]) {
    this.#columns = columns.map(column => new ColumnValues(column));
  }

  add(cells: readonly string[]): void {
    this.rows++;
    for (const values of this.#columns) values.add(cells[values.column] ?? '');
  }

  /** All zero for a column that is not counted. */
  counts(column: number): ColumnCounts {
    const known = this.#counted.get(column);
    if (known?.rows === this.rows) return known.counts;
    const values = this.#columns.find(each => each.column === column) ?? new ColumnValues(column);
    const counts = values.counts();
    this.#counted.set(column, { rows: this.rows, counts });
    return counts;
  }
}

class ColumnValues {
  readonly column: number;
  /** How often each value occurs. A counter is found once for a cell, where a number would be set again: 7 % of a check. */
  readonly #values = new Map<string, { count: number }>();
  #filled = 0;
  #empty = 0;
  /** Cells longer than `longestPhrase`. */
  #texts = 0;
  #late = 0;
  #isFull = false;

  constructor(column: number) {
    this.column = column;
  }

  add(cell: string): void {
    if (cell === '') this.#empty++;
    else if (cell.length > longestPhrase) this.#addLong(cell.trim());
    else if (this.#isFull) this.#addLate(cell);
    else this.#addValue(cell);
  }

  #addValue(cell: string): void {
    this.#filled++;
    const known = this.#values.get(cell);
    if (known !== undefined) known.count++;
    else {
      this.#values.set(cell, { count: 1 });
      this.#isFull = this.#values.size >= mostValues;
    }
  }

  #addLong(text: string): void {
    if (text.length <= longestPhrase) this.#addValue(text);
    else if (!mayMeanOptOut(text) || !this.#judgeLate(text)) {
      this.#filled++;
      this.#texts++;
    }
  }

  #addLate(cell: string): void {
    // Numbers and words that occur often.
    if (cell.length <= shortCell && this.#values.has(cell)) this.#addValue(cell);
    else if (mayMeanOptOut(cell)) this.#judgeLate(cell);
  }

  /** @returns whether the cell is counted as a value */
  #judgeLate(cell: string): boolean {
    const { meaning, isBad, mentionsOptOut } = judge(cell);
    const isTelling = mentionsOptOut || isBad || meaning === 'no';
    if (!isTelling || (this.#late >= mostLateValues && !this.#values.has(cell))) return false;
    this.#late++;
    this.#addValue(cell);
    return true;
  }

  counts(): ColumnCounts {
    const judged = [...this.#values].map(([value, { count }]) => {
      const isJudged = this.#values.size <= mostJudged || mayMeanOptOut(value);
      const judgement = isJudged ? judge(value) : judgePlain(value);
      return { value: value.trim(), count, judgement, rank: rankOf(judgement) };
    });
    const meanings = new Map<ValueMeaning, number>([['other', this.#texts]]);
    for (const { count, judgement } of judged)
      meanings.set(judgement.meaning, (meanings.get(judgement.meaning) ?? 0) + count);
    const cells = (is: (judgement: ConsentJudgement) => boolean) =>
      judged.reduce((sum, { count, judgement }) => sum + (is(judgement) ? count : 0), 0);
    const count = (...wanted: readonly ValueMeaning[]) =>
      wanted.reduce((sum, meaning) => sum + (meanings.get(meaning) ?? 0), 0);
    const blank = count('empty');
    const filled = this.#filled - blank;
    judged.sort((a, b) => a.rank - b.rank || b.count - a.count);
    const examples = judged.filter(({ value }) => value !== '').slice(0, mostLateValues);
    const hasLetters = areLetterCodes(examples.map(({ value }) => value.toLowerCase()));
    return {
      filled,
      empty: this.#empty + blank,
      count,
      refusals: count('unconfirmed', 'opted out', 'left', 'suppressed', 'no', 'refused'),
      agreements: count('subscribed', 'active', 'allowed', 'yes', 'frequency'),
      otherStatus: cells(({ isOtherStatus }) => isOtherStatus),
      ofThings: cells(({ isOfThings }) => isOfThings),
      about: cells(({ about, meaning }) => about > 0 && meaning !== 'subscribed'),
      partial: cells(({ isPartial }) => isPartial),
      joined: cells(({ isJoined }) => isJoined),
      mentions: cells(({ mentionsOptOut }) => mentionsOptOut),
      examples: examples.map(({ value, count }) => ({ value, count })),
      isKnown: count('other', 'number') === 0 && !hasLetters,
      isChoice: filled > 0 && examples.length <= mostChoices,
      hasLetters,
    };
  }
}

const answerLetters = /^[ynjx]+$/;
/** Letters of which each means yes or no only beside the other. */
const letterPairs = /^(?:ft|no|ns|дн)$/;

/** Whether answers are written as letters: "S" may be yes, subscribed, sent or stopped. */
function areLetterCodes(values: readonly string[]): boolean {
  // In Albanian, "jo" is no.
  if (values.includes('po') && values.includes('jo')) return true;
  // Beside words for yes and no, an x may cross out.
  const said = new Set(values.filter(value => value !== 'x').map(yesOrNo));
  if (values.includes('x') && said.has(true) && said.has(false)) return true;
  const letters = values.filter(value => /^\p{L}$/u.test(value) && /[a-zа-я]/i.test(value));
  const all = [...new Set(letters)].sort().join('');
  return all !== '' && !answerLetters.test(all) && !letterPairs.test(all);
}

/** What may refuse, but is not understood, stands before other values that are not. */
const firstUnknown = valueMeanings.indexOf('number');

function rankOf({ meaning, mayRefuse }: ConsentJudgement): number {
  const rank = valueMeanings.indexOf(meaning);
  return rank < firstUnknown ? rank : firstUnknown + (mayRefuse ? 0 : 1);
}
