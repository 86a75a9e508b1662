/** A glance at a cell, for columns with so many values that judging each would take too long. */

import table from './glance.table.ts';
import {
  type BeginningsList,
  firstIdeograph,
  firstJamo,
  lastJamo,
  letters,
  pairOf,
  window,
} from './glance-codes.ts';

/** As many as `fold` compares. */
const mostCharacters = 2000;
const [firstOther, lastOther] = [0x700, 0x1e00];
/** Kana, which have marks as letters have accents. */
const lastKana = 0x30ff;

/** The letter that a character is folded to; 0: the character is skipped. */
const plain = new Uint16Array(lastKana + 1);
/** The second one, of the few that are folded to two. */
const second = new Uint16Array(plain.length);
for (const alphabet of table.letters) {
  plain.set(alphabet.first, alphabet.from);
  second.set(alphabet.second, alphabet.from);
}

/** For the first letters: 1 where a word may begin. */
const starts = new Uint8Array(window + 1);

class Beginnings {
  readonly #words: ReadonlyMap<number, readonly string[]>;
  readonly #pairs: ReadonlySet<number>;

  constructor({ words, pairs }: BeginningsList) {
    this.#words = new Map(words);
    this.#pairs = new Set(pairs);
    for (const [code] of words) starts[code] = 1;
  }

  /** Whether one of the words begins with the letters of the code, and goes on as the cell does at `at`. */
  holds(code: number, cell: string, at: number): boolean {
    return this.#words.get(code)?.some(rest => goesOn(cell, at, rest)) === true;
  }

  holdsPair(one: number, other: number): boolean {
    return this.#pairs.has(pairOf(one, other));
  }
}

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

/** Words that count wherever they stand. */
const anywhere = new Beginnings(table.anywhere);
/** Words that count as the whole cell, or as its first word. */
const atStart = new Beginnings(table.atStart);
/** Negations that are shorter than the others. */
const shortDenials: ReadonlySet<number> = new Set(table.shortDenials);

/** False: the cell certainly does not mention an opt-out. True: it may. */
export function mayMeanOptOut(cell: string): boolean {
  const end = Math.min(cell.length, mostCharacters);
  let code = 0;
  let count = 0;
  for (let i = 0; i < end; i++) {
    const unit = cell.charCodeAt(i);
    if (unit >= firstIdeograph || (unit >= firstJamo && unit <= lastJamo)) return mayMeanItInIdeographs(cell);
    // Letters of India, Thailand and others, which are not looked up.
    if (unit >= firstOther && unit < lastOther) return true;
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
  // Judging a short word is cheap enough.
  return count < letters && count > 0;
}

function isWord(code: number, count: number, cell: string, at: number): boolean {
  return anywhere.holds(code, cell, at) || (count === letters && atStart.holds(code, cell, at));
}

/** The same for a cell with Chinese, Japanese or Korean; checks its parts in other letters one by one. */
function mayMeanItInIdeographs(cell: string): boolean {
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
  return cell.split(others).some(part => part.length >= letters && mayMeanOptOut(part));
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
