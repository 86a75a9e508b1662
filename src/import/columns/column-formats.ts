import type { SourceRow } from '../files/row.ts';
import { ColumnFormat } from '../rows/values/column-format.ts';
import type { ColumnMapping } from './columns.ts';
import type { Dialect } from './dialect.ts';
import type { GivenFormats } from './given-formats.ts';

/** How numbers and dates are written, by column. */
export type ColumnFormats = ReadonlyMap<number, ColumnFormat>;

/** Detects formats from the first rows; the first pass looks at the others. */
export function columnFormats(
  { targets }: ColumnMapping,
  { delimiter }: Dialect,
  sample: readonly SourceRow[],
  given: GivenFormats,
): ColumnFormats {
  // Programs that write decimal commas use another delimiter.
  const usual = { decimalMark: delimiter === ',' ? ('.' as const) : undefined };
  const formats = new Map<number, ColumnFormat>();
  targets.forEach((target, column) => {
    if (target.to !== 'field' || target.kind === 'text' || target.kind === 'boolean') return;
    const format = new ColumnFormat(target.kind, given(column), usual);
    for (const { cells, damaged } of sample) {
      const text = damaged ? '' : (cells[column] ?? '').trim();
      if (text !== '') format.observe(text);
    }
    format.decide();
    formats.set(column, format);
  });
  return formats;
}

/** @returns whether the rows must be read again */
export function decideFormats(formats: ColumnFormats): boolean {
  // Every column decides, whatever the others do.
  return [...formats.values()].filter(format => format.decide()).length > 0;
}

/** A text that changes if and only if the formats do. */
export function formatsText(formats: ColumnFormats): string {
  return [...formats]
    .map(([column, { rules }]) => {
      const { decimalMark, dateOrder, readsSerials } = rules;
      return [column + 1, decimalMark, dateOrder, readsSerials ? 'serial' : undefined]
        .filter(part => part !== undefined)
        .join(' ');
    })
    .join(', ');
}
