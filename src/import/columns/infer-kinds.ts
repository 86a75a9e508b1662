import type { Source } from '../files/source.ts';
import { type FieldKind, parseValue, type ValueRules } from '../rows/values/field-values.ts';
import type { GivenFormats } from './column-formats.ts';
import { type Dialect, dataRows } from './dialect.ts';

interface Guess {
  readonly kind: Exclude<FieldKind, 'text'>;
  readonly rules: ValueRules;
}

/** Tried in this order; values that fit none are text. */
const guesses: readonly Guess[] = [
  { kind: 'boolean', rules: {} },
  { kind: 'number', rules: { decimalMark: '.' } },
  { kind: 'number', rules: { decimalMark: ',' } },
  { kind: 'date', rules: { dateOrder: 'DMY' } },
  { kind: 'date', rules: { dateOrder: 'MDY' } },
  { kind: 'date', rules: { dateOrder: 'YMD' } },
];

/** The first kind that every value of a column fits; undefined where it is empty. */
export async function inferKinds(
  source: Source,
  dialect: Dialect,
  columns: readonly number[],
  given: GivenFormats,
): Promise<ReadonlyMap<number, FieldKind | undefined>> {
  const known = (column: number) =>
    guesses.map(({ kind, rules }) => ({ kind, rules: withGiven(rules, given(column)) }));
  const candidates = new Map(columns.map(column => [column, new Set(known(column))]));
  const filled = new Set<number>();
  for await (const rows of dataRows(source, dialect)) {
    for (const row of rows) {
      if (row.damaged) continue;
      for (const [column, open] of candidates) {
        const cell = row.cells[column]?.trim() ?? '';
        if (cell === '') continue;
        filled.add(column);
        for (const guess of open) if (!fits(guess, cell)) open.delete(guess);
      }
    }
  }
  return new Map(
    columns.map(column => {
      const [first] = candidates.get(column) ?? [];
      return [column, filled.has(column) ? (first?.kind ?? 'text') : undefined];
    }),
  );
}

function withGiven(rules: ValueRules, { decimalMark, dateFormat }: ValueRules): ValueRules {
  return { ...rules, decimalMark: decimalMark ?? rules.decimalMark, dateFormat };
}

/** Zip codes and phone numbers stay text: they begin with a zero or a plus. */
function fits({ kind, rules }: Guess, cell: string): boolean {
  if (kind === 'number' && /^(?:0\d|\+)|^\d{16,}$/.test(cell)) return false;
  return 'value' in parseValue(kind, cell, rules);
}
