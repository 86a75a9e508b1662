import { valueAt, valueText } from '../fields.ts';
import { escapeHazards, sanitizeText } from '../sanitize.ts';
import { type FormatWriter, listOfOne } from './writer.ts';

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

function cell(value: unknown): string {
  const text = valueText(value);
  // Most cells have nothing to escape.
  if (!/[^ -[\]-~]/.test(text)) return text;
  return escapeHazards(text.replace(/[\t\n\r\\]/g, found => escapes[found] ?? found));
}

/**
 * One record per line, full values, no header; tab, line feed, carriage return and backslash as `\t \n \r \\`, other
 * characters that control a terminal or hide text as `\u{1b}`: programs and agents read lines, and show them.
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
  record: (row, options) => listOfOne(tsv, row, options),
  sanitize: sanitizeText,
};
