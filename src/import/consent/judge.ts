/** What a cell says about consent, whatever its column. */
import { fold, foldedText, Words } from '../rows/values/fold.ts';
import { noWords, yesWords } from '../rows/values/yes-no.ts';
import { readPhrase } from './reading.ts';
import { wordsOf } from './vocabulary/lexicon.ts';
import table from './vocabulary/words.table.ts';

/** The most telling ones first. */
export const valueMeanings = [
  /** The person must not be emailed, whatever the column. */
  'opted out',
  /** The person left a list: of a newsletter, of a course. */
  'left',
  /** The person must not be emailed, if the column is about consent. */
  'suppressed',
  'unconfirmed',
  'no',
  /** Something is denied or withdrawn: "does not receive". */
  'refused',
  'yes',
  /** Mail is allowed, if the column is about consent; never said of an opt-out. */
  'allowed',
  /** The person gets mail: "subscribed". */
  'subscribed',
  /** The person may be emailed, if the column is about consent: "active", "confirmed". */
  'active',
  'frequency',
  'date',
  'number',
  'other',
  'empty',
] as const;
export type ValueMeaning = (typeof valueMeanings)[number];

export interface ConsentJudgement {
  readonly meaning: ValueMeaning;
  /** Whether the value names mail or consent: for certain (2), perhaps (1). */
  readonly about: 0 | 1 | 2;
  /** The person must not be emailed, at least if the column is about consent. */
  readonly isBad: boolean;
  /** A text with a word for an opt-out, or that denies mail: it may say so of the person. */
  readonly mentionsOptOut: boolean;
  /** It names mail, and is not understood as a wish to get it: "plus de mails svp". */
  readonly mayRefuse: boolean;
  /** A status about something other than consent. */
  readonly isOtherStatus: boolean;
  /** A state that orders, bookings and cards have, too: "cancelled". */
  readonly isOfThings: boolean;
  /** A mark, of which other words are not known: "Optout Inc". */
  readonly isPartial: boolean;
  readonly isJoined: boolean;
}

const mostKept = 8192;
const kept = new Map<string, ConsentJudgement>();

/** The only judge of a value. What it has judged lately it remembers, so that asking again is cheap. */
export function judge(cell: string): ConsentJudgement {
  const known = kept.get(cell);
  if (known !== undefined) return known;
  const judgement = judgementOf(cell.trim());
  if (kept.size >= mostKept) kept.clear();
  kept.set(cell, judgement);
  return judgement;
}

/** Judges a cell in which a glance has found no word of an opt-out: its words are not looked up. */
export function judgePlain(cell: string): ConsentJudgement {
  return { ...judge(''), meaning: plainMeaning(cell.trim()) ?? 'other' };
}

function judgementOf(text: string): ConsentJudgement {
  const { meaning, about } = meaningOf(text);
  const isDenied = about === 2 && namesMail(text);
  const mentionsOptOut = meaning === 'other' && isText.test(text) && (isDenied || names(text));
  return {
    meaning,
    about,
    isBad: badMeanings.has(meaning),
    mentionsOptOut,
    mayRefuse:
      badMeanings.has(meaning) ||
      meaning === 'refused' ||
      mentionsOptOut ||
      (meaning === 'other' && namesMail(text)),
    isOtherStatus: otherStatusWords.has(fold(text)) || otherStatusWords.begins(foldedText([text])),
    isOfThings:
      (meaning === 'no' && about === 0 && isPartlyKnown(text)) || (ofThings.has(meaning) && isState(text)),
    isPartial: meaning === 'opted out' && isPartlyKnown(text),
    isJoined: (meaning === 'subscribed' || meaning === 'active') && joins(text),
  };
}

const joins = (text: string) =>
  wordsOf(text).roles.some(role => role === 'subscription' || role === 'joined');
const ofThings: ReadonlySet<ValueMeaning> = new Set(['suppressed', 'unconfirmed', 'refused', 'no']);
/** "No" is its first word, and others are unknown: "non presentado". */
const isPartlyKnown = (text: string) => /\p{L}[\s-]+\p{L}/u.test(text) && !readPhrase(text).isUnderstood;
const isState = (text: string) => thingWords.has(fold(text)) || thingWords.begins(foldedText([text]));

const badMeanings: ReadonlySet<ValueMeaning> = new Set(['opted out', 'left', 'suppressed', 'unconfirmed']);
/** More than one word; where words are not divided, a sentence. */
const isText = /\s|[\u2e80-\ud7ff]{6}/;
/** "Baja California" is a place. */
const names = (text: string) =>
  wordsOf(text).roles.some(
    role => role === 'unsubscribed' || (role === 'left' && text.length > longestPhrase),
  );

const namesMail = (text: string) => {
  const { roles, direction, isUnderstood } = readPhrase(text.slice(0, longestPhrase));
  const isDenied = roles.has('sending') && direction === 'refused';
  return (isDenied || ofMail.some(role => roles.has(role))) && !(isUnderstood && direction === 'wanted');
};
const ofMail = ['unsubscribed', 'left', 'newsletter', 'mail', 'subscription'] as const;

const date = /^(?:\p{L}{3},? )?\d{1,4}(?:[/-]|\. ?)\d{1,2}(?:[/-]|\. ?)\d{1,4}(?!\d)|^\d{4}年/u;
/** Days as databases, .NET and spreadsheets write that there is none. */
const zeroDate =
  /^(?:0{1,4}[./-]0{1,2}[./-]0{1,4}|0001-01-01|0?1[./]0?1[./]0001|(?:1970-01-01|1900-01-0[01]|1899-12-3[01])(?:[ T]00:00.*)?$)/;
/** A longer cell is a text, which is `other`. */
export const longestPhrase = 60;

type Meant = Pick<ConsentJudgement, 'meaning' | 'about'>;
const says = (meaning: ValueMeaning, about: 0 | 1 | 2 = 0): Meant => ({ meaning, about });

function meaningOf(text: string): Meant {
  const plain = plainMeaning(text);
  if (plain !== undefined) return says(plain);
  // An address or a link may hold such a word and not say it.
  if (/@|:\/\//.test(text)) return says('other');
  const folded = fold(text);
  if (folded === '') return says(symbolMeaning(text));
  // A list of ids: "[1]".
  if (/^\d+$/.test(folded)) return says('number');
  return wordMeaning(text) ?? phraseMeaning(text);
}

/** What a cell without words says. */
function plainMeaning(text: string): ValueMeaning | undefined {
  if (text === '') return 'empty';
  if (text.length > longestPhrase) return 'other';
  if (zeroDate.test(text)) return 'no';
  if (date.test(text)) return 'date';
  const number = /^[\d.,+-]+$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  if (Number.isNaN(number)) return undefined;
  return number === 0 ? 'no' : number === 1 ? 'yes' : 'number';
}

const yesSymbol = /^[+○◯◎●⭕👍]\ufe0f?$/u;

function symbolMeaning(text: string): ValueMeaning {
  if (yesSymbol.test(text)) return 'yes';
  // A dash, a cross, empty brackets.
  return /[?*]/.test(text) ? 'other' : 'no';
}

const statusWords = Object.entries(table.statuses).map(
  ([meaning, list]) => [meaning as keyof typeof table.statuses, new Words(list)] as const,
);
const [agreedWords, declinedWords] = [new Set(table.agreedWords), new Set(table.declinedWords)];
const [otherStatusWords, thingWords] = [new Words(table.otherStatusWords), new Words(table.thingWords)];

function wordMeaning(text: string): Meant | undefined {
  const phrase = foldedText(text.split(/[\s,、，،;:!_/()-]+/));
  const { whole } = phrase;
  const exact = statusWords.find(([, words]) => words.has(whole));
  if (exact === undefined) {
    if (yesWords.has(whole) || agreedWords.has(whole)) return says('yes');
    if (noWords.has(whole)) return says('no');
    if (declinedWords.has(whole)) return says(readPhrase(text).roles.has('declined') ? 'refused' : 'no');
  }
  if (exact === undefined && otherStatusWords.has(whole)) return says('other');
  const [meaning] = exact ?? statusWords.find(([, words]) => words.begins(phrase)) ?? [];
  if (meaning === undefined) return undefined;
  const { roles, about } = readPhrase(text);
  if (meaning === 'active' && (roles.has('subscription') || roles.has('consent')))
    return says('subscribed', 2);
  if (meaning === 'opted out') return says(meaning, 2);
  if (meaning === 'suppressed' && (roles.has('unsubscribed') || roles.has('deceased')))
    return says('opted out', 2);
  if (meaning === 'suppressed' && roles.has('left') && !isPlace.test(whole)) return says('left');
  return says(meaning, about === 2 ? 2 : 0);
}

/** Baja: a town in Hungary, states of Mexico, and in Spain the end of a membership. */
const isPlace = /^bajas?(?:california(?:sur|norte)?)?$/;

/** A shorter "no" or "yes" is a particle: it may begin any phrase. */
const shortestAnswer = 4;

function phraseMeaning(text: string): Meant {
  const { words } = foldedText(text.split(/[\s,、，،;:!_/()-]+/));
  const { about, direction, isUnderstood, roles } = readPhrase(text);
  // "Disabled: bounced" is refused twice; "not unsubscribed" may be anything.
  const isRefused =
    direction === 'refused' || (direction === 'unsure' && !roles.has('negation') && !roles.has('until'));
  if (roles.has('unsubscribed') || roles.has('deceased')) return says(isRefused ? 'opted out' : 'other', 2);
  // Post and mail; but by post only.
  const isByMail = roles.has('mail') && isUnderstood && direction === 'none';
  const isElsewhere = elsewhere.some(role => roles.has(role));
  if (isElsewhere || (roles.has('channel') && !isByMail)) return says('other', about === 2 ? 1 : 0);
  if (isRefused && roles.has('left'))
    return says(isPlace.test(words.join('')) ? 'other' : 'left', about === 2 ? 2 : 0);
  if (isUnderstood && isRefused) {
    const isNamed = namedInValues.some(role => roles.has(role));
    return isNamed ? says('opted out', 2) : says('refused', about);
  }
  if (isUnderstood && direction === 'wanted') {
    if (roles.has('subscription') || roles.has('newsletter') || roles.has('consent'))
      return says('subscribed', 2);
    return says(roles.has('given') ? 'active' : 'yes', about);
  }
  if (isByMail || (isUnderstood && direction === 'none' && roles.has('sending'))) return says('yes');
  const [first = ''] = words;
  if (
    direction !== 'wanted' &&
    (noWords.has(first) || (first.length >= shortestAnswer && declinedWords.has(first)))
  )
    return says('no', about);
  return says(
    'other',
    direction === 'refused' || direction === 'unsure' ? about : roles.has('subscription') ? 1 : 0,
  );
}

const elsewhere = ['thing', 'trade', 'subject', 'matter'] as const;

/** With these a denial is about mail, whatever the column. */
const namedInValues = ['newsletter', 'mail', 'subscription', 'consent', 'contact', 'advertising'] as const;
