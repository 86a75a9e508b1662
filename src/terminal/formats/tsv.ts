import { entriesOf, valueAt, valueText } from '../fields.ts';
import { escapeHazards, sanitizeText } from '../shown-text.ts';
import type { FormatWriter } from './writer.ts';

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

function cell(value: unknown): string {
  const text = valueText(value);
  // Most cells have nothing to escape.
  if (!/[^ -[\]-~]/.test(text)) return text;
  return escapeHazards(text.replace(/[\t\n\r\\]/g, found => escapes[found] ?? found));
}

/**
 * A list has one record per line, full values, no header. Tab, line feed, carriage return and backslash are `\t \n \r \\`,
 * other characters that control a terminal or hide text `\u{1b}`: programs and agents show what they read. A single record
 * has one field per line, name and value; with one field in `--fields`, the value alone.
 */
export const tsv: FormatWriter = {
  list({ view, fields }) {
    let columns = fields ?? view.columns;
    return {
      row(row) {
        if (columns.length === 0) columns = Object.keys(row);
        return `${columns.map(column => cell(valueAt(row, column))).join('\t')}\n`;
      },
      end: () => '',
    };
  },
  record(row, { fields }) {
    const entries = entriesOf(row, fields);
    const isAlone = fields?.length === 1 && entries.length === 1;
    return entries
      .map(([path, value]) => (isAlone ? `${cell(value)}\n` : `${cell(path)}\t${cell(value)}\n`))
      .join('');
  },
  sanitize: sanitizeText,
};
