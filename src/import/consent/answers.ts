import { Failure } from '../../lib/failure.ts';
import { type ColumnMapping, findColumns, mappedColumns } from '../columns/columns.ts';
import type { Dialect } from '../columns/dialect.ts';
import { usualFieldNames } from '../columns/header-names.ts';
import { fold } from '../rows/values/fold.ts';
import type { ConsentAnswers } from './columns.ts';
import { optOutValue } from './reasons.ts';

interface ConsentOptions {
  readonly map: readonly string[];
  /** The value of `--status-column`; false: no column is about consent. */
  readonly statusColumn: string | false | undefined;
  readonly optOutValue: readonly string[];
}

/** @returns undefined with `--no-status-column` @throws Failure invalid_value */
export function consentAnswers(
  { map, statusColumn, optOutValue }: ConsentOptions,
  { header }: Dialect,
  { targets }: ColumnMapping,
): ConsentAnswers | undefined {
  if (statusColumn === false) return undefined;
  const values = new Map<number, Set<string>>();
  for (const text of optOutValue) {
    const [columns, value] = parseOptOutValue(text, header);
    for (const column of columns) values.set(column, (values.get(column) ?? new Set()).add(value));
  }
  const tags = targets.flatMap((target, column) => (target.to === 'tags' ? [column] : []));
  const matched = targets.flatMap((target, column) => (target.to === 'field' ? [column] : []));
  return {
    chosen: chosenColumn(statusColumn, header),
    optOutValues: values,
    decided: new Set(mappedColumns(map, header)),
    matched: new Set(matched),
    names: new Set(header.flatMap((name, column) => (usualFieldNames.has(fold(name)) ? [column] : []))),
    tags: new Set(tags),
  };
}

function chosenColumn(name: string | false | undefined, header: readonly string[]): number | undefined {
  return name === undefined || name === false ? undefined : findColumns(name, header, '--status-column')[0];
}

/** `<column>=<value>`, split at the first `=`; an empty value is an empty cell. */
function parseOptOutValue(text: string, header: readonly string[]): readonly [readonly number[], string] {
  const cut = text.indexOf('=', 1);
  const value = text.slice(cut + 1).trim();
  if (cut === -1) {
    throw new Failure('invalid_value', `--opt-out-value "${text}" is not <column>=<value>`, {
      hint: '--opt-out-value "Mailing=gesperrt"',
    });
  }
  if (/^<.*>$/.test(value)) {
    throw new Failure(
      'invalid_value',
      `--opt-out-value "${text}": replace ${value} with a value of the column`,
    );
  }
  const columns = findColumns(text.slice(0, cut).trim(), header, '--opt-out-value');
  return [columns, optOutValue(value)];
}

/** The columns whose values are counted: all but addresses and bookkeeping. */
export function surveyedColumns(
  { map, statusColumn }: ConsentOptions,
  { header }: Dialect,
  { targets }: ColumnMapping,
): number[] {
  const decided = new Set(mappedColumns(map, header));
  const chosen = chosenColumn(statusColumn, header);
  return header.flatMap((_, column) => {
    const to = targets[column]?.to;
    const isOpen =
      to === 'ignored' || to === 'field' || to === 'tags' || (to === 'skip' && decided.has(column));
    return isOpen || column === chosen ? [column] : [];
  });
}
