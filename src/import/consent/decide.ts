/** The decision table: from what a column is about, and what its values say, to how it is read. */
import {
  type Evidence,
  isAnswered,
  isEmpty,
  isHarmless,
  isManyUnknown,
  isMarked,
  isMember,
  isMost,
  isNearlyUnknown,
  isOfAddresses,
  isOfDates,
  isSure,
  isUnknown,
} from './evidence.ts';
import type { ColumnHeader, HeaderKind } from './header.ts';

/**
 * `status`: only known words make an active subscriber. `some words`: only those that the preset lists suppress. `values`: those
 * that the user named.
 */
export type RuleKind = 'status' | 'opt-in' | 'opt-out' | 'some words' | 'values';

/** How a column is read; `ask`: it must be asked about; `nothing`: it is not about consent. */
export type ColumnReading = 'status' | 'opt-in' | 'opt-out' | 'ask' | 'nothing';

interface Row {
  readonly header: readonly HeaderKind[];
  /** Without it: always. */
  readonly when?: (evidence: Evidence, header: ColumnHeader) => boolean;
  readonly reading: ColumnReading;
  /** What the row was made for. */
  readonly example: string;
}

/** Rows that come first decide; where none does, it is `nothing`: "SMS status", "Order status", "Diet", "Contact" with names. */
const decisions: readonly Row[] = [
  // Mail is refused.
  {
    header: ['reason', 'refused', 'left'],
    when: (e, header) => !isSure(e, header) && e.filled > e.count('no', 'subscribed', 'allowed'),
    reading: 'ask',
    example: 'Abgemeldet: ja, nein; Abonnement beendet: 2024-05-31: a course, a paper?',
  },
  { header: ['reason'], reading: 'opt-out', example: 'Reason for unsubscribing: too many mails' },
  {
    header: ['refused', 'left'],
    when: e =>
      (e.isKnown && (e.count('refused', 'frequency') === 0 || e.count('refused') * e.count('allowed') > 0)) ||
      (e.count('number', 'no', 'yes') === e.filled && e.count('no') > 0),
    reading: 'opt-out',
    example: 'Unsubscribed: 2024-05-31, none; Hard bounces: 0, 2; Do not allow emails: allow, do not allow',
  },
  // Mail is wanted.
  {
    header: ['status', 'wanted'],
    when: (e, { isPaid }) => isPaid === true && e.otherStatus > 0 && !isMarked(e) && !isMember(e),
    reading: 'nothing',
    example: 'Subscription status: active, past_due, canceled; Abbonamento: mensile, annuale, scaduto',
  },
  {
    header: ['wanted'],
    when: (e, { isPaid }) =>
      isPaid === true &&
      (e.isChoice ? e.isSpokenFor && e.refusals === 0 && isUnknown(e) : isNearlyUnknown(e)),
    reading: 'nothing',
    example: 'Subscriber: names; Abonnement: Friday, Saturday, beside Newsletter: yes, no',
  },
  {
    header: ['wanted', 'status'],
    when: (e, header) =>
      e.refusals + e.empty > 0 &&
      (!isSure(e, header) ||
        (header.kind === 'status' && header.isPaid === true && !isMarked(e) && !isMember(e))),
    reading: 'ask',
    example: 'Consent: yes, no; Abonnent: ja, nein; Subscription status: active, canceled, none',
  },
  { header: ['wanted', 'status'], when: e => e.isKnown, reading: 'opt-in', example: 'Newsletter: yes, no' },
  {
    header: ['refused', 'left', 'wanted', 'status'],
    reading: 'ask',
    example: 'Unsubscribed: yes, no, see Bob; Newsletter: yes, zorbl',
  },
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
    when: (e, header) =>
      isSure(e, header) &&
      e.isKnown &&
      (isMarked(e) || isMember(e)) &&
      e.count('yes', 'no', 'refused', 'date') === 0,
    reading: 'status',
    example: 'Mail: subscribed, unsubscribed',
  },
  {
    header: ['topic', 'unsure'],
    when: e => isMarked(e),
    reading: 'ask',
    example: 'Contact: yes, no mail, Bob',
  },
  {
    header: ['topic', 'unsure'],
    when: (e, { about, isMail }) =>
      about === 1 &&
      ((isManyUnknown(e) && e.refusals === 0) ||
        (e.isSpokenFor &&
          e.count('left', 'suppressed', 'refused') === 0 &&
          !(isMail === true && isAnswered(e)))),
    reading: 'nothing',
    example: 'Pošta: Ljubljana, Kranj, Celje, Koper; Mail: Oslo, Bergen, beside Newsletter: yes, no',
  },
  { header: ['topic', 'unsure'], when: isHarmless, reading: 'nothing', example: 'Mails opened: 0, 3, 12' },
  {
    header: ['topic', 'unsure'],
    when: (e, { about }) =>
      e.isChoice || isOfDates(e) || isMost(e.refusals + e.agreements, e) || (about === 2 && e.refusals > 0),
    reading: 'ask',
    example: 'Mail: yes, no; Newsletter zorbl: many different texts, "no"',
  },
  // Something else has ended, perhaps.
  {
    header: ['ended'],
    when: e =>
      isMarked(e) ||
      e.about > 0 ||
      (e.filled > e.count('no') &&
        (e.isKnown || isOfDates(e) || (e.hasLetters && e.isChoice && e.refusals > 0))),
    reading: 'ask',
    example: 'Cancelled: unsubscribed; Blocked: yes, no; Deleted: 2024-05-31',
  },
  // A state of something.
  {
    header: ['state'],
    when: (e, header) =>
      header.isConfirmation === true && isOfDates(e) && e.empty < e.filled && isSure(e, header),
    reading: 'opt-in',
    example: 'newsletter.csv with confirmed_at: days, and some without',
  },
  {
    header: ['state'],
    when: (e, { isConfirmation }) => isConfirmation === true && isOfDates(e),
    reading: 'ask',
    example: 'confirmed_at: a few days, and many without',
  },
  {
    header: ['state', 'remark', 'other'],
    // Beside marks alone, "no" is said of these: "On hold: no, bounce".
    when: (e, header) =>
      isSure(e, header) &&
      e.isKnown &&
      isMarked(e) &&
      isMost(e.refusals + e.agreements, e) &&
      (e.agreements > 0 || e.count('no') === 0),
    reading: 'status',
    example: 'Status: active, unsubscribed',
  },
  {
    header: ['state', 'elsewhere', 'other', 'remark'],
    when: isMarked,
    reading: 'ask',
    example: 'Status: new, sold, unsubscribed',
  },
  {
    header: ['state', 'other'],
    when: e => e.isKnown && isMost(e.count('subscribed'), e) && (e.isMailFile || e.refusals === 0),
    reading: 'status',
    example: 'newsletter.csv with Kind: subscriber, inactive',
  },
  {
    header: ['state', 'other'],
    when: e => isMost(e.count('subscribed'), e) && e.isChoice,
    reading: 'ask',
    example: 'Kind: subscriber, visitor',
  },
  {
    header: ['state', 'elsewhere', 'other'],
    when: e => e.about > 0 && e.refusals > e.ofThings && e.isChoice,
    reading: 'ask',
    example: 'Channel: post, no mail please',
  },
  {
    header: ['remark'],
    when: e => e.count('left') > 0 || (e.about > 0 && e.refusals > 0),
    reading: 'ask',
    example: 'Remark: "hat sich abgemeldet"',
  },
  {
    header: ['other'],
    when: e => e.count('left') > 0 && (!e.isChoice || e.isListOfMail),
    reading: 'ask',
    example: 'zorbl: many texts, "hat sich abgemeldet"; but Lunch: signed up, signed off is nothing',
  },
  {
    header: ['elsewhere'],
    when: (e, { about }) => about > 0 && e.refusals > 0 && isMost(e.refusals + e.agreements, e),
    reading: 'ask',
    example: 'Newsletter type: weekly, none',
  },
  {
    header: ['state'],
    when: e => (e.isOfTrade && e.about === 0) || (e.isAgreedTo && e.count('left') === 0),
    reading: 'nothing',
    example: 'Confirmed: yes, no beside Shift; State: active, inactive beside Newsletter: yes, no',
  },
  {
    header: ['state'],
    when: e =>
      (e.count('left') > 0 && (e.isKnown || (e.isChoice && e.agreements > 0))) ||
      (e.hasLetters && e.isChoice),
    reading: 'ask',
    example: 'Status: left, and nothing else; Status: active, left, zorbl; Status: C, S, U',
  },
  { header: ['state'], when: isHarmless, reading: 'nothing', example: 'Status: shipped, cancelled' },
  {
    header: ['state'],
    when: e => e.isListOfMail && e.refusals > 0 && e.isChoice,
    reading: 'ask',
    example: 'newsletter.csv with Status: running, stopped',
  },
  {
    header: ['state'],
    when: (e, { isWish }) =>
      e.isKnown &&
      e.agreements > 0 &&
      e.refusals > e.ofThings &&
      (!e.isOneOfMany || isWish === true || e.count('yes', 'no') < e.filled),
    reading: 'ask',
    example: 'Status: enabled, disabled; Confirmed: yes, no; not beside Baptised and Married: yes, no',
  },
];

export function readColumn(header: ColumnHeader, evidence: Evidence): ColumnReading {
  if (isEmpty(evidence)) return 'nothing';
  const row = decisions.find(
    ({ header: kinds, when }) => kinds.includes(header.kind) && when?.(evidence, header) !== false,
  );
  return row?.reading ?? 'nothing';
}
