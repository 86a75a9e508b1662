/** A glance at a cell, for columns with so many values that judging each would take too long. */
import { fold } from '../rows/values/fold.ts';
import { noWords } from '../rows/values/yes-no.ts';
import lexicon, { type Role } from './vocabulary/lexicon.table.ts';
import words from './vocabulary/words.table.ts';

/** As many as `fold` compares. */
const mostCharacters = 2000;
/** Letters by which words are looked up, in five bits each: those of an alphabet differ in them. */
const letters = 4;
const window = (1 << (5 * letters)) - 1;

/** A Chinese or Japanese character counts as two letters: a word of two is as long as one of four. */
const spread = (text: string) =>
  text.replace(/[\u2e80-\uffff]/g, ideograph => {
    const unit = ideograph.charCodeAt(0);
    return String.fromCharCode(unit >> 5, unit);
  });

/** From Syriac to Balinese but for Korean, whose words are not looked up, and bold letters, which are pairs of units. */
const isOther = (unit: number) =>
  (unit >= 0x700 && unit < 0x1e00 && (unit < 0x1100 || unit > 0x11ff)) || unit === 0xd835;

/** Of each character that has been met: five bits of each of up to three letters that it is folded to, their number, marks. */
const packed = new Uint32Array(0x10000);
const [known, other] = [1 << 17, 1 << 18];
const countOf = (all: number) => (all >> 15) & 3;

function lettersAt(cell: string, at: number): number {
  const unit = cell.charCodeAt(at);
  return packed[unit] || pack(unit);
}

function pack(unit: number): number {
  const text = spread(fold(String.fromCharCode(unit))).slice(0, 3);
  const all = known | (isOther(unit) ? other : 0) | (text.length << 15) | codeOf(text);
  packed[unit] = all;
  return all;
}

function codeOf(text: string): number {
  let code = 0;
  for (let at = 0; at < text.length && at < letters; at++) code = (code << 5) | (text.charCodeAt(at) & 31);
  return code;
}

/** For the first letters: 1 where a word may begin. */
const starts = new Uint8Array(window + 1);

/** How words go on that begin with the letters of a code. */
function beginnings(all: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const text of all.map(spread).filter(({ length }) => length >= letters)) {
    const code = codeOf(text);
    starts[code] = 1;
    found.set(code, [...(found.get(code) ?? []), text.slice(letters)]);
  }
  return found;
}

/** The words that are looked for, made at the first glance: most short lists need none. */
function wordsToFind() {
  const lines = Object.values(lexicon.entries).flatMap(entries => entries.split(';'));
  const entries = (...roles: readonly Role[]) => {
    const numbers = roles.map(role => lexicon.roles.indexOf(role));
    return lines.flatMap(line => {
      const end = line.indexOf(',');
      return numbers.includes(Number.parseInt(line.slice(end + 1), 10)) ? line.slice(0, end) : [];
    });
  };
  const negations = entries('negation');
  const about = entries('unsubscribed', 'deceased', 'left', 'subscription', 'newsletter', 'consent');
  const { 'opted out': optedOut, suppressed, unconfirmed } = words.statuses;
  const refusals = [optedOut, suppressed, unconfirmed].flatMap(all => [...all.whole, ...all.beginnings]);
  return {
    /** Words that count wherever they stand. */
    anywhere: beginnings(about),
    /** Words that count as the whole cell, or as its first word. */
    atStart: beginnings([...refusals, ...negations, ...noWords, ...words.declinedWords]),
    /** Negations that are shorter than the others. */
    shortDenials: new Set(negations.filter(word => spread(word).length < letters).map(codeOf)),
  };
}
let found: ReturnType<typeof wordsToFind> | undefined;

/** False: the cell certainly does not mention an opt-out. True: it may. */
export function mayMeanOptOut(cell: string): boolean {
  found ??= wordsToFind();
  const { anywhere, atStart, shortDenials } = found;
  const end = Math.min(cell.length, mostCharacters);
  let [code, count] = [0, 0];
  for (let i = 0; i < end; i++) {
    const all = lettersAt(cell, i);
    if (all >= other) return true;
    let left = countOf(all);
    if (left === 0 && count > 0 && count < letters && shortDenials.has(code)) return true;
    while (left-- > 0) {
      code = ((code << 5) | ((all >> (5 * left)) & 31)) & window;
      if (++count < letters || starts[code] !== 1) continue;
      if (goesOn(anywhere.get(code), cell, i, left)) return true;
      if (count === letters && goesOn(atStart.get(code), cell, i, left)) return true;
    }
  }
  // Judging a short word is cheap enough.
  return count > 0 && count < letters;
}

/** @param before how many letters of the character at `from` come behind the code */
function goesOn(rests: readonly string[] = [], cell: string, from: number, before: number): boolean {
  return rests.some(rest => {
    let [at, left] = [from, before];
    for (let found = 0; found < rest.length; found++) {
      while (left === 0) {
        if (++at >= cell.length) return false;
        left = countOf(lettersAt(cell, at));
      }
      const letter = (lettersAt(cell, at) >> (5 * --left)) & 31;
      if (letter !== (rest.charCodeAt(found) & 31)) return false;
    }
    return true;
  });
}
