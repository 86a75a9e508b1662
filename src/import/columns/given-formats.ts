import { checkDateFormat } from '../rows/values/date-format.ts';
import type { ValueRules } from '../rows/values/field-values.ts';
import type { DecimalMark } from '../rows/values/numbers.ts';
import { findColumns } from './columns.ts';

/** Formats from the options or the preset, by column. */
export type GivenFormats = (column: number) => ValueRules;

/**
 * Reads `--date-format` and `--decimal-mark`: a value for a column beats one for all.
 *
 * @param usual the preset's formats
 * @throws Failure invalid_value
 */
export function givenFormats(
  options: { readonly dateFormat: readonly string[]; readonly decimalMark: readonly string[] },
  header: readonly string[],
  usual: ValueRules,
): GivenFormats {
  const formats = byColumn(options.dateFormat, header, '--date-format');
  for (const format of formats.values()) checkDateFormat(format);
  const marks = byColumn(options.decimalMark, header, '--decimal-mark');
  return column => ({
    ...usual,
    dateFormat: formats.get(column) ?? formats.get('all') ?? usual.dateFormat,
    decimalMark: markOf(marks.get(column) ?? marks.get('all')) ?? usual.decimalMark,
  });
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
