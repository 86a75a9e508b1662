/** What a column is about, by its name. */
import { fold } from '../rows/values/fold.ts';
import { type PhraseReading, readPhrase } from './reading.ts';
import { spaced } from './vocabulary/lexicon.ts';
import table from './vocabulary/words.table.ts';

export type HeaderKind =
  /** Yes means that mail is refused. */
  | 'refused'
  /** Why the person must not be emailed. */
  | 'reason'
  /** Yes means that mail is wanted. */
  | 'wanted'
  /** A status word for each person. */
  | 'status'
  /** About mail or consent; the name does not say what yes means. */
  | 'topic'
  /** The same, with words that are not understood, or that contradict each other. */
  | 'unsure'
  /** Somebody left something. */
  | 'left'
  /** Something has ended, or is blocked or deleted. */
  | 'ended'
  /** A state of anything: "Status", "Active", "Confirmed". */
  | 'state'
  /** About an order, a person, a count; it may name mail, too. */
  | 'elsewhere'
  /** Texts of any kind, in which a wish may be noted. */
  | 'remark'
  /** How many messages came back. */
  | 'count'
  /** Text messages or calls. */
  | 'channel'
  | 'other';

export interface ColumnHeader {
  readonly kind: HeaderKind;
  /** Whether the name is about mail or consent: for certain (2), perhaps (1). */
  readonly about: 0 | 1 | 2;
  /** Of a name with words that are not understood: what the others say. */
  readonly direction?: PhraseReading['direction'];
  /** It may hold the day on which mail ends: "Newsletter until". */
  readonly isUntil?: boolean;
  readonly isConfirmation?: boolean;
  /** It names a state of something else, or of something unknown, or nothing: "delivery_status". */
  readonly isOfStatus?: boolean;
  readonly isOfJoining?: boolean;
  readonly isOfNews?: boolean;
  /** It names a subscription, which may be one that is paid for. */
  readonly isPaid?: boolean;
}

const [statusNames, refusedNames] = [new Set(table.statusNames), new Set(table.refusedNames)];
const [otherChannels, otherMatters] = [new Set(table.otherChannels), new Set(table.otherMatters)];

const reasonWord =
  /reason|\bmode\b|grund|raison|motiv|reden|powód|powod|orsak|årsag|årsak|syy|důvod|\boka?\b|neden|причин|λόγος|سبب|סיבה|原因|理由|사유|comment/;
/** The name of a column that is a ready count of messages that came back. */
const bounceCount =
  /^ (?:(?:e?mail|total|num|number of|count of) )*(?:bounces?|complaints?)(?: (?:count|number|total))? $/;

const confirmation =
  /^ (?:date |day )?(?:confirm[^ ]*|verif[^ ]*|activat[^ ]*|bestätig[^ ]*|confirmad[^ ]*|confermat[^ ]*|potwierdz[^ ]*) (?:at|on|date|time|day|am) $/;

/** "News by text message" is about messages; "newsletter and text messages" about both. */
const joins = /[&+/,]|\s(?:and|or|und|oder|et|ou|y|o|e|og|och|en|of|i|a|и|или|ja)\s/i;

const wishedPost = / (?<!(?:per|by|via|på|med|pr|p) )post /;

export function readHeader(name: string): ColumnHeader {
  const folded = fold(name);
  if (otherChannels.has(folded)) return { kind: 'channel', about: 0 };
  if (otherMatters.has(folded)) return { kind: 'elsewhere', about: 0 };
  if (statusNames.has(folded)) return { kind: 'status', about: 2 };
  if (refusedNames.has(folded)) return { kind: 'refused', about: 2 };
  // As German clubs call their newsletter.
  if (folded === 'nl') return { kind: 'wanted', about: 2 };
  const { about, direction, isUnderstood, roles } = readPhrase(name);
  if (roles.has('channel') && !roles.has('mail') && !(roles.has('newsletter') && joins.test(name))) {
    // "Wants post from us" may mean mail; "by post" does not.
    const isOfMail = (roles.has('wanted') || roles.has('declined')) && wishedPost.test(spaced(name));
    return isOfMail ? { kind: 'unsure', about: 1, direction: 'none' } : { kind: 'channel', about: 0 };
  }
  if (bounceCount.test(spaced(name))) return { kind: 'count', about: 1 };
  if (roles.has('remark')) return { kind: 'remark', about };
  // Of a column without a name the values alone speak.
  const isOfStatus = roles.has('status') || /^\d*$/.test(folded);
  const namesMail = ofMail.some(role => roles.has(role));
  // "Photo consent" is not about mail.
  const isOther = roles.has('matter') && !namesMail && !roles.has('contact');
  // "School newsletter" is about mail, "School" and "Invoice by mail" are not.
  const isOfTrade =
    (roles.has('subject') && !namesMail) ||
    (roles.has('trade') && !roles.has('newsletter')) ||
    agent.test(name);
  if (roles.has('thing') || (roles.has('matter') && !namesMail) || isOfTrade)
    return { kind: 'elsewhere', about: isOther ? 0 : about, direction, isOfStatus };
  if (about === 0) {
    const isConfirmation = confirmation.test(spaced(name)) || (roles.has('given') && !roles.has('status'));
    const isOfJoining = roles.has('joined');
    return {
      kind: !isUnderstood ? 'other' : reasonWord.test(spaced(name)) ? 'ended' : stateKind(roles),
      about,
      isConfirmation,
      isOfJoining,
      isOfStatus,
    };
  }
  if (reasonWord.test(spaced(name)) && direction === 'refused' && roles.has('unsubscribed'))
    return { kind: 'reason', about };
  // "Mail an: frei" says who gets mail, "Recapito email: respinta" who gets none; "Mail: Oslo" may be a post office.
  const isOfMail = roles.has('mail') && (roles.size > 1 || !isUnderstood);
  if (!isUnderstood || direction === 'unsure' || roles.has('matter') || roles.has('trade'))
    return {
      kind: 'unsure',
      about: isOfMail ? 2 : about,
      direction: surely(direction, roles),
      isUntil: roles.has('until'),
    };
  if (direction === 'refused') {
    const hasLeft = roles.has('left') || roles.has('deceased');
    return { kind: about === 2 ? 'refused' : hasLeft ? 'left' : 'ended', about };
  }
  const isStatus = roles.has('status') && !roles.has('wanted') && !roles.has('given');
  // "Invitation status".
  if (isStatus && about === 1 && !roles.has('mail')) return { kind: 'topic', about };
  const isPaid = roles.has('subscription') && !namesOfMail.some(role => roles.has(role));
  const kind = isStatus ? 'status' : direction === 'wanted' ? 'wanted' : 'topic';
  return { kind, about: isOfMail ? 2 : about, isPaid, isOfNews: isOfMail && roles.has('news') };
}

/** Beside a mere name of mail, an unknown word may refuse it: "Oposición a publicidad por correo". */
const surely = (direction: PhraseReading['direction'], roles: PhraseReading['roles']) =>
  direction === 'wanted' && !wishes.some(role => roles.has(role)) ? 'none' : direction;
/** "Opted in by": a person, a form. */
const agent = /[ _-](?:by|via)$/i;
const namesOfMail = ['newsletter', 'mail', 'consent', 'advertising', 'contact'] as const;
const ofMail = ['newsletter', 'mail', 'news', 'advertising'] as const;
const wishes = ['wanted', 'consent', 'given', 'joined', 'subscription'] as const;

function stateKind(roles: ReturnType<typeof readPhrase>['roles']): HeaderKind {
  if (roles.has('ended') || roles.has('declined')) return 'ended';
  const isState = ['status', 'given', 'joined', 'wanted'] as const;
  return isState.some(role => roles.has(role)) ? 'state' : 'other';
}
