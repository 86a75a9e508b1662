/** Words of a task and of a line of help, compared as search engines do: by stems, and by how rare a word is. */

const idle = new Set(
  (
    'a an the this that these those and or of in on at by to for from with as so up out into it its is are was were be ' +
    'been am do does did has have had can could should would will not no my our your their we i you they he she me us ' +
    'them there then than if before after just now please which what who whom whose how why when where many much any all'
  ).split(' '),
);

/** The plain beginning of an English word: bounces, bounced, bouncing. */
function stem(word: string): string {
  const cut = word
    .replace(/ies$/, 'y')
    .replace(/(?<=[^aeious])es$/, '')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=\w{3})(?:ing|ed|er|ly)$/, '')
    .replace(/(?<=\w{3})(?:ings|ers)$/, '');
  return cut.replace(/(?<=\w{3})e$/, '').replace(/([^aeiouls])\1$/, '$1');
}

/** The stems of a text, without the words that every text has. */
export const stems = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(word => !idle.has(word)).map(stem);

/** Ranks documents for a query (BM25, with the usual k1 and b), best first; those without a common word are left out. */
export function ranked<T>(query: string, documents: readonly T[], textOf: (document: T) => string): T[] {
  const texts = documents.map(document => stems(textOf(document)));
  const mean = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const scoreOf = (text: readonly string[]) => {
    let score = 0;
    for (const word of new Set(stems(query))) {
      const having = texts.filter(each => each.includes(word)).length;
      const times = text.filter(each => each === word).length;
      const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
      score += (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * text.length) / mean));
    }
    return score;
  };
  return documents
    .map((document, at) => ({ document, score: scoreOf(texts[at] ?? []) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ document }) => document);
}
