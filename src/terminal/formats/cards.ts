import type { Paint } from '../terminal.ts';
import type { Cell } from './cell.ts';
import { cut, widthOf, wrap } from './measure.ts';

/** A name and the lines of its value, wrapped to `cardWidth`. */
export interface CardField {
  readonly name: string;
  readonly lines: readonly Cell[];
}

const indent = 2;

/** The width of a value below its name. */
export function cardWidth(width: number): number {
  return Math.max(width - indent, 1);
}

/** The lines of a cell on a card, at most three. */
export function cardLines({ text, tone }: Cell, width: number): readonly Cell[] {
  return wrap(text, cardWidth(width), 3).map(line => ({ text: line, tone }));
}

/** One record on a narrow terminal: `name: value`, or the value below its name if it does not fit. */
export function cardOf(entries: readonly CardField[], width: number, paint: Paint): string {
  const painted = ({ text, tone }: Cell) => (tone === undefined ? text : paint[tone](text));
  return entries
    .flatMap(({ name, lines }) => {
      const title = `${cut(name, width - 1)}:`;
      const [only, ...more] = lines;
      if (only === undefined || (more.length === 0 && only.text === '')) return [paint.bold(title)];
      if (more.length === 0 && widthOf(`${title} ${only.text}`) <= width) {
        return [`${paint.bold(title)} ${painted(only)}`];
      }
      return [paint.bold(title), ...lines.map(line => `${' '.repeat(indent)}${painted(line)}`.trimEnd())];
    })
    .map(line => `${line}\n`)
    .join('');
}
