import { type FoldedText, fold, foldedText, type Words } from '../rows/values/fold.ts';
import { noWords, yesWords } from '../rows/values/yes-no.ts';
import {
  consentStems,
  doubtfulStems,
  holds,
  mailStems,
  newsletterStems,
  optOutStems,
  subscriptionStems,
} from './stems.ts';
import {
  activeWords,
  agreedWords,
  allowedWords,
  declinedWords,
  negations,
  optedOutWords,
  suppressedWords,
  unconfirmedWords,
} from './words.ts';

export type ValueMeaning =
  | 'empty'
  /** The person gets mail: "subscribed". */
  | 'subscribed'
  /** The person may be emailed, if the column is about consent: "active", "confirmed". */
  | 'active'
  /** Mail is allowed, if the column is about consent; never said of an opt-out. */
  | 'allowed'
  | 'unconfirmed'
  /** The person must not be emailed, whatever the column. */
  | 'opted out'
  /** The person must not be emailed, if the column is about consent. */
  | 'suppressed'
  | 'yes'
  | 'no'
  /** Something is denied: "does not receive". */
  | 'refused'
  | 'date'
  | 'number'
  | 'other';

const date = /^(?:\p{L}{3},? )?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)|^\d{4}年/u;
/** Days as databases, .NET and spreadsheets write that there is none. */
const zeroDate =
  /^(?:0{1,4}[./-]0{1,2}[./-]0{1,4}|0001-01-01|0?1[./]0?1[./]0001|(?:1970-01-01|1900-01-0[01]|1899-12-3[01])(?:[ T]00:00.*)?$)/;
/** A longer cell is a text, which is `other`. */
export const longestPhrase = 60;
const mostWords = 6;

export function valueMeaning(cell: string): ValueMeaning {
  const text = cell.trim();
  if (text === '') return 'empty';
  if (text.length > longestPhrase) return 'other';
  if (zeroDate.test(text)) return 'no';
  if (date.test(text)) return 'date';
  const number = /^[\d.,+-]+$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  if (!Number.isNaN(number)) return number === 0 ? 'no' : number === 1 ? 'yes' : 'number';
  const folded = fold(text);
  if (folded === '') return symbolMeaning(text);
  // A list of ids: "[1]".
  if (/^\d+$/.test(folded)) return 'number';
  const phrase = phraseOf(text);
  return wordMeaning(phrase) ?? phraseMeaning(text, phrase);
}

const yesSymbol = /^[+○◯◎●⭕👍]\ufe0f?$/u;

function symbolMeaning(text: string): ValueMeaning {
  if (yesSymbol.test(text)) return 'yes';
  // A dash, a cross, empty brackets.
  return /[?*]/.test(text) ? 'other' : 'no';
}

const statusWords: readonly (readonly [ValueMeaning, Words])[] = [
  ['allowed', allowedWords],
  ['active', activeWords],
  ['unconfirmed', unconfirmedWords],
  ['opted out', optedOutWords],
  ['suppressed', suppressedWords],
];

const phraseOf = (text: string) => foldedText(text.split(/[\s,;:!_/()-]+/));

function wordMeaning(phrase: FoldedText): ValueMeaning | undefined {
  const { whole } = phrase;
  const exact = statusWords.find(([, words]) => words.has(whole));
  if (exact === undefined) {
    if (yesWords.has(whole) || agreedWords.has(whole)) return 'yes';
    if (noWords.has(whole) || declinedWords.has(whole)) return 'no';
  }
  const [meaning] = exact ?? statusWords.find(([, words]) => words.begins(phrase)) ?? [];
  return meaning === 'active' && isSubscription(phrase) ? 'subscribed' : meaning;
}

/** Shorter ones are particles: they may begin any phrase. */
const shortestAnswer = 4;

function phraseMeaning(text: string, phrase: FoldedText): ValueMeaning {
  const { words } = phrase;
  // An address or a link may hold such a word and not say it.
  if (/@|:\/\//.test(text) || words.length > mostWords) return 'other';
  if (holds(phrase, optOutStems)) return 'opted out';
  const [first = '', ...others] = words;
  if (negations.has(first) && isWanted(foldedText(others))) return 'opted out';
  const isAbout = isSubscription(phrase) || holds(phrase, newsletterStems);
  if (isAbout && holds(phrase, doubtfulStems)) return 'opted out';
  if (undividedDenial.test(text)) return 'refused';
  if (words.length === 1) return 'other';
  if (noWords.has(first) || (first.length >= shortestAnswer && declinedWords.has(first))) return 'no';
  if (first.length > 1 && (yesWords.has(first) || activeWords.has(first))) return 'yes';
  if (first.length >= shortestAnswer && agreedWords.has(first)) return 'yes';
  return words.some(word => negations.has(word)) ? 'refused' : 'other';
}

/** In Chinese, Japanese and Korean words are not divided. */
const undividedDenial = /(?:ない|ません|않음|않습니다|안\s?함|안\s?받음)[。.]?$|^[不未勿]/;

const isSubscription = (phrase: FoldedText) => holds(phrase, subscriptionStems, consentStems);
const isWanted = (phrase: FoldedText) =>
  activeWords.has(phrase.whole) ||
  activeWords.begins(phrase) ||
  isSubscription(phrase) ||
  holds(phrase, newsletterStems, mailStems);

/** More than one word; where words are not divided, a sentence. */
const text = /\s|[\u2e80-\ud7ff]{6}/;

/** Whether a text of the meaning `other` contains a word for an opt-out. */
export function mentionsOptOut(cell: string): boolean {
  return text.test(cell) && optOutStems.in(phraseOf(cell)) !== undefined;
}

export function isBad(meaning: ValueMeaning): boolean {
  return meaning === 'opted out' || meaning === 'suppressed' || meaning === 'unconfirmed';
}
