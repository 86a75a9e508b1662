import { fold, foldedText } from '../rows/values/fold.ts';
import { isBad, mentionsOptOut, type ValueMeaning, valueMeaning } from './value-meaning.ts';
import { frequencyWords, otherStatusWords } from './words.ts';

/** What a cell says about consent, whatever its column. */
export interface ConsentJudgement {
  readonly meaning: ValueMeaning;
  /** The person must not be emailed, at least if the column is about consent. */
  readonly isBad: boolean;
  /** A text that contains a word for an opt-out, and does not say it of the person. */
  readonly mentionsOptOut: boolean;
  /** A status about something other than consent. */
  readonly isOtherStatus: boolean;
  /** How often mail comes. */
  readonly isFrequency: boolean;
}

/** Cells of which the judgement is kept. */
const mostKept = 4096;
let recent = new Map<string, ConsentJudgement>();
let older = new Map<string, ConsentJudgement>();

/** The only judge of a value. What it has judged lately it remembers, so that asking again is cheap. */
export function judge(cell: string): ConsentJudgement {
  const known = recent.get(cell) ?? older.get(cell);
  if (known !== undefined) return known;
  const judgement = judgementOf(cell);
  if (recent.size >= mostKept) [older, recent] = [recent, new Map()];
  recent.set(cell, judgement);
  return judgement;
}

function judgementOf(cell: string): ConsentJudgement {
  const meaning = valueMeaning(cell);
  const phrase = foldedText([cell]);
  return {
    meaning,
    isBad: isBad(meaning),
    mentionsOptOut: meaning === 'other' && mentionsOptOut(cell),
    isOtherStatus: otherStatusWords.has(fold(cell)),
    isFrequency: frequencyWords.has(phrase.whole) || frequencyWords.begins(phrase),
  };
}
