import { isObject } from '../../lib/json/is-object.ts';
import { isNested, valueAt, valueText } from '../fields.ts';
import { grouped } from '../numbers.ts';
import { sanitizeText } from '../shown-text.ts';
import type { Row, View } from '../terminal.ts';
import type { FormatOptions, FormatWriter, ListWriter } from './writer.ts';

/** Records that decide the columns, since a written header cannot change. */
const sample = 1000;

/** RFC 4180, section 2, rules 5 to 7. Also quotes text that parsers trim or, alone on a line, skip. */
const quoted = (text: string) =>
  /[",\r\n]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
/** Text from which `newsletter import` would remove an apostrophe (spreadsheets put one before formulas). */
const escaped = /^'+[=+\-@\t\r\n]/;

/** A value in the form that `newsletter import` reads back unchanged: lists as `a,b`, or as `"a,b","c"`. */
function readableText(value: unknown): string {
  const text =
    Array.isArray(value) && !value.some(isNested) && value.some(part => /[,;|"]/.test(String(part)))
      ? value.map(part => `"${valueText(part).replaceAll('"', '""')}"`).join(',')
      : valueText(value);
  return escaped.test(text) ? `'${text}` : text;
}

const cell = (text: string, alone: boolean) => (text === '' && !alone ? '' : quoted(text));
const line = (cells: readonly string[]) => `${cells.map(text => cell(text, cells.length === 1)).join(',')}\n`;

/** The columns of one field: itself, or for an object one for each key, like `fields.city`. */
function columnsOf(row: Row, field: string): readonly string[] {
  const value = valueAt(row, field);
  if (isObject(value)) return Object.keys(value).map(key => `${field}.${key}`);
  return value === undefined ? [] : [field];
}

/** Collects columns; those of one field stay next to each other. */
class Columns {
  readonly #byField = new Map<string, Set<string>>();
  readonly #fixed: readonly string[] | undefined;

  constructor(fields: readonly string[] | undefined) {
    this.#fixed = fields;
    for (const field of fields ?? []) this.#byField.set(field, new Set());
  }

  add(row: Row): void {
    for (const field of this.#fixed ?? Object.keys(row)) {
      const columns = this.#byField.get(field) ?? new Set();
      for (const column of columnsOf(row, field)) columns.add(column);
      this.#byField.set(field, columns);
    }
  }

  /** A field of `--fields` gets a column even if no record has it. */
  all(): readonly string[] {
    return [...this.#byField].flatMap(([field, columns]) => {
      // If some records have an object and others null, the null needs no column.
      if (columns.size > 1) columns.delete(field);
      return columns.size === 0 && this.#fixed ? [field] : [...columns];
    });
  }
}

/** The header of an empty list: the fields of the contract, without objects, whose keys are unknown. */
function declared(view: View): readonly string[] {
  const fields = Object.entries(view.kinds ?? {}).filter(([, field]) => field.kind !== 'map');
  return fields.length > 0 ? fields.map(([name]) => name) : view.columns;
}

/** Whether the columns are known before any record, since none of the chosen fields can be an object. */
function areColumnsKnown(view: View, fields: readonly string[] | undefined): boolean {
  const isPlain = (field: string) => {
    const kind = view.kinds?.[field]?.kind;
    return kind === undefined ? field.includes('.') : kind !== 'map';
  };
  return fields?.every(isPlain) === true;
}

function csvWriter({ view, fields, warn }: FormatOptions): ListWriter {
  const columns = new Columns(fields);
  const needed = areColumnsKnown(view, fields) ? 1 : sample;
  const waiting: Row[] = [];
  const late = new Set<string>();
  let header: readonly string[] | undefined;
  let known = new Set<string>();

  const toLine = (row: Row) => line(header?.map(column => readableText(valueAt(row, column))) ?? []);
  const start = () => {
    header = waiting.length === 0 && !fields ? declared(view) : columns.all();
    known = new Set(header);
    return (header.length === 0 ? '' : line(header)) + waiting.splice(0).map(toLine).join('');
  };
  const noteLate = (row: Row) => {
    for (const field of fields ?? Object.keys(row)) {
      if (known.has(field)) continue;
      for (const column of columnsOf(row, field)) {
        if (!known.has(column) && valueAt(row, column) !== null) late.add(column);
      }
    }
  };

  return {
    row(row) {
      if (header) {
        noteLate(row);
        return toLine(row);
      }
      columns.add(row);
      return waiting.push(row) < needed ? '' : start();
    },
    end() {
      const rest = header ? '' : start();
      if (late.size > 0) {
        warn(
          `not in the CSV, because they first appear after ${grouped(sample)} records: ` +
            `${[...late].join(', ')} (use --fields to name the columns)`,
        );
      }
      return rest;
    },
  };
}

/** A header and one record per line; objects get a column for each key (`fields.city`). */
export const csv: FormatWriter = {
  list: csvWriter,
  async record(row, options) {
    const writer = csvWriter(options);
    return (await writer.row(row)) + (await writer.end());
  },
  sanitize: sanitizeText,
};
