/** The layout of help pages: lists of two columns, and command lines. */
import { largest } from '../../lib/extremes.ts';
import { wrapText } from '../../terminal/message-text.ts';

/** Default width of a page, in characters. */
const pageWidth = 80;
/** Least width of the second column; below it, that text goes on its own line. */
const minColumnWidth = 24;

/**
 * Two columns side by side, or below each other on a narrow screen.
 *
 * @param term text of the first column
 * @param widest characters of the widest first column
 * @param text of the second column
 * @param width characters of the screen
 */
export function twoColumns(term: string, widest: number, text: string, width = pageWidth): string {
  if (text === '') return `  ${term}`;
  const room = width - widest - 4;
  if (room >= minColumnWidth) {
    const indent = ' '.repeat(widest + 4);
    return `  ${term.padEnd(widest)}  ${wrapText(text, room).replaceAll('\n', `\n${indent}`)}`;
  }
  const indent = ' '.repeat(4 + term.length - term.trimStart().length);
  return `  ${term}\n${wrapText(text, width - indent.length).replace(/^/gm, indent)}`;
}

/**
 * Lines of two columns, the second one wrapped.
 *
 * @param items texts of the first and second column
 * @param width characters of the screen (default 80)
 */
export function columns(
  items: readonly (readonly [term: string, description: string])[],
  width = pageWidth,
): string {
  const widest = largest(items.map(([term]) => term.length));
  return items.map(([term, text]) => twoColumns(term, widest, text, width)).join('\n');
}

/** Words of a shell with their quotes; an option and its value are one. */
const shellWords = /(?:--?\w[\w-]* (?!-))?(?:"[^"]*"|'[^']*'|[^\s"'])+/g;

/** A command line to copy, indented; one that is too long has several lines. */
export function commandLines(line: string, width = pageWidth): string {
  if (line.length + 2 <= width) return `  ${line}`;
  const lines: string[] = [];
  for (const word of line.match(shellWords) ?? []) {
    const last = lines.at(-1) ?? '';
    const isFull = last === '' || last.length + word.length + 7 > width;
    if (isFull) lines.push(word);
    else lines.splice(-1, 1, `${last} ${word}`);
  }
  return `  ${lines.join(' \\\n    ')}`;
}
