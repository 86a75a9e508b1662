/** Notes and filler text that an author meant to replace. */

const markers = /(?<![\p{L}\p{N}_-])(?:TODO|FIXME|TBD|TBC|XXX+|\?\?\?+)(?![\p{L}\p{N}_])/gu;
const filler =
  /lorem ipsum|dolor sit amet|(?<!\[)\[(?:insert|your|add|enter|name|link|date|image|text|company|first name|placeholder)\b[^\]\n]{0,40}\](?!\])/i;

/** The first leftover of a text, as written. */
export function leftoverIn(text: string): string | undefined {
  const found = filler.exec(text)?.[0];
  if (found !== undefined) return found;
  for (const { 0: word, index } of text.matchAll(markers)) {
    if (!isShouting(text, index, index + word.length)) return word;
  }
  return undefined;
}

/** Whether the words around are in capitals too: "TODO" is Spanish for everything, XXX a Roman number. */
function isShouting(text: string, start: number, end: number): boolean {
  const before = /(\p{L}{2,})[^\p{L}]*$/u.exec(text.slice(Math.max(0, start - 40), start))?.[1];
  const after = /^[^\p{L}:]*(\p{L}{2,})/u.exec(text.slice(end, end + 40))?.[1];
  const words = [before, after].filter(word => word !== undefined);
  return words.length > 0 && words.every(word => word === word.toUpperCase() && word !== word.toLowerCase());
}
