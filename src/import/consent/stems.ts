/**
 * Stems of the words with which people and services say who may be emailed and who must not, in the languages of our
 * users. A name or a phrase is searched for them without case, accents, spaces and punctuation.
 */
import type { FoldedText } from '../rows/values/fold.ts';
import table, { type StemList } from './stems.table.ts';

/** Stems by their first two letters, so that a text is searched once for all of them. */
export class Stems {
  readonly #byStart = new Map<string, string[]>();
  readonly #mayBeTwoWords: ReadonlySet<string>;
  readonly #atWordStart: ReadonlySet<string>;
  /** Folded. */
  readonly all: readonly string[];

  constructor({ all, mayBeTwoWords, atWordStart }: StemList) {
    this.#mayBeTwoWords = new Set(mayBeTwoWords);
    this.#atWordStart = new Set(atWordStart);
    this.all = all;
    for (const stem of this.all) {
      const start = stem.slice(0, 2);
      this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), stem]);
    }
  }

  in({ whole, words }: FoldedText): string | undefined {
    const isThere = (stem: string, at: number) =>
      whole.startsWith(stem, at) &&
      (!this.#mayBeTwoWords.has(stem) || words.some(word => word.includes(stem))) &&
      (!this.#atWordStart.has(stem) || words.some(word => word.startsWith(stem)));
    for (let at = 0; at < whole.length - 1; at++) {
      const stem = this.#byStart.get(whole.slice(at, at + 2))?.find(one => isThere(one, at));
      if (stem !== undefined) return stem;
    }
    return undefined;
  }
}

export const holds = (text: FoldedText, ...all: readonly Stems[]) =>
  all.some(stems => stems.in(text) !== undefined);

/** They mean opt-out, wherever they stand. */
export const optOutStems = new Stems(table.optOutStems);

/** Opt-out, or something else: an order, a block of flats, a deleted scene. */
export const doubtfulStems = new Stems(table.doubtfulStems);

/** Doubtful stems that usually end something that is paid for or ordered. */
export const endingStems = new Stems(table.endingStems);

export const consentStems = new Stems(table.consentStems);

/** The column may say yes and no, or name newsletters. */
export const newsletterStems = new Stems(table.newsletterStems);

/** Subscriptions: to a newsletter, or to something that is paid for. */
export const subscriptionStems = new Stems(table.subscriptionStems);

/** Questions: "May we write to you?" */
export const questionStems = new Stems(table.questionStems);

export const mailStems = new Stems(table.mailStems);

export const advertisingStems = new Stems(table.advertisingStems);

/** What may stand beside a stem in a header without changing its meaning. */
const neutral: ReadonlySet<string> = new Set(table.neutralWords);

/** Letters that an ending may have: Abmeld-ung, εγγεγρ-αμμένο. */
const longestEnding = 6;
/** Letters that may remain of unknown words: an article, a plural. */
const mostLeft = 2;

/** Whether a name is hardly more than the stem, its ending and neutral words. */
export function isExplained({ words }: FoldedText, stem: string): boolean {
  const isOneWord = words.some(word => word.includes(stem));
  const relevant = isOneWord ? words.filter(word => !neutral.has(word)) : [words.join('')];
  return relevant.map(word => unexplained(word, stem)).join('').length <= mostLeft;
}

/** A word without the stem, its ending and neutral compounds. */
function unexplained(word: string, stem: string): string {
  const at = word.indexOf(stem);
  if (at === -1) return withoutCompounds(word);
  const ending = withoutCompounds(word.slice(at + stem.length));
  return withoutCompounds(word.slice(0, at)) + (ending.length <= longestEnding ? '' : ending);
}

function withoutCompounds(word: string): string {
  let rest = word;
  for (const compound of table.compounds) rest = rest.replaceAll(compound, '');
  return rest;
}
