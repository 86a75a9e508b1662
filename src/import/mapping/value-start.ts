/** A glance at the beginning of a cell, for columns with so many values that judging each would take too long. */

import { fold } from '../values/fold.ts';
import { optOutStems } from './consent-stems.ts';
import { negations, unconfirmedWords } from './consent-words.ts';
import { optedOutWords, suppressedWords } from './opted-out-words.ts';

/** A longer cell is a text. */
const longest = 60;
/** Letters that the longest of the words has, and as many blanks. */
const longestWord = 32;
/** Letters that are looked at. */
const letters = 4;
const words = [
  ...optOutStems.all,
  ...optedOutWords.all,
  ...suppressedWords.all,
  ...unconfirmedWords.all,
  ...[...negations].filter(word => word.length >= letters),
];
/** More letters that are looked at where the first ones are those of a word. */
const moreLetters = 7;
/** 26 letters, and the end of the word. */
const base = 27;

/** The first letters of a folded word as a number; undefined when one of them is not from a to z. */
function startCode(word: string, length = letters): number | undefined {
  let code = 0;
  for (let i = 0; i < length; i++) {
    const letter = i < word.length ? word.charCodeAt(i) - 96 : 0;
    if (letter < 0 || letter >= base) return undefined;
    code = code * base + letter;
  }
  return code;
}

/** For the first letters: no word begins with them, one does, or a short one does. */
const starts = new Uint8Array(base ** letters);
const longStarts = new Set(words.map(word => startCode(word, moreLetters)));
const byStart = new Map<number, string[]>();
for (const word of words) {
  const code = startCode(word);
  if (code === undefined) continue;
  starts[code] = word.length < moreLetters ? 2 : Math.max(1, starts[code] ?? 0);
  byStart.set(code, [...(byStart.get(code) ?? []), word]);
}
/** Beginnings in other alphabets. */
const otherStarts = new Set(
  [...words, ...negations].filter(word => /\P{ASCII}/u.test(word)).map(word => word.slice(0, 2)),
);
const denials = new Set([...negations].map(startCode));

/** Whether a cell may say that somebody must not be mailed. A number, a date or a long text does not. */
export function maySpeak(cell: string): boolean {
  const first = cell.charCodeAt(0);
  if ((first >= 48 && first <= 57) || cell.length > longest) return false;
  let code = 0;
  let count = 0;
  for (let i = 0; i < cell.length && count < moreLetters; i++) {
    const unit = cell.charCodeAt(i) | 32;
    if (unit > 127) return startsWithWord(cell);
    if (unit >= 97 && unit <= 122) {
      code = code * base + unit - 96;
      if (++count !== letters) continue;
      if (starts[code] === 0) return false;
      if (starts[code] === 2) return startsWithWord(cell);
    } else if (count > 0 && count < letters && denials.has(code * base ** (letters - count))) return true;
  }
  if (count < letters) return starts[code * base ** (letters - count)] !== 0;
  return longStarts.has(code * base ** (moreLetters - count)) && startsWithWord(cell);
}

/** Whether a cell begins with one of the words, with accents or without. */
function startsWithWord(cell: string): boolean {
  const folded = fold(cell.slice(0, longestWord));
  const code = startCode(folded);
  if (code === undefined)
    return (
      otherStarts.has(folded.slice(0, 2)) || optOutStems.in({ whole: folded, words: [folded] }) !== undefined
    );
  return byStart.get(code)?.some(word => folded.startsWith(word)) === true;
}
