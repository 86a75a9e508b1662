import type { CustomField, Subscriber } from '../contract/index.ts';
import { escapeFormula } from '../import/rows/values/formula-escape.ts';
import { isObject } from '../lib/json/is-object.ts';

export const exportFormats = ['csv', 'ndjson', 'json', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export type TextFormat = Exclude<ExportFormat, 'xlsx'>;

/** How subscribers become the text of a file. */
export interface ExportLayout {
  readonly start: string;
  /** @param first whether this is the first page with subscribers */
  page(subscribers: readonly Subscriber[], first: boolean): string;
  readonly end: string;
  /** Names of the values that had no column. */
  readonly leftOut: ReadonlySet<string>;
}

/** The format by a file's extension; undefined when it has none of them. */
export function formatByEnding(path: string): ExportFormat | undefined {
  if (/\.(?:ndjson|jsonl)$/i.test(path)) return 'ndjson';
  return (['json', 'csv', 'xlsx'] as const).find(format => path.toLowerCase().endsWith(`.${format}`));
}

/**
 * @param fields the account's custom fields: each gets a column, even without values
 * @param safe CSV only: whether to escape cells that a spreadsheet would run as formulas
 */
export function layoutOf(format: TextFormat, fields: readonly CustomField[], safe: boolean): ExportLayout {
  const nothing = new Set<string>();
  if (format === 'ndjson') {
    const page = (all: readonly Subscriber[]) => all.map(one => `${JSON.stringify(one)}\n`).join('');
    return { start: '', page, end: '', leftOut: nothing };
  }
  if (format === 'csv') return csvLayout(fields, safe);
  return {
    start: '[',
    page: (all, first) =>
      all.map((one, i) => `${first && i === 0 ? '\n' : ',\n'}${JSON.stringify(one)}`).join(''),
    end: '\n]\n',
    leftOut: nothing,
  };
}

export const firstColumns = ['email', 'tags'] as const;
export const lastColumns = ['source', 'emailed_at', 'created_at', 'updated_at', 'id'] as const;
export const ownColumns = new Set<string>([...firstColumns, ...lastColumns, 'fields']);

/** The JavaScript type of the values of each kind of field. */
const types = { text: 'string', date: 'string', number: 'number', boolean: 'boolean' } as const;

function csvLayout(fields: readonly CustomField[], safe: boolean): ExportLayout {
  const known = new Set(fields.map(field => field.variable));
  const leftOut = new Set<string>();
  const text = (value: unknown) => csvCell(cellText(value), safe && typeof value !== 'number');
  const line = (one: Subscriber) => {
    for (const key in one.fields) if (!known.has(key)) leftOut.add(`fields.${key}`);
    for (const key in one) if (!ownColumns.has(key)) leftOut.add(key);
    let made = `${text(one.email)},${csvCell(joinTags(one.tags), safe)}`;
    const values = isObject(one.fields) ? one.fields : {};
    for (const { variable, kind } of fields) made += `,${text(fitting(values[variable], variable, kind))}`;
    for (const key of lastColumns) made += `,${text(one[key])}`;
    return `${made}\n`;
  };
  /** A value that would be imported as another one is not written: importing the export must change nothing. */
  const fitting = (value: unknown, variable: string, kind: CustomField['kind']) => {
    if (fits(value, kind)) return value;
    leftOut.add(`fields.${variable}`);
    return undefined;
  };
  const header = [...firstColumns, ...fields.map(({ variable }) => `fields.${variable}`), ...lastColumns];
  return {
    start: `${header.map(name => csvCell(name, false)).join(',')}\n`,
    page: all => all.map(line).join(''),
    end: '',
    leftOut,
  };
}

/** Whether a value is missing or of the kind of its field. */
export function fits(value: unknown, kind: CustomField['kind']): boolean {
  return value === null || value === undefined || typeof value === types[kind];
}

export function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** RFC 4180, section 2, rules 5 to 7. */
function csvCell(text: string, safe: boolean): string {
  const cell = escapeFormula(text, safe);
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Tags in one cell, so that the import splits them again: `a,b`, or `"a;b","c"`. @param tags unchecked */
export function joinTags(tags: unknown): string {
  if (!isListOfText(tags)) return cellText(tags);
  if (!tags.some(tag => /[,;|"]|^\s|\s$|^$|^\[/.test(tag))) return tags.join(',');
  return tags.map(tag => `"${tag.replaceAll('"', '""')}"`).join(',');
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}
