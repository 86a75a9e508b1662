/** Measures and cuts text for a terminal, by whole graphemes. */

/** Characters of Latin, Greek and Cyrillic, and those that `sanitizeText` inserts: each takes one column. */
const plain =
  /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u024f\u0370-\u0377\u0400-\u0482\u048a-\u052f\u2010-\u2027€↵\u2400-\u2421]*$/;

/** Whether all libraries and terminals agree on the width: as many columns as characters. */
export const isPlain = (text: string) => plain.test(text);

let stringWidth: ((text: string) => number) | undefined;
let graphemes: Intl.Segmenter | undefined;

/**
 * Call this before these texts are measured or cut. Loads the library and the Unicode tables only if a text needs them,
 * since that takes longer than drawing a small table.
 */
export async function prepareToMeasure(texts: readonly string[]): Promise<void> {
  if (stringWidth || texts.every(isPlain)) return;
  ({ default: stringWidth } = await import('string-width'));
  graphemes = new Intl.Segmenter();
}

/** @returns how many columns `text` takes; East Asian characters and emoji take two */
export function widthOf(text: string): number {
  return stringWidth === undefined || isPlain(text) ? text.length : stringWidth(text);
}

/** @returns the longest start of `text` that fits `width`, and the rest */
function splitAt(text: string, width: number): readonly [head: string, rest: string] {
  if (graphemes === undefined || isPlain(text)) return [text.slice(0, width), text.slice(width)];
  let used = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > width) return [text.slice(0, index), text.slice(index)];
  }
  return [text, ''];
}

/** @returns `text`, cut to `width` with `…` at the end if it is wider */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return `${splitAt(text, Math.max(width - 1, 0))[0].trimEnd()}…`;
}

/** @returns `text`, cut to `width` with `…` in the middle if it is wider */
export function cutMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const [head, rest] = splitAt(text, Math.ceil((width - 1) / 2));
  const room = width - 1 - widthOf(head);
  const [, tail] = splitAt(rest, widthOf(rest) - room);
  // A wide character may stand across the place of the cut.
  return `${head}…${widthOf(tail) > room ? splitAt(tail, 2)[1] : tail}`;
}

/** Wraps a text, between words where possible. @returns at most `most` lines, with `…` if some are left out */
export function wrap(text: string, width: number, most: number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let rest = paragraph;
    do {
      if (lines.length === most) return [...lines.slice(0, -1), cut(`${lines.at(-1)}…`, width)];
      const [head, tail] = splitAt(rest, width);
      const space = tail === '' || tail.startsWith(' ') ? -1 : head.lastIndexOf(' ');
      const line = space > 0 ? head.slice(0, space) : head || rest.slice(0, 2);
      lines.push(line.trimEnd());
      rest = rest.slice(line.length).trimStart();
    } while (rest !== '');
  }
  return lines;
}
