const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Characters of a text that are compared: a whole cell may be looked at, and cells may be of any length. */
const comparedLength = 2000;

/**
 * Accents, and points of Hebrew and Arabic. From India to Cambodia marks are vowels, without which "food" is "send"; of those only
 * the nukta may be left out.
 */
const accents = /(?![\u0900-\u109f\u1780-\u17ff])\p{M}|[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/gu;

const notAscii = /[^\p{ASCII}]/u;

/** The beginning of a text without case, accents and invisible characters. */
export function withoutAccents(text: string): string {
  return bare(text.slice(0, comparedLength));
}

function bare(text: string): string {
  if (!notAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(invisible, '').replace(accents, '').toLowerCase();
}

const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
};
const ticks = /[✓✔☑✅]/g;

/** A text as words are compared with the vocabulary: only letters and digits, without case, accents and regional letters. */
export function fold(text: string): string {
  if (!notAscii.test(text))
    return text
      .slice(0, comparedLength)
      .toLowerCase()
      .replace(/[^a-z\d]+/g, '');
  return plain(withoutAccents(text.replace(ticks, 'x'))).replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** Folds each line of a text, and leaves the line ends. */
export function foldLines(text: string): string {
  return plain(bare(text.replace(ticks, 'x'))).replace(/[^\p{L}\p{N}\p{M}\n]+/gu, '');
}

function plain(text: string): string {
  return text.replace(/[łøæœßđðıς]/g, letter => plainLetters[letter] ?? letter);
}

export interface FoldedText {
  readonly whole: string;
  readonly words: readonly string[];
}

export function foldedText(words: readonly string[]): FoldedText {
  const folded = words.map(fold).filter(word => word !== '');
  return { whole: folded.join(''), words: folded };
}

/** Letters that may follow the beginning of a word: inscri-t, inscri-ta, inscri-tos. */
const longestEnding = 4;

export interface WordList {
  readonly whole: readonly string[];
  /** They may have up to four more letters. */
  readonly beginnings: readonly string[];
}

/** Words, and beginnings of words whose endings vary. */
export class Words {
  readonly #whole: ReadonlySet<string>;
  readonly #beginnings: ReadonlySet<string>;

  constructor({ whole, beginnings }: WordList) {
    this.#whole = new Set(whole);
    this.#beginnings = new Set(beginnings);
  }

  has(folded: string): boolean {
    return this.#whole.has(folded);
  }

  /** Whether a text is one of the beginnings with an ending, which belongs to its last word as a whole. */
  begins({ whole, words }: FoldedText): boolean {
    const lastWord = words.at(-1)?.length ?? 0;
    for (let ending = 0; ending <= longestEnding && ending < lastWord; ending++) {
      if (this.#beginnings.has(whole.slice(0, whole.length - ending))) return true;
    }
    return false;
  }
}
