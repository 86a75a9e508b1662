import type { Source } from '../source/source.ts';
import { type FieldKind, parseValue, type ValueRules } from '../values/field-values.ts';
import { type Dialect, dataRows } from './dialect.ts';

/** Tried in this order; values that fit none are text. */
const kinds: readonly Exclude<FieldKind, 'text'>[] = ['boolean', 'number', 'date'];

/**
 * Infers the kind of some columns from all their values: the first kind that every value fits.
 *
 * @returns the kind of each column; undefined when the column is empty
 */
export async function inferKinds(
  source: Source,
  dialect: Dialect,
  columns: readonly number[],
  rules: ValueRules,
): Promise<ReadonlyMap<number, FieldKind | undefined>> {
  const candidates = new Map(columns.map(column => [column, new Set<FieldKind>(kinds)]));
  const filled = new Set<number>();
  for await (const rows of dataRows(source, dialect)) {
    for (const row of rows) {
      if (row.damaged) continue;
      for (const [column, open] of candidates) {
        const cell = row.cells[column]?.trim() ?? '';
        if (cell === '') continue;
        filled.add(column);
        for (const kind of open) if (!fits(kind, cell, rules)) open.delete(kind);
      }
    }
  }
  return new Map(
    columns.map(column => {
      const first = kinds.find(kind => candidates.get(column)?.has(kind));
      return [column, filled.has(column) ? (first ?? 'text') : undefined];
    }),
  );
}

/** Digits that are no quantity stay text: zip codes and telephone numbers begin with a zero or a plus. */
function fits(kind: FieldKind, cell: string, rules: ValueRules): boolean {
  if (kind === 'number' && /^(?:0\d|\+)|^\d{16,}$/.test(cell)) return false;
  return 'value' in parseValue(kind, cell, rules);
}
