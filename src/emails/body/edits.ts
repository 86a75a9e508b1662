/** Changes to a text by places, so that all else stays as it is, to the letter. */

/** Replaces what stands between two places. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An attribute of an element. */
export interface HtmlAttribute {
  readonly value: string;
  /** Of the whole attribute, with its name. */
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

/** A value as it stands between double quotes. */
export function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
