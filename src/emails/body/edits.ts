/** Edits of a text by offset, which leave everything else unchanged. */

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface HtmlAttribute {
  readonly value: string;
  /** Of the whole attribute, including its name. */
  readonly start: number;
  readonly end: number;
}

/** @param edits do not overlap */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  return parts.join('') + text.slice(from);
}

/** `<!--[if mso]>…<![endif]-->`, `<!--[if !mso]><!-->`, `<!--<![endif]-->`: Outlook acts on these. */
export function isConditional(comment: string): boolean {
  return /^\s*\[if\b[^\]]*\]>/i.test(comment) || /^\s*<!\[endif\]\s*$/i.test(comment);
}

/** Removes the comments between two offsets of a style sheet, but not from its strings. */
export function styleComments(html: string, start: number, end: number): Edit[] {
  const found = html.slice(start, end).matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?\*\//gs);
  return [...found]
    .filter(([text]) => text.startsWith('/*'))
    .map(({ index, 0: { length } }) => wholeLines(html, start + index, start + index + length));
}

/** Removes a comment, and its line if nothing else is on it. */
export function wholeLines(html: string, start: number, end: number): Edit {
  const lineStart = html.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = html.indexOf('\n', end);
  const rest = html.slice(end, lineEnd < 0 ? undefined : lineEnd);
  if (html.slice(lineStart, start).trim() !== '' || rest.trim() !== '') return { start, end, text: '' };
  return { start: lineStart, end: lineEnd < 0 ? html.length : lineEnd + 1, text: '' };
}
