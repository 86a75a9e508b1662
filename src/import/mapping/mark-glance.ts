/** A glance at a cell, for columns with so many values that judging each would take too long. */
import { foldEach } from '../values/fold.ts';
import { noWords } from '../values/yes-no.ts';
import { consentStems, newsletterStems, optOutStems, subscriptionStems } from './consent-stems.ts';
import { declinedWords, negations, unconfirmedWords } from './consent-words.ts';
import { optedOutWords, suppressedWords } from './opted-out-words.ts';

/** Letters by which words are looked up, in five bits each: those of an alphabet differ in them. */
const letters = 4;
const window = (1 << (5 * letters)) - 1;
/** Characters of a text that are looked at: as many as `fold` compares. */
const mostCharacters = 2000;

/** From here on, Chinese, Japanese and Korean: words are looked up by two characters. */
const firstIdeograph = 0x2e80;
/** Kana, which have marks as letters have accents. */
const [firstKana, lastKana] = [0x3040, 0x30ff];
/** The parts of Korean syllables. */
const [firstJamo, lastJamo] = [0x1100, 0x11ff];

/** The letter that a character is folded to; 0: none, it is passed over. */
const plain = new Uint16Array(lastKana + 1);
/** The second one, of the few that are folded to two. */
const second = new Uint16Array(plain.length);
/** Latin, Greek, Cyrillic, Hebrew and Arabic, and more of the first two; no words of other alphabets are known. */
for (const [from, to] of [
  [0, 0x700],
  [0x1e00, 0x2000],
  [firstKana, lastKana + 1],
] as const) {
  const characters = Array.from({ length: to - from }, (_, i) => String.fromCharCode(from + i));
  for (const [i, folded] of foldEach(characters).entries()) {
    plain[from + i] = folded === '' ? 0 : folded.charCodeAt(0);
    second[from + i] = folded.length < 2 ? 0 : folded.charCodeAt(1);
  }
}

/** For the first letters: 1 where a word may begin. */
const starts = new Uint8Array(window + 1);

/** Words by their first letters. */
class Beginnings {
  readonly #words = new Map<number, string[]>();
  readonly #pairs = new Set<number>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      // Korean syllables are put together again.
      const composed = word.normalize('NFC');
      const code = codeOf(word);
      if (composed.charCodeAt(0) >= firstIdeograph) {
        this.#pairs.add(pairOf(composed.charCodeAt(0), composed.charCodeAt(1)));
      } else if (word.length >= letters) {
        starts[code] = 1;
        this.#words.set(code, [...(this.#words.get(code) ?? []), word.slice(letters)]);
      }
    }
  }

  /** Whether one of the words begins with the letters of the code, and goes on as a cell does from a character on. */
  holds(code: number, cell: string, at: number): boolean {
    return this.#words.get(code)?.some(rest => goesOn(cell, at, rest)) === true;
  }

  holdsPair(one: number, other: number): boolean {
    return this.#pairs.has(pairOf(one, other));
  }
}

function codeOf(folded: string): number {
  let code = 0;
  for (const letter of folded.slice(0, letters)) code = (code << 5) | (letter.charCodeAt(0) & 31);
  return code;
}

const pairOf = (one: number, other: number) => one * 0x10000 + (other || 0);

function goesOn(cell: string, from: number, rest: string): boolean {
  let found = 0;
  for (let at = from; found < rest.length && at < cell.length; at++) {
    const unit = cell.charCodeAt(at);
    const [letter = 0, other = 0] = [plain[unit], second[unit]];
    if (letter === 0) continue;
    if (letter !== rest.charCodeAt(found++)) return false;
    if (other !== 0 && found < rest.length && other !== rest.charCodeAt(found++)) return false;
  }
  return found >= rest.length;
}

/** They speak wherever they stand. */
const anywhere = new Beginnings(
  [optOutStems, subscriptionStems, newsletterStems, consentStems].flatMap(stems => stems.all),
);
/** They speak as a whole cell, or as its first word. */
const atStart = new Beginnings([
  ...optedOutWords.all,
  ...suppressedWords.all,
  ...unconfirmedWords.all,
  ...negations,
  ...noWords,
  ...declinedWords,
]);
/** Negations that are shorter than the others. */
const shortDenials = new Set(
  [...negations].filter(word => word.length < letters && word.charCodeAt(0) < firstJamo).map(codeOf),
);

/** Whether a cell may say, or mention, that somebody must not be emailed. If not, it surely does not. */
export function mayHoldMark(cell: string): boolean {
  const end = Math.min(cell.length, mostCharacters);
  let code = 0;
  let count = 0;
  for (let i = 0; i < end; i++) {
    const unit = cell.charCodeAt(i);
    if (unit >= firstIdeograph || (unit >= firstJamo && unit <= lastJamo)) return mayHoldIdeographs(cell);
    const letter = plain[unit] ?? 0;
    if (letter === 0) {
      if (count > 0 && count < letters && shortDenials.has(code)) return true;
      continue;
    }
    code = ((code << 5) | (letter & 31)) & window;
    if (++count >= letters && starts[code] === 1 && isWord(code, count, cell, i + 1)) return true;
    const other = second[unit] ?? 0;
    if (other === 0) continue;
    code = ((code << 5) | (other & 31)) & window;
    if (++count >= letters && starts[code] === 1 && isWord(code, count, cell, i + 1)) return true;
  }
  // A short word is looked up faster than looked through.
  return count < letters && count > 0;
}

function isWord(code: number, count: number, cell: string, at: number): boolean {
  return anywhere.holds(code, cell, at) || (count === letters && atStart.holds(code, cell, at));
}

/** The same for a cell with Chinese, Japanese or Korean in it: its parts in other letters are looked at one by one. */
function mayHoldIdeographs(cell: string): boolean {
  const end = Math.min(cell.length, mostCharacters);
  let previous = 0;
  let isFirst = true;
  for (let i = 0; i < end; i++) {
    const unit = cell.charCodeAt(i);
    if (isOtherForm(unit)) return true;
    if (unit < firstIdeograph) continue;
    const ideograph = unit <= lastKana ? (plain[unit] ?? 0) || unit : unit;
    if (previous > 0) {
      if (anywhere.holdsPair(previous, ideograph) || (isFirst && atStart.holdsPair(previous, ideograph)))
        return true;
      isFirst = false;
    }
    previous = ideograph;
  }
  if (isFirst) return true;
  return cell.split(others).some(part => part.length >= letters && mayHoldMark(part));
}

const others = /[\u2e80-\uffff]+/;

/** Whether a character is a letter of the others in another form: a jamo, a mark of kana, of double width, bold. */
function isOtherForm(unit: number): boolean {
  return (
    (unit >= firstJamo && unit <= lastJamo) ||
    unit === 0x3099 ||
    unit === 0x309a ||
    unit === 0xd835 ||
    unit >= 0xf900
  );
}
