import type { CustomField } from '../../contract/index.ts';
import { parseDate } from './dates.ts';
import { parseNumber } from './numbers.ts';
import { type ParsedValue, problemOf } from './parsed-value.ts';

export type FieldKind = CustomField['kind'];

/** How numbers and dates are written in a file. */
export interface ValueRules {
  /** The decimal mark of the file's numbers. */
  readonly decimalMark: '.' | ',';
  /** What `--date-format` says; undefined: ISO 8601, and forms that are not ambiguous. */
  readonly dateFormat?: string | undefined;
}

/** A longer text is neither a number nor a date. */
const maxNumberOrDateLength = 100;

const yes = new Set('true yes y 1 x on t ja oui si sí wahr vrai ✓ ✔'.split(' '));
const no = new Set('false no n 0 off f nein non falsch faux'.split(' '));

/**
 * Parses a cell as a value of a field's kind (service.txt, "Field": text, number, date, boolean).
 *
 * @param cell not blank
 */
export function parseValue(kind: FieldKind, cell: string, rules: ValueRules): ParsedValue {
  const text = cell.trim();
  if (kind !== 'text' && text.length > maxNumberOrDateLength) return problemOf(text, `not a ${kind}`);
  switch (kind) {
    case 'text':
      return { value: text };
    case 'number':
      return parseNumber(text, rules.decimalMark);
    case 'boolean':
      if (yes.has(text.toLowerCase())) return { value: true };
      if (no.has(text.toLowerCase())) return { value: false };
      return problemOf(text, 'neither yes nor no');
    case 'date':
      return parseDate(text, rules.dateFormat);
  }
}
