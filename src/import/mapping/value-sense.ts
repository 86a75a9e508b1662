/** What the value of a cell says about consent. */
import { doubtfulStems, optOutStems, subscriptionStems } from './consent-stems.ts';
import {
  activeWords,
  negations,
  noWords,
  optedOutWords,
  suppressedWords,
  unconfirmedWords,
  yesWords,
} from './consent-words.ts';
import { fold } from './fold.ts';

export type ValueSense =
  | 'empty'
  /** A word of people who may be mailed. */
  | 'active'
  | 'unconfirmed'
  /** The person must not be mailed, in whatever column it stands. */
  | 'opted out'
  /** The person must not be mailed, if the column is about consent. */
  | 'suppressed'
  | 'yes'
  | 'no'
  | 'date'
  | 'number'
  | 'other';

const date = /^(?:\p{L}{3},? )?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)|^\d{4}年/u;
const zeroDate = /^0{1,4}[./-]0{1,2}[./-]0{1,4}/;
/** A longer cell is a text: it does not speak for a column. */
const longestPhrase = 60;
const mostWords = 6;

/** Judges a cell as a whole. A phrase speaks when it is short; a longer text does not. */
export function valueSense(cell: string): ValueSense {
  const text = cell.trim();
  if (text === '') return 'empty';
  if (text.length > longestPhrase) return 'other';
  if (zeroDate.test(text)) return 'no';
  if (date.test(text)) return 'date';
  const number = /^[\d.,+-]+$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  if (!Number.isNaN(number)) return number === 0 ? 'no' : number === 1 ? 'yes' : 'number';
  const folded = fold(text);
  // A dash or a cross.
  if (folded === '') return 'no';
  return wordSense(folded) ?? phraseSense(text, folded);
}

function wordSense(folded: string): ValueSense | undefined {
  if (activeWords.has(folded)) return 'active';
  if (unconfirmedWords.has(folded)) return 'unconfirmed';
  if (optedOutWords.has(folded)) return 'opted out';
  if (suppressedWords.has(folded)) return 'suppressed';
  if (yesWords.has(folded)) return 'yes';
  return noWords.has(folded) ? 'no' : undefined;
}

function phraseSense(text: string, folded: string): ValueSense {
  // An address or a link may hold such a word and not say it.
  if (/@|:\/\//.test(text)) return 'other';
  const words = text
    .split(/[\s,;:!_/()-]+/)
    .map(fold)
    .filter(word => word !== '');
  if (words.length > mostWords) return 'other';
  if (optOutStems.in(folded) !== undefined) return 'opted out';
  const [first = '', ...others] = words;
  const rest = others.join('');
  const isAboutMail = (one: string) => subscriptionStems.in(one) !== undefined;
  if (negations.has(first) && rest !== '' && (activeWords.has(rest) || isAboutMail(rest))) return 'opted out';
  if (doubtfulStems.in(folded) !== undefined && isAboutMail(folded)) return 'opted out';
  if (words.length > 1 && noWords.has(first)) return 'no';
  if (words.length > 1 && (yesWords.has(first) || activeWords.has(first)) && first.length > 1) return 'yes';
  return 'other';
}

/** Whether a text too long to speak holds a word of people who must not be mailed. */
export function mentionsOptOut(cell: string): boolean {
  return cell.includes(' ') && optOutStems.in(fold(cell)) !== undefined;
}

/** Whether a value says by itself that the person must not be mailed. */
export function isBad(sense: ValueSense): boolean {
  return sense === 'opted out' || sense === 'suppressed' || sense === 'unconfirmed';
}
