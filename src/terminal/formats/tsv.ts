import { plainText, valueAt } from '../fields.ts';
import { cleanText } from '../sanitize.ts';
import { type FormatWriter, listOfOne } from './writer.ts';

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

const cell = (value: unknown) => plainText(value).replace(/[\t\n\r\\]/g, found => escapes[found] ?? found);

/** One record a line, full values, no header; tab, line feed, carriage return, backslash: `\t \n \r \\`. */
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
  record: (row, sheet) => listOfOne(tsv, row, sheet),
  clean: cleanText,
};
