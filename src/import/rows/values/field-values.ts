import type { CustomField } from '../../../contract/index.ts';
import { type DateRules, parseDate } from './dates.ts';
import { type DecimalMark, parseNumber } from './numbers.ts';
import { type ParsedValue, problemOf } from './parsed-value.ts';
import { yesOrNo } from './yes-no.ts';

export type FieldKind = CustomField['kind'];

export const fieldKinds: readonly FieldKind[] = ['text', 'number', 'date', 'boolean'];

export interface ValueRules extends DateRules {
  /** Undefined: unknown, so that only numbers are taken that show it. */
  readonly decimalMark?: DecimalMark | undefined;
}

/** A longer text is neither a number nor a date. */
const maxNumberOrDateLength = 100;

/** Parses a cell, not blank, as a value of a field's kind (service.txt, "Field": text, number, date, boolean). */
export function parseValue(kind: FieldKind, cell: string, rules: ValueRules): ParsedValue {
  const text = cell.trim();
  if (kind !== 'text' && text.length > maxNumberOrDateLength) return problemOf(text, `not a ${kind}`);
  switch (kind) {
    case 'text':
      return { value: text };
    case 'number':
      return parseNumber(text, rules.decimalMark);
    case 'boolean': {
      const value = yesOrNo(text);
      return value === undefined ? problemOf(text, 'neither yes nor no') : { value };
    }
    case 'date':
      return parseDate(text, rules);
    default:
      return problemOf(text, 'the field is of an unknown kind');
  }
}

/** A date as the service writes it, with or without a time. */
const isoDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Parses a cell of our export, not empty: text and dates stay as they are; a date in another form was edited since. */
export function parseExportedValue(kind: FieldKind, cell: string, rules: ValueRules): ParsedValue {
  if (kind === 'text') return { value: cell };
  const read = parseValue(kind, cell, rules);
  return kind === 'date' && 'value' in read && isoDate.test(cell) ? { value: cell } : read;
}
