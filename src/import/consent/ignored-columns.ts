/** Columns without a target, and what stands in them: what is passed over is shown. */

import type { ColumnMapping } from '../columns/columns.ts';
import type { Dialect } from '../columns/dialect.ts';
import { looksLikeAddress } from '../rows/values/email-address.ts';
import type { ColumnCounts, ColumnSurvey, ValueCount } from './column-survey.ts';
import type { ConsentRules } from './consent.ts';
import { judge } from './judge.ts';

export interface IgnoredColumn {
  readonly name: string;
  readonly column: number;
  /** All its values, the most frequent first; `''`: empty cells. Undefined: too many to show. */
  readonly values: readonly ValueCount[] | undefined;
  /** Undefined: not counted. */
  readonly filled: number | undefined;
  readonly example: string;
}

/** Stand for all dates of a column, and for all addresses. */
const [dates, addresses] = ['dates', 'addresses'];
/** Values of a column that is shown: one alone tells people apart as little as many do. */
const [fewestValues, mostValues] = [2, 6];

/** The ignored columns. @param survey undefined: nothing was counted */
export function ignoredColumns(
  { targets }: ColumnMapping,
  { names }: Dialect,
  consent: ConsentRules | undefined,
  survey: ColumnSurvey,
): IgnoredColumn[] {
  return targets.flatMap((target, column) => {
    const name = names[column] ?? '';
    const isIgnored = target.to === 'ignored' && !consent?.columns.includes(name);
    if (!isIgnored) return [];
    const counts = survey.counts(column);
    const filled = survey.rows - counts.empty;
    const example = counts.examples[0]?.value ?? '';
    return [{ name, column, values: valuesOf(counts, survey.rows), filled, example }];
  });
}

/** @param rows rows that were counted: of a column of many values only the first ones are */
function valuesOf(counts: ColumnCounts, rows: number): ValueCount[] | undefined {
  const { examples: shown, filled, empty } = counts;
  const blank = { value: '', count: empty };
  const found = summed([...shown, blank]);
  const all = shown.reduce((sum, { count }) => sum + count, 0);
  // A second address column is said; the addresses in it are not shown.
  const isOfAddresses = shown.filter(({ value }) => looksLikeAddress(value)).length > shown.length / 2;
  if (isOfAddresses) return summed([{ value: addresses, count: rows - empty }, blank]);
  if (found.length <= mostValues && all === filled) return found;
  if (filled === 0 || counts.count('date') < filled) return undefined;
  return summed([{ value: dates, count: rows - empty }, blank]);
}

/** Each value once, the most frequent first. */
function summed(values: readonly ValueCount[]): ValueCount[] {
  const found = new Map<string, number>();
  for (const { value, count } of values) if (count > 0) found.set(value, (found.get(value) ?? 0) + count);
  return [...found].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

export interface PassedOver {
  readonly column: string;
  readonly values: readonly ValueCount[];
}

/** The ignored columns of addresses, of two to six values, or of dates and blanks, each once, counted in all files that have it. */
export function passedOver(files: readonly (readonly IgnoredColumn[])[]): PassedOver[] {
  const byName = new Map<string, (readonly ValueCount[] | undefined)[]>();
  for (const { name, values } of files.flat()) byName.set(name, [...(byName.get(name) ?? []), values]);
  const found = [...byName].flatMap(([column, lists]) => {
    const all = lists.flatMap(values => values ?? []);
    const isOfDates = all.some(({ value }) => value === dates);
    const joint = ({ value, count }: ValueCount) =>
      isOfDates && judge(value).meaning === 'date' ? { value: dates, count } : { value, count };
    const values = lists.includes(undefined) ? [] : summed(all.map(joint));
    const isSaid = values.some(({ value }) => value === addresses) || values.length >= fewestValues;
    return isSaid && values.length <= mostValues ? [{ column, values }] : [];
  });
  const isOfAddresses = ({ values }: PassedOver) => values.some(({ value }) => value === addresses);
  return found.sort((a, b) => Number(isOfAddresses(b)) - Number(isOfAddresses(a)));
}
