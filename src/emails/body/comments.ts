/** Comments of HTML and of style sheets. */
import type { Edit } from './edits.ts';

/** `<!--[if mso]>…<![endif]-->`, `<!--[if !mso]><!-->`, `<!--<![endif]-->`: Outlook acts on these. */
export function isConditional(comment: string): boolean {
  return /^\s*\[if\b[^\]]*\]>/i.test(comment) || /^\s*<!\[endif\]\s*$/i.test(comment);
}

/** Removes the comments between two places of a style sheet; what looks like one in a string stays. */
export function styleComments(html: string, start: number, end: number): Edit[] {
  const found = html.slice(start, end).matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?\*\//gs);
  return [...found]
    .filter(([text]) => text.startsWith('/*'))
    .map(({ index, 0: { length } }) => wholeLines(html, start + index, start + index + length));
}

/** Removes a comment; takes the line along with a comment that has it for itself. */
export function wholeLines(html: string, start: number, end: number): Edit {
  const lineStart = html.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = html.indexOf('\n', end);
  const rest = html.slice(end, lineEnd < 0 ? undefined : lineEnd);
  if (html.slice(lineStart, start).trim() !== '' || rest.trim() !== '') return { start, end, text: '' };
  return { start: lineStart, end: lineEnd < 0 ? html.length : lineEnd + 1, text: '' };
}
