/** How a column is read, from what its name and its values say together. */

import type { ColumnTally } from './column-survey.ts';
import type { HeaderSense } from './header-sense.ts';

/**
 * How the cells of a column are read. In a `status` column only known words make an active subscriber. In a column of
 * `names` of newsletters only "no", an empty cell and known words suppress; in a column of `suppressed words` only these, in one of
 * `some words` those that the preset lists.
 */
export type MarkKind =
  | 'status'
  | 'opt-in'
  | 'opt-out'
  | 'names'
  | 'suppressed words'
  | 'some words'
  | 'values';

export interface ColumnReading {
  readonly kind: MarkKind;
  readonly mayBeEmpty?: true;
}

/** The column looks like a mark, and is not understood. */
export const unclear = 'unclear';

/**
 * Decides how a column is read.
 *
 * @param isMatched whether the account has a field for the column: then its values alone do not make it suspicious
 * @returns undefined when it says nothing about consent
 */
export function readColumn(
  sense: HeaderSense,
  tally: ColumnTally,
  isMatched: boolean,
): ColumnReading | typeof unclear | undefined {
  switch (sense) {
    case 'opt-out':
    case 'opt-in':
    case 'status':
      return isUnderstood(sense, tally) ? { kind: sense } : unclear;
    case 'opt-out reason':
      return { kind: 'opt-out' };
    case 'other channel':
      return undefined;
    case 'other matter':
      return tally.count('opted out') > 0 && !isMatched ? unclear : undefined;
    case 'likely opt-out':
    case 'perhaps opt-out':
    case 'remotely opt-out':
      return ofOptOut(sense, tally);
    case 'likely opt-in':
    case 'remotely opt-in':
      return ofOptIn(sense, tally);
    case 'newsletters':
    case 'lists':
      return ofNewsletters(sense, tally);
    case 'any status':
    case 'ambiguous status':
      return ofStatus(sense, tally);
    case 'mail':
      return ofMail(tally, isMatched);
    default:
      return ofUnknown(tally, isMatched);
  }
}

const isMost = (part: number, { filled }: ColumnTally) => part > 0 && part >= filled / 2;
/** Cells with a status word. */
const statuses = (tally: ColumnTally) =>
  tally.count('subscribed', 'active', 'unconfirmed', 'opted out', 'suppressed');
/** Cells that answer a question. */
const answers = (tally: ColumnTally) => statuses(tally) + tally.count('allowed', 'yes', 'no');
/** Cells of people who must not be emailed, if the column is about that. */
const refusals = (tally: ColumnTally) =>
  tally.count('unconfirmed', 'opted out', 'suppressed', 'no', 'refused');

/** Cells of people who may be emailed, if the column is about that. */
const goodOnes = (tally: ColumnTally) => tally.count('subscribed', 'active', 'allowed', 'yes');

/** Values that say nothing known about consent. */
const others = (tally: ColumnTally) => tally.count('other', 'number', 'refused');
/** Different values of a column in which people have chosen one of a few. */
const mostChoices = 6;
const isChoice = ({ examples }: ColumnTally) => examples.length <= mostChoices;

/** Whether a column that is about consent by its name says so in at least one value. */
function isUnderstood(sense: 'opt-out' | 'opt-in' | 'status', tally: ColumnTally): boolean {
  if (sense === 'status' && hasLetterCodes(tally)) return false;
  if (sense !== 'opt-out') return others(tally) === 0 || goodOnes(tally) + tally.count('date') > 0;
  // Addresses: people of their own, perhaps, in a list beside another.
  if (tally.examples.some(({ value }) => /^\S+@\S+\.\w+$/.test(value))) return false;
  return tally.empty > 0 || others(tally) < tally.filled;
}

const answerLetters = /^[ynjx]+$/;
/** Letters of which each means yes or no only beside the other. */
const letterPairs = /^(?:ft|no|ns|дн)$/;

/** Whether a status is written as a letter: "S" may be yes, subscribed, sent or stopped. */
function hasLetterCodes({ examples }: ColumnTally): boolean {
  const letters = examples.flatMap(({ value }) =>
    /^\p{L}$/u.test(value) && /[a-zа-я]/i.test(value) ? [value.toLowerCase()] : [],
  );
  const all = [...new Set(letters)].sort().join('');
  return all !== '' && !answerLetters.test(all) && !letterPairs.test(all);
}

function ofOptOut(sense: HeaderSense, tally: ColumnTally): ColumnReading | typeof unclear | undefined {
  const marks = tally.filled - tally.count('no', 'subscribed');
  if (marks === 0) return undefined;
  const isPlain = isMost(answers(tally) + tally.count('date'), tally);
  if (sense === 'perhaps opt-out') return unclear;
  if (sense === 'likely opt-out') return isPlain ? { kind: 'opt-out' } : unclear;
  const isDenied = tally.count('refused', 'allowed') > 0 && isChoice(tally);
  return isPlain || isDenied || tally.count('opted out') > 0 ? unclear : undefined;
}

function ofOptIn(sense: HeaderSense, tally: ColumnTally): ColumnReading | typeof unclear | undefined {
  // A box that was ticked has the text beside it, the others are empty.
  // Long texts are no examples.
  const isBox =
    tally.filled > 0 && others(tally) === tally.filled && tally.examples.length <= 1 && tally.empty > 0;
  if (isBox && sense === 'likely opt-in') return { kind: 'names' };
  if (isBox && tally.examples.every(({ value }) => /\S\s+\S+\s+\S/.test(value))) return unclear;
  const isAnswered = isMost(answers(tally), tally);
  const isRefused = refusals(tally) > 0 || (isAnswered && tally.empty > 0);
  if (!isRefused) return isAnswered && others(tally) > 0 ? unclear : undefined;
  if (sense === 'likely opt-in') return isAnswered ? { kind: 'opt-in' } : unclear;
  if (tally.count('opted out') > 0 && isMost(statuses(tally), tally)) return { kind: 'opt-in' };
  const isDenied = tally.count('refused') > 0 && isChoice(tally);
  return isAnswered || isDenied || tally.count('opted out') > 0 ? unclear : undefined;
}

function ofNewsletters(sense: HeaderSense, tally: ColumnTally): ColumnReading | typeof unclear | undefined {
  if (answers(tally) > tally.filled / 2 && tally.frequencies === 0) return { kind: 'opt-in' };
  if (sense === 'lists') {
    return tally.count('opted out') > 0 ? { kind: 'suppressed words', mayBeEmpty: true } : undefined;
  }
  if (tally.count('refused') > 0) return unclear;
  if (refusals(tally) > 0) return { kind: 'names' };
  return isPerhapsAnswered(tally) ? unclear : undefined;
}

/** Whether values that are not known may be answers, not names: two of one word each, or one and empty cells. */
function isPerhapsAnswered(tally: ColumnTally): boolean {
  const { examples, empty, filled } = tally;
  if (others(tally) < filled || filled === 0 || tally.frequencies > 0) return false;
  const isShort = examples.every(({ value }) => /^\S+$/.test(value));
  const isFormat = examples.every(({ value }) => /^(?:html|text|plain|txt|both|multipart)$/i.test(value));
  return isShort && !isFormat && (examples.length === 2 || (examples.length === 1 && empty > 0));
}

function ofStatus(sense: HeaderSense, tally: ColumnTally): ColumnReading | typeof unclear | undefined {
  const isOther = isMost(tally.otherStatus, tally);
  if (isOther) return tally.count('opted out') > 0 ? unclear : undefined;
  if (hasLetterCodes(tally)) return unclear;
  if (sense === 'ambiguous status') {
    if (answers(tally) > tally.filled / 2) return { kind: 'status' };
    return tally.count('opted out') > 0 ? unclear : undefined;
  }
  // Where no word is known to be good, one of the others is, perhaps.
  const isUnknown = others(tally) > 0 && goodOnes(tally) === 0;
  if (isMost(answers(tally), tally) && !isUnknown) return { kind: 'status' };
  return tally.filled > 0 ? unclear : undefined;
}

/** Mail is mentioned, and the answers are yes and no: to "Blocked mail" or to "Wanted mail". */
function ofMail(tally: ColumnTally, isMatched: boolean): ColumnReading | typeof unclear | undefined {
  if (refusals(tally) > 0 && tally.frequencies > 0) return { kind: 'names', mayBeEmpty: true };
  const isDenied = tally.count('refused') > 0 && isChoice(tally);
  const isAnswered = isMost(tally.count('yes', 'no', 'allowed', 'refused'), tally);
  return (isAnswered || isDenied) && !isMatched ? unclear : ofUnknown(tally, isMatched);
}

function ofUnknown(tally: ColumnTally, isMatched: boolean): ColumnReading | typeof unclear | undefined {
  const isKnown = others(tally) === 0 || goodOnes(tally) > 0;
  const isStatus = isKnown && tally.count('opted out') > 0 && statuses(tally) > tally.filled / 2;
  const isOfSubscribers = isMost(tally.count('subscribed'), tally);
  // "Subscriber" beside words that are not known, and none of people who left: a role, perhaps.
  if (isOfSubscribers && others(tally) > 0 && refusals(tally) === 0) return isMatched ? undefined : unclear;
  if (isStatus || isOfSubscribers) return { kind: 'status', mayBeEmpty: true };
  // "Never" beside "weekly": about mail, or about sports.
  if (
    !isMatched &&
    refusals(tally) > 0 &&
    tally.frequencies + tally.count('no') > tally.filled / 2 &&
    tally.frequencies > 0
  ) {
    return unclear;
  }
  if (isMatched) return undefined;
  // "Delivered", "opened" and the like beside "cancelled": an order; beside "unsubscribed" not.
  if (isMost(tally.otherStatus, tally)) return tally.count('opted out') > 0 ? unclear : undefined;
  return tally.count('opted out', 'suppressed', 'unconfirmed') > 0 ? unclear : undefined;
}
