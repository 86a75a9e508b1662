/** From what a column is about, and what its values say, to how it is read. */
import type { ColumnCounts } from './column-survey.ts';
import type { ColumnHeader, HeaderKind } from './header.ts';
import { readPhrase } from './reading.ts';

/**
 * `status`: only known words make an active subscriber. `some words`: only those that the preset lists suppress. `values`: those
 * that the user named.
 */
export type RuleKind = 'status' | 'opt-in' | 'opt-out' | 'some words' | 'values';

/** How a column is read; `ask`: it must be asked about; `nothing`: it is not about consent. */
export type ColumnReading = 'status' | 'opt-in' | 'opt-out' | 'ask' | 'nothing';

/** Headers that say what yes means. */
const directed: Partial<Record<HeaderKind, ColumnReading>> = {
  reason: 'opt-out',
  refused: 'opt-out',
  left: 'opt-out',
  wanted: 'opt-in',
  status: 'opt-in',
};

/** Known: acted on. About mail, or marked, and not understood: asked about. Else nothing. */
export function readColumn(header: ColumnHeader, e: ColumnCounts): ColumnReading {
  const { kind } = header;
  if (e.filled === 0 || kind === 'channel') return 'nothing';
  if (kind === 'count' && e.examples.every(({ value }) => hardBounce.test(value))) return 'opt-out';
  if (kind === 'topic' && isWish(header, e)) return 'opt-in';
  const reading = directed[kind];
  if (reading !== undefined) return readDirected(reading, header, e);
  return readStatus(header, e) ?? (asks(header, e) ? 'ask' : 'nothing');
}

const hardBounce = /^(?:hard|permanent)(?:[ _-]?bounced?)?$/i;

/** "Updates by email: yes, no"; "Invitations by email: wanted, not wanted": the values say what the name does not. */
const isWish = ({ isOfNews }: ColumnHeader, e: ColumnCounts) =>
  e.isKnown &&
  e.agreements > 0 &&
  ((isOfNews === true && e.count('no') > 0) ||
    (e.count('refused') > 0 && e.examples.every(({ value }) => readPhrase(value).roles.has('wanted'))));

function readDirected(
  reading: ColumnReading,
  { kind, isPaid }: ColumnHeader,
  e: ColumnCounts,
): ColumnReading {
  // "Subscription: active, past_due, canceled"; "Subscriber: Ann Lee, Bo Ray …".
  const isOfPayment = isOfThingsAlone(e) && (e.otherStatus > 0 || e.count('frequency') === e.filled);
  const isOfNames = !e.isChoice && e.count('other', 'number') === e.filled;
  if (isPaid === true && (isOfPayment || isOfNames)) return 'nothing';
  const isCount = reading === 'opt-out' && e.count('number', 'no', 'yes') === e.filled && e.count('no') > 0;
  // "Email disabled: enabled".
  const isContrary = kind === 'refused' && e.count('active') > 0;
  return (e.isKnown && !isContrary) || isCount || kind === 'reason' ? reading : 'ask';
}

const isOfThingsAlone = (e: ColumnCounts) =>
  e.refusals === e.ofThings && e.count('other', 'number') <= e.otherStatus;

/** For a column with words for subscribing and leaving; undefined without them. */
function readStatus({ kind, about, isOfStatus }: ColumnHeader, e: ColumnCounts): ColumnReading | undefined {
  // "Source: Unsubscribe survey".
  const isMarked = e.count('opted out') > e.partial;
  // "Estado: Alta, Baja", whatever the trade.
  const isJoined = e.joined > 0 && (e.count('subscribed') > 0 || kind === 'state');
  // "Status: aktiv, abgemeldet", "Estado: Activo, Baja".
  const isLeft = e.examples.some(({ value }) => readPhrase(value).roles.has('left'));
  const isPair = (isJoined && e.refusals > 0) || (kind === 'state' && isLeft && e.count('active') > 0);
  if (!isMarked && !isPair) return undefined;
  const isOfMarks = e.count('opted out') === e.filled;
  // "Optout Inc" may be a company.
  const isCertain = e.isKnown && e.partial === 0;
  // "Favorite book: The Subscriber, Opt Out": a title comes once, the word of a status again and again.
  const isRepeated = e.joined > 0 && e.count('subscribed') > 0 && e.examples.length < e.filled;
  const isAbout = kind === 'state' || about > 0 || isOfStatus === true || isRepeated || isOfMarks;
  return isCertain && isAbout ? 'status' : 'ask';
}

function asks(header: ColumnHeader, e: ColumnCounts): boolean {
  const { kind, about, direction, isConfirmation, isOfJoining } = header;
  const isOfMail = kind === 'topic' || kind === 'unsure';
  if (e.mentions > 0 && kind !== 'elsewhere') return true;
  if (kind === 'count') return e.filled > e.count('no');
  if (isOfMail && isCountOfMany(e)) return false;
  // "Participation: registered, deregistered" is a pair, but no status; "Member type: junior, left" is none either.
  const isOther = kind === 'elsewhere' || (kind === 'other' && e.isChoice && (!e.isKnown || e.joined > 0));
  if (e.count('left') > 0 && !isOther) return true;
  if (!e.isChoice && !isOfDates(e)) return about === 2 && e.refusals > 0;
  if (isConfirmation === true && e.empty > 0) return e.count('yes', 'active', 'date') === e.filled;
  // "Freischaltung: frei, gesperrt": activated is said of who gets mail.
  if (isConfirmation === true && kind === 'state' && e.isChoice && e.refusals > 0) return true;
  // Letters and days may stand for anything.
  if (e.hasLetters && (isOfMail || kind === 'state')) return true;
  // "Marketing: x", "Estado: Baja", and blanks.
  const isTicked =
    e.empty > 0 && (isOfMail ? e.count('yes') : kind === 'state' ? e.refusals : 0) === e.filled;
  if (isTicked) return true;
  // Others have a state that orders have, too: "cancelled".
  const speaks = e.refusals - (kind === 'elsewhere' ? e.partial : 0) > e.ofThings;
  // "登録を取り消す: はい": a word that refuses beside one that is not known.
  const mayRefuse = about === 2 || direction === 'refused';
  if (isOfMail) return (mayRefuse && !isHarmless(e)) || speaks || (e.agreements > 0 && !e.isKnown);
  if (kind === 'ended')
    return e.about > 0 || (e.filled > e.count('no') && (e.isKnown || (e.hasLetters && e.count('no') > 0)));
  // "Bounce type: hard".
  if (kind === 'elsewhere' && about === 2 && direction === 'refused')
    return !isHarmless(e) && !e.examples.every(({ value }) => /^[\d.,%]+$/.test(value));
  const isOfJoined = e.joined > 0 && (e.count('subscribed') > 0 || kind === 'state');
  if (kind !== 'elsewhere' && isOfJoined && !e.isKnown) return true;
  // "Status da assinatura: Ativo, Cancelado": of a course, a paper?
  if (kind === 'state' && isOfJoining === true && e.isKnown && e.refusals > 0) return true;
  // "Reminders and offers by email: accepted, refused"; "X status: confirmed, not confirmed".
  const isRefused =
    e.count('refused') > 0 &&
    // "Status: applied, interview, rejected" is said of a job.
    ((kind === 'state' && (e.about > 0 || e.otherStatus === 0)) || (kind === 'elsewhere' && about > 0));
  const isUnconfirmed = e.count('unconfirmed') > 0 && kind === 'other' && e.isKnown;
  if (isRefused || isUnconfirmed) return speaks;
  const isOfKinds = about > 0 && e.count('frequency', 'suppressed') > 0;
  return speaks && (e.about > 0 || isOfKinds || (e.isKnown && (kind === 'state' || about === 2)));
}

/** Days, and people without one. */
const isOfDates = (e: ColumnCounts) => e.filled > 0 && e.count('date') === e.filled && e.empty > 0;
export const isMost = (part: number, { filled }: Pick<ColumnCounts, 'filled'>) =>
  part > 0 && part >= filled / 2;
/** Numbers, links, addresses (Outlook's "E-mail 2 Address"): the column says nothing of mail. */
const isHarmless = (evidence: ColumnCounts) =>
  evidence.examples.some(({ value }) => value.includes('://')) ||
  evidence.examples.every(({ value }) => value.includes('@')) ||
  (evidence.examples.length > 1 && evidence.count('number') === evidence.filled);
/** "Emails sent: 0, 1, 12": codes have one digit. */
const isCountOfMany = (e: ColumnCounts) =>
  e.count('number', 'no', 'yes') === e.filled && e.examples.some(({ value }) => /^\d{2,5}$/.test(value));
