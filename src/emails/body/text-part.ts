/** Compares the text part of an email with its HTML. */

/**
 * Compares a text part with the text generated from the body. Ignores layout, punctuation, URLs and descriptions of
 * images, since other programs write text parts too.
 *
 * @returns words of only one, as often as they are missing in the other
 */
export function textDifference(text: string, made: string) {
  const [inText, inBody] = [wordsOf(text), wordsOf(made)];
  return { onlyInBody: missingIn(inText, inBody), onlyInText: missingIn(inBody, inText) };
}

/** Whether both have the same words. */
export function saysTheSame(text: string, made: string): boolean {
  const { onlyInBody, onlyInText } = textDifference(text, made);
  return onlyInBody.length + onlyInText.length === 0;
}

function wordsOf(text: string): string[] {
  const readable = text
    .normalize('NFKC')
    // Bounded, so that the time stays linear in the length of the text.
    .replace(/(?<![a-z+.-])[a-z][a-z+.-]{0,20}:\/\/[^\s>)\]]+|mailto:\S+|\[[^\]\n]{0,500}\]/gi, ' ')
    .toLowerCase();
  return readable.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.:,'’][\p{L}\p{N}]+)*/gu) ?? [];
}

function missingIn(words: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  return others.filter(word => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count < 1;
  });
}
