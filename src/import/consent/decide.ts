/** The decision table: from what a column is about, and what its values say, to how it is read. */
import type { ColumnCounts } from './column-survey.ts';
import type { ColumnHeader, HeaderKind } from './header.ts';
import { judge, type ValueMeaning } from './judge.ts';

/**
 * `status`: only known words make an active subscriber. `some words`: only those that the preset lists suppress. `values`: those
 * that the user named.
 */
export type RuleKind = 'status' | 'opt-in' | 'opt-out' | 'some words' | 'values';

/** How a column is read; `ask`: it must be asked about; `nothing`: it is not about consent. */
export type ColumnReading = 'status' | 'opt-in' | 'opt-out' | 'ask' | 'nothing';

/** What the values of a column say together. */
export interface Evidence extends ColumnCounts {
  /** Not a word of what the values say is unknown. */
  readonly isKnown: boolean;
  /** Cells of which at least some must not be emailed, if the column is about it. */
  readonly refusals: number;
  readonly agreements: number;
  readonly isChoice: boolean;
  /** Answers are letters that may stand for anything. */
  readonly hasLetters: boolean;
  /** A file, a sheet or a title says that the list is one of a newsletter. */
  readonly isListOfMail: boolean;
}

/** Different values of a column with a choice of a few. */
const mostChoices = 6;

export function evidenceOf(counts: ColumnCounts, isListOfMail: boolean): Evidence {
  const { examples, filled } = counts;
  const hasLetters = hasLetterCodes(counts);
  return {
    ...counts,
    isKnown: counts.count('other', 'number') === 0 && !hasLetters,
    hasLetters,
    refusals: counts.count('unconfirmed', 'opted out', 'left', 'suppressed', 'no', 'refused'),
    agreements: counts.count('subscribed', 'active', 'allowed', 'yes', 'frequency'),
    isChoice: filled > 0 && examples.length <= mostChoices,
    isListOfMail,
  };
}

const answerLetters = /^[ynjx]+$/;
/** Letters of which each means yes or no only beside the other. */
const letterPairs = /^(?:ft|no|ns|дн)$/;

/** Whether answers are written as letters: "S" may be yes, subscribed, sent or stopped. */
function hasLetterCodes({ examples }: ColumnCounts): boolean {
  const letters = examples.flatMap(({ value }) =>
    /^\p{L}$/u.test(value) && /[a-zа-я]/i.test(value) ? [value.toLowerCase()] : [],
  );
  const all = [...new Set(letters)].sort().join('');
  return all !== '' && !answerLetters.test(all) && !letterPairs.test(all);
}

interface Row {
  readonly header: readonly HeaderKind[];
  readonly when: (evidence: Evidence, header: ColumnHeader) => boolean;
  readonly reading: ColumnReading;
  /** What the row was made for. */
  readonly example: string;
}

const always = () => true;
const isEmpty = ({ filled }: Evidence) => filled === 0;
const hasDates = (evidence: Evidence) => evidence.count('date') > 0;
/** Days, and people without one. */
const isOfDates = (evidence: Evidence) =>
  hasDates(evidence) && evidence.count('date') === evidence.filled && evidence.empty > 0;
const isMarked = (evidence: Evidence) => evidence.count('opted out') > 0;
/** Most are addresses, as far as the values are shown. */
const isOfAddresses = ({ examples }: Evidence) =>
  examples.filter(({ value }) => /\S@\S/.test(value)).length > examples.length / 2;
const isMember = (evidence: Evidence) => evidence.count('subscribed') > 0;
const isMost = (part: number, { filled }: Evidence) => part > 0 && part >= filled / 2;
const isHarmless = (evidence: Evidence) =>
  isMost(evidence.otherStatus, evidence) ||
  (evidence.examples.length > 1 && evidence.count('number') === evidence.filled);

/** Rows that come first decide. */
export const decisions: readonly Row[] = [
  { header: ['channel'], when: always, reading: 'nothing', example: 'SMS status: unsubscribed' },
  {
    header: [
      'refused',
      'reason',
      'wanted',
      'topic',
      'unsure',
      'left',
      'ended',
      'state',
      'elsewhere',
      'other',
    ],
    when: isEmpty,
    reading: 'nothing',
    example: 'Newsletter: no value at all',
  },
  { header: ['status'], when: isEmpty, reading: 'status', example: 'Subscription status: no value at all' },
  // Mail is refused.
  {
    header: ['reason'],
    when: always,
    reading: 'opt-out',
    example: 'Reason for unsubscribing: too many mails',
  },
  {
    header: ['refused', 'left'],
    when: e => e.isKnown && e.count('refused', 'frequency') === 0,
    reading: 'opt-out',
    example: 'Do not email: yes, no; Unsubscribed: 2024-05-31, none',
  },
  {
    header: ['refused'],
    when: e => e.count('number', 'no', 'yes') === e.filled && e.count('no') > 0,
    reading: 'opt-out',
    example: 'Hard bounces: 0, 2; Unsubscribed lists: [], [17]',
  },
  {
    header: ['refused'],
    when: e => e.count('refused') > 0 && e.count('allowed') > 0 && e.isKnown,
    reading: 'opt-out',
    example: 'Do not allow emails: allow, do not allow',
  },
  { header: ['refused', 'left'], when: always, reading: 'ask', example: 'Unsubscribed: yes, no, see Bob' },
  // Mail is wanted.
  {
    header: ['status', 'wanted'],
    when: (e, { isPaid }) => isPaid === true && e.refusals + e.empty > 0 && !isMarked(e) && !isMember(e),
    reading: 'ask',
    example: 'Subscription status: active, past_due, canceled',
  },
  { header: ['wanted', 'status'], when: e => e.isKnown, reading: 'opt-in', example: 'Newsletter: yes, no' },
  { header: ['wanted', 'status'], when: always, reading: 'ask', example: 'Newsletter: yes, leave me alone' },
  { header: ['count'], when: e => e.filled > e.count('no'), reading: 'ask', example: 'Bounces: 0, 3' },
  // About mail, and nobody knows which way.
  {
    header: ['topic', 'unsure', 'ended'],
    when: e => isOfAddresses(e) && !isMarked(e),
    reading: 'nothing',
    example: 'E-mail 2: other addresses',
  },
  {
    header: ['topic', 'unsure'],
    when: e => e.isKnown && (isMarked(e) || isMember(e)) && e.count('yes', 'no', 'refused', 'date') === 0,
    reading: 'status',
    example: 'Mail: subscribed, unsubscribed',
  },
  {
    header: ['topic', 'unsure'],
    when: e => isMarked(e),
    reading: 'ask',
    example: 'Contact: yes, no mail, Bob',
  },
  { header: ['topic', 'unsure'], when: isHarmless, reading: 'nothing', example: 'Mails opened: 0, 3, 12' },
  {
    header: ['topic', 'unsure'],
    when: e => e.isChoice || isOfDates(e) || isMost(e.refusals + e.agreements, e),
    reading: 'ask',
    example: 'Newsletter weg: ja, nein; Mail: yes, no',
  },
  {
    header: ['topic', 'unsure'],
    when: (e, { about }) => about === 2 && e.refusals > 0,
    reading: 'ask',
    example: 'Newsletter remarks: many different texts, "no"',
  },
  { header: ['topic', 'unsure'], when: always, reading: 'nothing', example: 'Contact: names of colleagues' },
  // Something else has ended, perhaps.
  { header: ['ended'], when: isMarked, reading: 'ask', example: 'Cancelled: unsubscribed' },
  {
    header: ['ended'],
    when: e => e.about > 0,
    reading: 'ask',
    example: 'Reason for leaving: too many emails',
  },
  {
    header: ['ended'],
    when: e =>
      e.filled > e.count('no') &&
      (e.isKnown || isOfDates(e) || (e.hasLetters && e.isChoice && e.refusals > 0)),
    reading: 'ask',
    example: 'Blocked: yes, no; Deleted: 2024-05-31',
  },
  { header: ['ended'], when: always, reading: 'nothing', example: 'Cancelled: by the hotel' },
  // A state of something.
  {
    header: ['state'],
    when: (e, { isConfirmation }) => isConfirmation === true && isOfDates(e) && e.empty < e.filled,
    reading: 'opt-in',
    example: 'confirmed_at: days, and some without',
  },
  {
    header: ['state'],
    when: (e, { isConfirmation }) => isConfirmation === true && isOfDates(e),
    reading: 'ask',
    example: 'confirmed_at: a few days, and many without',
  },
  {
    header: ['state', 'other'],
    when: e => e.isKnown && isMarked(e) && isMost(e.refusals + e.agreements, e),
    reading: 'status',
    example: 'Status: active, unsubscribed',
  },
  {
    header: ['state', 'elsewhere', 'other'],
    when: isMarked,
    reading: 'ask',
    example: 'Status: new, sold, unsubscribed',
  },
  {
    header: ['state', 'other'],
    when: e => e.isKnown && isMost(e.count('subscribed'), e),
    reading: 'status',
    example: 'Kind: subscriber, inactive',
  },
  {
    header: ['state', 'other'],
    when: e => isMost(e.count('subscribed'), e) && e.isChoice,
    reading: 'ask',
    example: 'Kind: subscriber, visitor',
  },
  {
    header: ['state', 'elsewhere', 'other'],
    when: e => e.about > 0 && e.refusals > 0 && e.isChoice,
    reading: 'ask',
    example: 'Lunch: signed up, signed off',
  },
  {
    header: ['other'],
    when: e => e.count('left') > 0,
    reading: 'ask',
    example: 'Remark: many texts, "hat sich abgemeldet"',
  },
  {
    header: ['elsewhere'],
    when: (e, { about }) => about > 0 && e.refusals > 0 && isMost(e.refusals + e.agreements, e),
    reading: 'ask',
    example: 'Newsletter type: weekly, none',
  },
  {
    header: ['elsewhere', 'other'],
    when: always,
    reading: 'nothing',
    example: 'Order status: cancelled; Diet: none, vegan',
  },
  { header: ['state'], when: e => e.hasLetters && e.isChoice, reading: 'ask', example: 'Status: C, S, U' },
  { header: ['state'], when: isHarmless, reading: 'nothing', example: 'Status: shipped, cancelled' },
  {
    header: ['state'],
    when: e => e.isListOfMail && e.refusals > 0 && e.isChoice,
    reading: 'ask',
    example: 'newsletter.csv with Status: running, stopped',
  },
  {
    header: ['state'],
    when: e => e.isKnown && e.agreements > 0 && e.refusals > e.ofThings,
    reading: 'ask',
    example: 'Status: enabled, disabled; Confirmed: yes, no',
  },
  { header: ['state'], when: always, reading: 'nothing', example: 'Status: confirmed, cancelled' },
];

export function readColumn(header: ColumnHeader, evidence: Evidence): ColumnReading {
  const row = decisions.find(
    ({ header: kinds, when }) => kinds.includes(header.kind) && when(evidence, header),
  );
  return row?.reading ?? 'nothing';
}

const refusals: ReadonlySet<ValueMeaning> = new Set([
  'opted out',
  'left',
  'suppressed',
  'unconfirmed',
  'no',
  'refused',
]);
const agreements: ReadonlySet<ValueMeaning> = new Set([
  'subscribed',
  'active',
  'allowed',
  'yes',
  'frequency',
  'date',
]);
/** Values that are named one by one. */
const mostNamed = 12;

/**
 * The values of a column in doubt that are left out by the answer that is proposed: all that may mean it.
 *
 * @returns as `--opt-out-value` takes them: `*` is any but "no"; empty if no value speaks against mail
 */
export function likelyOptOuts(
  { kind, about, direction }: ColumnHeader,
  counts: ColumnCounts,
): readonly string[] {
  const { examples, empty } = counts;
  const meaning = ({ value }: { readonly value: string }) => judge(value).meaning;
  const isRefused =
    direction === 'refused' || kind === 'refused' || kind === 'left' || kind === 'ended' || kind === 'count';
  const known = examples.filter(one => refusals.has(meaning(one)));
  const unknown = examples.filter(one => !refusals.has(meaning(one)) && !agreements.has(meaning(one)));
  const agreed = examples.filter(one => agreements.has(meaning(one)));
  if (isRefused) {
    const out = examples.filter(one => meaning(one) !== 'no');
    return out.length > mostNamed ? ['*'] : out.map(({ value }) => value);
  }
  const isDated = agreed.length > 0 && agreed.every(one => meaning(one) === 'date');
  if (known.length === 0 && isDated && empty > 0 && kind === 'unsure') return ['*'];
  const out = about > 0 && agreed.length > 0 ? [...known, ...unknown] : known;
  if (out.length > mostNamed) return known.slice(0, mostNamed).map(({ value }) => value);
  return [
    ...out.map(({ value }) => value),
    ...((kind === 'wanted' || direction === 'wanted') && agreed.length > 0 && empty > 0 ? [''] : []),
  ];
}
