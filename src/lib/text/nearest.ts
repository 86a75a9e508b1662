/** Optimal string alignment distance: insertions, deletions, substitutions and swapped neighbors. */
export function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return at(last, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/**
 * The candidate that `word` is probably a misspelling of, ignoring case.
 *
 * @returns undefined when every candidate is more than three edits away, or more than a third of the word's letters:
 *   `test` is no misspelling of `list`
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.min(3, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/** The nearest name, else the only one that has all words of a text, or beginnings of them: `group` is `group_id`. */
export function likely(text: string, names: readonly string[]): string | undefined {
  const words = wordsIn(text);
  const isMeant = (name: string) =>
    words.every(word => wordsIn(name).some(other => other.startsWith(word))) && words.join('').length > 2;
  const [only, another] = new Set(names.filter(isMeant));
  return nearest(text, names) ?? (another === undefined ? only : undefined);
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The hint for a text that is none of the names. @param otherwise if it is like none of them, too */
export function didYouMean<T>(text: string, names: readonly string[], otherwise: T, prefix = ''): T | string {
  const name = likely(text, names);
  return name === undefined ? otherwise : `did you mean ${prefix}${name}?`;
}

/** The same for names that people have given. @param list the command that lists them */
export function nameHint(text: string, names: readonly string[], list: string): string {
  const name = likely(text, names);
  return name === undefined ? list : `did you mean "${name}"? All: ${list}`;
}
