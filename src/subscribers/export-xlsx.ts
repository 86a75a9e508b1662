/** Subscribers as a workbook, written row by row; `import` reads the same values back. */
import { type CellValue, writeXlsxStream } from 'hucre/xlsx';
import type { CustomField, Subscriber } from '../contract/index.ts';
import { escapeFormula } from '../import/rows/values/formula-escape.ts';
import { cellText, joinTags, lastColumns, PeopleColumns } from './export-formats.ts';

/** Rows of a sheet with its header; the next ones go to another sheet. */
const sheetRows = 1_048_576;
/** Characters of a cell: spreadsheet programs cut the rest, or call the file damaged. */
const cellLength = 32_767;
/** Digits that a number in a spreadsheet keeps. */
const exactDigits = 15;
/** Spreadsheets count a 29 February 1900 that never was. */
const firstDay = Date.UTC(1900, 2, 1);

const formats = { date: 'yyyy-mm-dd', time: 'yyyy-mm-dd hh:mm:ss', text: '@' } as const;

export interface WorkbookExport {
  readonly bytes: ReadableStream<Uint8Array>;
  /** Names of the values that had no column, or that no cell can hold. */
  readonly leftOut: ReadonlySet<string>;
  readonly sheets: number;
}

/** Text and tags are text even if they look like numbers; dates are dates, times are in UTC. */
export function workbookOf(
  pages: AsyncIterable<readonly Subscriber[]>,
  fields: readonly CustomField[],
): WorkbookExport {
  const values = new PeopleColumns(fields);
  let rows = 0;
  const text = (value: string, name: string): CellValue => {
    const cell = escapeFormula(value, false);
    // What stands for a character in such files (ECMA-376, 22.9.2.19) must not be read as one.
    if (cell.length <= cellLength)
      return cell === '' ? null : cell.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
    values.leftOut.add(name);
    return null;
  };
  const fieldCell = (value: unknown, field: CustomField | undefined): CellValue => {
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number') return numberCell(value);
    const day = field?.kind === 'date' ? dayCell(value) : undefined;
    return day ?? text(cellText(value), `fields.${field?.variable}`);
  };
  const rowOf = (one: Subscriber): CellValue[] => [
    text(cellText(one.email), 'email'),
    text(joinTags(one.tags), 'tags'),
    ...values.fieldsOf(one).map((value, at) => fieldCell(value, fields[at])),
    ...lastColumns.map(key => timeCell(one[key]) ?? text(cellText(one[key]), key)),
  ];
  async function* all(): AsyncGenerator<CellValue[]> {
    for await (const page of pages) {
      for (const one of page) {
        rows++;
        yield rowOf(one);
      }
    }
  }
  const column = (header: string, format: keyof typeof formats | undefined) => ({
    header,
    ...(format !== undefined && { numFmt: formats[format] }),
  });
  const columns = [
    column('email', 'text'),
    column('tags', 'text'),
    ...fields.map(({ variable, kind }) =>
      column(`fields.${variable}`, kind === 'date' || kind === 'text' ? kind : undefined),
    ),
    ...lastColumns.map(name => column(name, name.endsWith('_at') ? 'time' : 'text')),
  ];
  const bytes = writeXlsxStream(all(), {
    name: 'Subscribers',
    columns,
    freezePane: { rows: 1 },
    maxRowsPerSheet: sheetRows,
  });
  return {
    bytes,
    leftOut: values.leftOut,
    get sheets() {
      return Math.max(1, Math.ceil(rows / (sheetRows - 1)));
    },
  };
}

/** A number, or its digits as text where a spreadsheet would round it. */
function numberCell(value: number): CellValue {
  const digits = String(value).replace(/^-|\.|e.*$/gi, '');
  return digits.replace(/^0+/, '').length <= exactDigits ? value : String(value);
}

/** `2026-01-31` as a date; undefined if it is none that spreadsheets know. */
function dayCell(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value) return undefined;
  return date.getTime() >= firstDay ? date : undefined;
}

/** A time of the service as a date with its time. */
function timeCell(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return undefined;
  const time = Date.parse(value);
  return time >= firstDay ? new Date(time) : undefined;
}
