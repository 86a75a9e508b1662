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
  /** A file, a sheet, a title or another column says that the list is one of a newsletter. */
  readonly isListOfMail: boolean;
  /** A file, a sheet, a title or the columns of openings and clicks say that it is one of a newsletter. */
  readonly isMailFile: boolean;
  /** Another column certainly says of each person whether mail is wanted. */
  readonly isSpokenFor: boolean;
  /** Another column certainly says who agreed to get mail. */
  readonly isAgreedTo: boolean;
  /** Another column is about orders, courses, bookings: a bare state is theirs. */
  readonly isOfTrade: boolean;
  /** Other columns, which are not about mail, have nothing but yes and no either. */
  readonly isOneOfMany: boolean;
}

/** What is known of the file. */
export type FileContext = Pick<
  Evidence,
  'isListOfMail' | 'isMailFile' | 'isSpokenFor' | 'isAgreedTo' | 'isOfTrade' | 'isOneOfMany'
>;

export const noContext: FileContext = {
  isListOfMail: false,
  isMailFile: false,
  isSpokenFor: false,
  isAgreedTo: false,
  isOfTrade: false,
  isOneOfMany: false,
};

/** Different values of a column with a choice of a few. */
const mostChoices = 6;

export function evidenceOf(counts: ColumnCounts, context: FileContext): Evidence {
  const { examples, filled } = counts;
  const hasLetters = hasLetterCodes(counts);
  return {
    ...counts,
    isKnown: counts.count('other', 'number') === 0 && !hasLetters,
    hasLetters,
    refusals: counts.count('unconfirmed', 'opted out', 'left', 'suppressed', 'no', 'refused'),
    agreements: counts.count('subscribed', 'active', 'allowed', 'yes', 'frequency'),
    isChoice: filled > 0 && examples.length <= mostChoices,
    ...context,
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
/** Nothing but yes and no. */
export const isAnswered = (e: Evidence) => e.count('yes', 'no') === e.filled && e.count('yes') > 0;
/** Days, and people without one. */
export const isOfDates = (evidence: Evidence) =>
  hasDates(evidence) && evidence.count('date') === evidence.filled && evidence.empty > 0;
export const isMarked = (evidence: Evidence) => evidence.count('opted out') > 0;
/** Most are addresses, as far as the values are shown. */
export const isOfAddresses = ({ examples }: Evidence) =>
  examples.filter(({ value }) => /\S@\S/.test(value)).length > examples.length / 2;
export const isNearlyUnknown = (e: Evidence) => e.count('other', 'number') > 0.9 * e.filled;
/** Different values that may be answers, though none is known. */
const mostUnknown = 4;
export const isManyUnknown = (e: Evidence) => e.examples.length >= mostUnknown && isUnknown(e);
/** The column is that of the subscription, certainly. */
export const isSure = (e: Evidence, { isOwn }: { readonly isOwn?: boolean }) =>
  isOwn === true || e.isMailFile || e.sure > 0;
/** Nothing says what the values mean. */
export const isUnknown = (evidence: Evidence) => isMost(evidence.count('other', 'number'), evidence);
export const isMember = (evidence: Evidence) => evidence.count('subscribed') > 0;
export const isMost = (part: number, { filled }: Pick<Evidence, 'filled'>) => part > 0 && part >= filled / 2;
export const isHarmless = (evidence: Evidence) =>
  isMost(evidence.otherStatus, evidence) ||
  (evidence.examples.length > 1 && evidence.count('number') === evidence.filled);
