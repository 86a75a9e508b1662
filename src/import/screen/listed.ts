import { grouped } from '../../terminal/numbers.ts';
import type { ValueCount } from '../consent/column-survey.ts';
import type { ImportPlan } from '../state.ts';

/** Joins the texts whose count is not zero. */
export function nonZero(parts: readonly (readonly [n: number, text: string])[]): string {
  return parts.flatMap(([n, text]) => (n > 0 ? [text] : [])).join(', ');
}

/** Counts of the same text, added up. */
export function summed(counts: readonly (readonly [text: string, n: number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [text, n] of counts) sums.set(text, (sums.get(text) ?? 0) + n);
  return sums;
}

/** As many texts as fit, and the number of the others. */
export function listed(texts: readonly string[], width: number): string {
  let text = '';
  for (const [i, one] of texts.entries()) {
    const longer = text === '' ? one : `${text}, ${one}`;
    if (i > 0 && longer.length > width) return `${text} and ${texts.length - i} more`;
    text = longer;
  }
  return text;
}

/** What a screen shows: again only the lines that changed, apart from the blanks that align them. */
export class ShownLines {
  #last: readonly string[] | undefined;

  /** @returns the lines that differ from those before; undefined: it is the first screen */
  changed(screen: string): string | undefined {
    const last = this.#last;
    const lines = screen.split('\n');
    const bare = (line: string) => line.replace(/ +/g, ' ');
    this.#last = lines.map(bare);
    return last && lines.filter(line => !last.includes(bare(line))).join('\n');
  }
}

/** A value of the column, to compare with its name. */
export function exampleIn({ sample }: ImportPlan, column: number): string {
  const row = sample.find(({ cells, damaged }) => !damaged && (cells[column] ?? '').trim() !== '');
  return shortened(row?.cells[column] ?? '', 32);
}

/** A cell on one line, of at most so many characters. */
export function shortened(cell: string, most: number): string {
  const text = cell.trim().replace(/\s+/g, ' ');
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const shownValues = 3;

/** The most informative values with their counts: `"weg" (3), "da" (120)`. */
export function valuesText(values: readonly ValueCount[]): string {
  const texts = values
    .slice(0, shownValues)
    .map(({ value, count }) => `${value === '' ? 'empty' : `"${shortened(value, 40)}"`} (${grouped(count)})`);
  return values.length > shownValues ? `${texts.join(', ')}, …` : texts.join(', ');
}
