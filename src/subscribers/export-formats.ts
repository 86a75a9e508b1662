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

const firstColumns = ['email', 'tags'] as const;
export const lastColumns = ['source', 'emailed_at', 'created_at', 'updated_at', 'id'] as const;
const ownColumns = new Set<string>([...firstColumns, ...lastColumns, 'fields']);

/** The JavaScript type of the values of each kind of field. */
const types = { text: 'string', date: 'string', number: 'number', boolean: 'boolean' } as const;

/** The values of people by column, for a table; notes which of them no column can hold. */
export class PeopleColumns {
  /** Names of the values that had no column, or that no cell can hold. */
  readonly leftOut = new Set<string>();
  readonly #fields: readonly CustomField[];
  readonly #known: ReadonlySet<string>;

  constructor(fields: readonly CustomField[]) {
    this.#fields = fields;
    this.#known = new Set(fields.map(({ variable }) => variable));
  }

  /** The values of custom fields: one that would be imported as another is left out, so that an import changes nothing. */
  fieldsOf(one: Subscriber): unknown[] {
    for (const key in one.fields) if (!this.#known.has(key)) this.leftOut.add(`fields.${key}`);
    for (const key in one) if (!ownColumns.has(key)) this.leftOut.add(key);
    const values = isObject(one.fields) ? one.fields : {};
    return this.#fields.map(({ variable, kind }) => {
      const value = values[variable] ?? undefined;
      if (value === undefined || typeof value === types[kind]) return value;
      this.leftOut.add(`fields.${variable}`);
      return undefined;
    });
  }
}

function csvLayout(fields: readonly CustomField[], safe: boolean): ExportLayout {
  const columns = new PeopleColumns(fields);
  const text = (value: unknown) => csvCell(cellText(value), safe && typeof value !== 'number');
  const line = (one: Subscriber) => {
    const cells = [text(one.email), csvCell(joinTags(one.tags), safe), ...columns.fieldsOf(one).map(text)];
    return `${[...cells, ...lastColumns.map(key => text(one[key]))].join(',')}\n`;
  };
  const header = [...firstColumns, ...fields.map(({ variable }) => `fields.${variable}`), ...lastColumns];
  return {
    start: `${header.map(name => csvCell(name, false)).join(',')}\n`,
    page: all => all.map(line).join(''),
    end: '',
    leftOut: columns.leftOut,
  };
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
