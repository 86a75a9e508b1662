/** How numbers and dates are written: as given by the options or the preset, else as the first rows show. */
import type { SourceRow } from '../files/row.ts';
import { ColumnFormat } from '../rows/values/column-format.ts';
import { orderOfForm } from '../rows/values/dates.ts';
import type { ValueRules } from '../rows/values/field-values.ts';
import type { DecimalMark } from '../rows/values/numbers.ts';
import type { ColumnMapping } from './columns.ts';
import { findColumns } from './columns.ts';
import type { Dialect } from './dialect.ts';

export type GivenFormats = (column: number) => ValueRules;

/** `--date-format` and `--decimal-mark`: one for a column beats one for all. @throws Failure invalid_value */
export function givenFormats(
  options: { readonly dateFormat: readonly string[]; readonly decimalMark: readonly string[] },
  header: readonly string[],
  usual: ValueRules,
): GivenFormats {
  const forms = byColumn(options.dateFormat, header, '--date-format');
  const orders = new Map([...forms].map(([column, form]) => [column, orderOfForm(form)]));
  const marks = byColumn(options.decimalMark, header, '--decimal-mark');
  return column => ({
    ...usual,
    dateFormat: orders.get(column) ?? orders.get('all') ?? usual.dateFormat,
    decimalMark: markOf(marks.get(column) ?? marks.get('all')) ?? usual.decimalMark,
  });
}

/** What happens with values of a column that do not fit: undefined if no option says so. */
export type BadValueRules = (column: number | undefined) => 'reject' | 'drop' | undefined;

/** Reads `--bad-values`: what it says of a column beats what it says of all. */
export function badValueRules(texts: readonly string[], header: readonly string[]): BadValueRules {
  const rules = byColumn(texts, header, '--bad-values');
  return column => {
    const what = rules.get(column ?? 'all') ?? rules.get('all');
    return what === 'reject' || what === 'drop' ? what : undefined;
  };
}

/** `<column>=<value>`, or a value for all columns. Split at the last `=`, since a header may contain one. */
function byColumn(
  texts: readonly string[],
  header: readonly string[],
  flag: string,
): ReadonlyMap<number | 'all', string> {
  const found = new Map<number | 'all', string>();
  for (const text of texts) {
    const cut = text.lastIndexOf('=');
    const value = text.slice(cut + 1).trim();
    if (cut === -1) found.set('all', value);
    else for (const column of findColumns(text.slice(0, cut).trim(), header, flag)) found.set(column, value);
  }
  return found;
}

function markOf(text: string | undefined): DecimalMark | undefined {
  return text === '.' || text === ',' ? text : undefined;
}

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
