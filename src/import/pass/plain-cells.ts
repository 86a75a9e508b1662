/** Rows as a rejects file has them: what the file as a whole decides about a value is no longer known when that is read. */

import { firstOf } from '../rows/row-fields.ts';
import { parseValue } from '../rows/values/field-values.ts';
import { withoutEscape } from '../rows/values/formula-escape.ts';
import { tagColumn } from '../rows/values/tags.ts';
import type { RowRules } from './row-parser.ts';
import { firstFilled } from './row-parser.ts';

/** Writes a cell so that it can be read in one way only; as it is where that is not possible. */
type PlainCell = (cell: string) => string;

/**
 * Makes the function that writes dates as ISO 8601 and numbers without separators.
 *
 * @param isUnited whether the rows of several layouts come into one file: then nothing may depend on the service that
 *   exported them
 * @returns undefined if all cells stay as they are
 */
export function plainCells(
  rules: RowRules,
  isUnited: boolean,
): ((cells: readonly string[]) => readonly string[]) | undefined {
  const { mapping, width, clean } = rules;
  const columns = new Map<number, PlainCell>();
  mapping.targets.forEach((target, column) => {
    const plain = plainCell(target, column, rules, isUnited);
    if (plain !== undefined) columns.set(column, plain);
  });
  if (columns.size === 0 && !isUnited) return undefined;
  return raw => {
    // The cells of other rows may stand in other columns.
    if (raw.length > width) return raw;
    const cells = [...(isUnited && clean !== undefined ? clean(raw) : raw)];
    if (isUnited) cells[mapping.email] = addressOf(cells, rules);
    for (const [column, plain] of columns) {
      const cell = cells[column];
      if (cell !== undefined && cell !== '') cells[column] = plain(cell);
    }
    return cells;
  };
}

function addressOf(cells: readonly string[], { mapping, addressSeparator }: RowRules): string {
  const cell = cells[firstFilled(cells, mapping.email, mapping.others) ?? mapping.email] ?? '';
  return addressSeparator === undefined ? cell : firstOf(cell, addressSeparator);
}

function plainCell(
  target: RowRules['mapping']['targets'][number],
  column: number,
  rules: RowRules,
  isUnited: boolean,
): PlainCell | undefined {
  const { formats, roundTrip, isEscaped } = rules;
  if (target.to === 'tags' && isUnited) {
    const { split } = tagColumn(column, target, { roundTrip, isEscaped });
    return cell => JSON.stringify(split(cell));
  }
  if (target.to !== 'field' || (target.kind !== 'number' && target.kind !== 'date') || roundTrip)
    return undefined;
  const { kind } = target;
  return cell => {
    const text = isEscaped ? withoutEscape(cell.trim()) : cell.trim();
    // The column's format is complete when the whole file has been read.
    const parsed = parseValue(kind, text, formats.get(column)?.rules ?? {});
    return 'value' in parsed ? plainNumber(String(parsed.value)) : cell;
  };
}

/** A number of thousandths gets a fourth decimal: it could be one of thousands. */
function plainNumber(text: string): string {
  return /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
}
