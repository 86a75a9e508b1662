import type { ColumnCounts } from './column-survey.ts';
import type { HeaderMeaning } from './header-meaning.ts';

/**
 * `status`: only known words make an active subscriber. `names` (of newsletters): only "no", an empty cell and known
 * words suppress. `suppressed words`: only these suppress. `some words`: only those that the preset lists.
 */
export type RuleKind =
  | 'status'
  | 'opt-in'
  | 'opt-out'
  | 'names'
  | 'suppressed words'
  | 'some words'
  | 'values';

export interface ColumnRule {
  readonly kind: RuleKind;
  readonly mayBeEmpty?: true;
}

/** The column looks like consent, and is not understood. */
export const unclear = 'unclear';

/**
 * @param isMatched the account has a field for the column: its values alone do not make it suspicious
 * @returns undefined if the column is not about consent
 */
export function ruleOf(
  meaning: HeaderMeaning,
  counts: ColumnCounts,
  isMatched: boolean,
): ColumnRule | typeof unclear | undefined {
  switch (meaning) {
    case 'opt-out':
    case 'opt-in':
    case 'status':
      return isUnderstood(meaning, counts) ? { kind: meaning } : unclear;
    case 'opt-out reason':
      return { kind: 'opt-out' };
    case 'other channel':
      return undefined;
    case 'other matter':
      return counts.count('opted out') > 0 && !isMatched ? unclear : undefined;
    case 'likely opt-out':
    case 'perhaps opt-out':
    case 'remotely opt-out':
      return ofOptOut(meaning, counts);
    case 'likely opt-in':
    case 'remotely opt-in':
      return ofOptIn(meaning, counts);
    case 'newsletters':
    case 'lists':
      return ofNewsletters(meaning, counts);
    case 'any status':
    case 'ambiguous status':
      return ofStatus(meaning, counts);
    case 'mail':
      return ofMail(counts, isMatched);
    default:
      return ofUnknown(counts, isMatched);
  }
}

const isMost = (part: number, { filled }: ColumnCounts) => part > 0 && part >= filled / 2;
/** Cells with a status word. */
const statuses = (counts: ColumnCounts) =>
  counts.count('subscribed', 'active', 'unconfirmed', 'opted out', 'suppressed');
/** Cells that answer a question. */
const answers = (counts: ColumnCounts) => statuses(counts) + counts.count('allowed', 'yes', 'no');
/** Cells that suppress, if the column is about consent. */
const refusals = (counts: ColumnCounts) =>
  counts.count('unconfirmed', 'opted out', 'suppressed', 'no', 'refused');

/** Cells of active subscribers, if the column is about consent. */
const goodOnes = (counts: ColumnCounts) => counts.count('subscribed', 'active', 'allowed', 'yes');

/** Values that say nothing known about consent. */
const others = (counts: ColumnCounts) => counts.count('other', 'number', 'refused');
/** Different values of a column with a choice of a few. */
const mostChoices = 6;
const isChoice = ({ examples }: ColumnCounts) => examples.length <= mostChoices;

/** Whether the values of a consent column fit its name. */
function isUnderstood(meaning: 'opt-out' | 'opt-in' | 'status', counts: ColumnCounts): boolean {
  if (meaning === 'status' && hasLetterCodes(counts)) return false;
  if (meaning !== 'opt-out') return others(counts) === 0 || goodOnes(counts) + counts.count('date') > 0;
  // Addresses: perhaps other people, in a second list beside the first.
  if (counts.examples.some(({ value }) => /^\S+@\S+\.\w+$/.test(value))) return false;
  return counts.empty > 0 || others(counts) < counts.filled;
}

const answerLetters = /^[ynjx]+$/;
/** Letters of which each means yes or no only beside the other. */
const letterPairs = /^(?:ft|no|ns|дн)$/;

/** Whether a status is written as a letter: "S" may be yes, subscribed, sent or stopped. */
function hasLetterCodes({ examples }: ColumnCounts): boolean {
  const letters = examples.flatMap(({ value }) =>
    /^\p{L}$/u.test(value) && /[a-zа-я]/i.test(value) ? [value.toLowerCase()] : [],
  );
  const all = [...new Set(letters)].sort().join('');
  return all !== '' && !answerLetters.test(all) && !letterPairs.test(all);
}

function ofOptOut(meaning: HeaderMeaning, counts: ColumnCounts): ColumnRule | typeof unclear | undefined {
  const optedOut = counts.filled - counts.count('no', 'subscribed');
  if (optedOut === 0) return undefined;
  const isPlain = isMost(answers(counts) + counts.count('date'), counts);
  if (meaning === 'perhaps opt-out') return unclear;
  if (meaning === 'likely opt-out') return isPlain ? { kind: 'opt-out' } : unclear;
  const isDenied = counts.count('refused', 'allowed') > 0 && isChoice(counts);
  return isPlain || isDenied || counts.count('opted out') > 0 ? unclear : undefined;
}

function ofOptIn(meaning: HeaderMeaning, counts: ColumnCounts): ColumnRule | typeof unclear | undefined {
  // A ticked box holds its label, others are empty. Long texts are no examples.
  const isBox =
    counts.filled > 0 && others(counts) === counts.filled && counts.examples.length <= 1 && counts.empty > 0;
  if (isBox && meaning === 'likely opt-in') return { kind: 'names' };
  if (isBox && counts.examples.every(({ value }) => /\S\s+\S+\s+\S/.test(value))) return unclear;
  const isAnswered = isMost(answers(counts), counts);
  const isRefused = refusals(counts) > 0 || (isAnswered && counts.empty > 0);
  if (!isRefused) return isAnswered && others(counts) > 0 ? unclear : undefined;
  if (meaning === 'likely opt-in') return isAnswered ? { kind: 'opt-in' } : unclear;
  if (counts.count('opted out') > 0 && isMost(statuses(counts), counts)) return { kind: 'opt-in' };
  const isDenied = counts.count('refused') > 0 && isChoice(counts);
  return isAnswered || isDenied || counts.count('opted out') > 0 ? unclear : undefined;
}

function ofNewsletters(
  meaning: HeaderMeaning,
  counts: ColumnCounts,
): ColumnRule | typeof unclear | undefined {
  if (answers(counts) > counts.filled / 2 && counts.frequencies === 0) return { kind: 'opt-in' };
  if (meaning === 'lists') {
    return counts.count('opted out') > 0 ? { kind: 'suppressed words', mayBeEmpty: true } : undefined;
  }
  if (counts.count('refused') > 0) return unclear;
  if (refusals(counts) > 0) return { kind: 'names' };
  return isPerhapsAnswered(counts) ? unclear : undefined;
}

/** Whether unknown values may be answers, not names: two of one word each, or one and empty cells. */
function isPerhapsAnswered(counts: ColumnCounts): boolean {
  const { examples, empty, filled } = counts;
  if (others(counts) < filled || filled === 0 || counts.frequencies > 0) return false;
  const isShort = examples.every(({ value }) => /^\S+$/.test(value));
  const isFormat = examples.every(({ value }) => /^(?:html|text|plain|txt|both|multipart)$/i.test(value));
  return isShort && !isFormat && (examples.length === 2 || (examples.length === 1 && empty > 0));
}

function ofStatus(meaning: HeaderMeaning, counts: ColumnCounts): ColumnRule | typeof unclear | undefined {
  const isOther = isMost(counts.otherStatus, counts);
  if (isOther) return counts.count('opted out') > 0 ? unclear : undefined;
  if (hasLetterCodes(counts)) return unclear;
  if (meaning === 'ambiguous status') {
    if (answers(counts) > counts.filled / 2) return { kind: 'status' };
    return counts.count('opted out') > 0 ? unclear : undefined;
  }
  // If no word is known to be active, one of the others may be.
  const isUnknown = others(counts) > 0 && goodOnes(counts) === 0;
  if (isMost(answers(counts), counts) && !isUnknown) return { kind: 'status' };
  return counts.filled > 0 ? unclear : undefined;
}

/** Mail is mentioned, and the answers are yes and no: to "Blocked mail" or to "Wanted mail". */
function ofMail(counts: ColumnCounts, isMatched: boolean): ColumnRule | typeof unclear | undefined {
  if (refusals(counts) > 0 && counts.frequencies > 0) return { kind: 'names', mayBeEmpty: true };
  const isDenied = counts.count('refused') > 0 && isChoice(counts);
  const isAnswered = isMost(counts.count('yes', 'no', 'allowed', 'refused'), counts);
  return (isAnswered || isDenied) && !isMatched ? unclear : ofUnknown(counts, isMatched);
}

function ofUnknown(counts: ColumnCounts, isMatched: boolean): ColumnRule | typeof unclear | undefined {
  const isKnown = others(counts) === 0 || goodOnes(counts) > 0;
  const isStatus = isKnown && counts.count('opted out') > 0 && statuses(counts) > counts.filled / 2;
  const isOfSubscribers = isMost(counts.count('subscribed'), counts);
  // "Subscriber" beside unknown words, and no opt-outs: perhaps a role.
  if (isOfSubscribers && others(counts) > 0 && refusals(counts) === 0) return isMatched ? undefined : unclear;
  if (isStatus || isOfSubscribers) return { kind: 'status', mayBeEmpty: true };
  // "Never" beside "weekly": about mail, or about sports.
  if (
    !isMatched &&
    refusals(counts) > 0 &&
    counts.frequencies + counts.count('no') > counts.filled / 2 &&
    counts.frequencies > 0
  ) {
    return unclear;
  }
  if (isMatched) return undefined;
  // "Delivered", "opened" and the like beside "cancelled": an order; beside "unsubscribed" not.
  if (isMost(counts.otherStatus, counts)) return counts.count('opted out') > 0 ? unclear : undefined;
  return counts.count('opted out', 'suppressed', 'unconfirmed') > 0 ? unclear : undefined;
}
