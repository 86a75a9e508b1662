/** What the values of a column say together. */
import type { ColumnCounts } from './column-survey.ts';

export interface Evidence extends ColumnCounts {
  /** Not a word of what the values say is unknown. */
  readonly isKnown: boolean;
  /** Cells of which at least some must not be emailed, if the column is about it. */
  readonly refusals: number;
  readonly agreements: number;
  readonly isChoice: boolean;
  /** Answers are letters or words that may stand for anything. */
  readonly hasLetters: boolean;
}

/** Different values of a column with a choice of a few. */
const mostChoices = 6;

export function evidenceOf(counts: ColumnCounts): Evidence {
  const { examples, filled } = counts;
  const hasLetters = hasLetterCodes(counts);
  return {
    ...counts,
    isKnown: counts.count('other', 'number') === 0 && !hasLetters,
    hasLetters,
    refusals: counts.count('unconfirmed', 'opted out', 'left', 'suppressed', 'no', 'refused'),
    agreements: counts.count('subscribed', 'active', 'allowed', 'yes', 'frequency'),
    isChoice: filled > 0 && examples.length <= mostChoices,
  };
}

const answerLetters = /^[ynjx]+$/;
/** Letters of which each means yes or no only beside the other. */
const letterPairs = /^(?:ft|no|ns|дн)$/;

/** Whether answers are written as letters: "S" may be yes, subscribed, sent or stopped. */
function hasLetterCodes({ examples }: ColumnCounts): boolean {
  const values = examples.map(({ value }) => value.toLowerCase());
  // In Albanian, "jo" is no.
  if (values.includes('po') && values.includes('jo')) return true;
  const letters = values.filter(value => /^\p{L}$/u.test(value) && /[a-zа-я]/i.test(value));
  const all = [...new Set(letters)].sort().join('');
  return all !== '' && !answerLetters.test(all) && !letterPairs.test(all);
}

export const isEmpty = ({ filled }: Evidence) => filled === 0;
const hasDates = (evidence: Evidence) => evidence.count('date') > 0;
/** Days, and people without one. */
export const isOfDates = (evidence: Evidence) =>
  hasDates(evidence) && evidence.count('date') === evidence.filled && evidence.empty > 0;
export const isMost = (part: number, { filled }: Pick<Evidence, 'filled'>) => part > 0 && part >= filled / 2;
/** Words for other states, numbers, links: the column says nothing of mail. */
export const isHarmless = (evidence: Evidence) =>
  isMost(evidence.otherStatus, evidence) ||
  evidence.examples.some(({ value }) => value.includes('://')) ||
  (evidence.examples.length > 1 && evidence.count('number') === evidence.filled);
