/** Archives and workbooks as another program writes them: SheetJS. */
import * as XLSX from 'xlsx';

/** A zip archive of files, by their paths. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const container = XLSX.CFB.utils.cfb_new({ root: 'R' });
  for (const [path, content] of Object.entries(files)) {
    XLSX.CFB.utils.cfb_add(container, `/${path}`, Buffer.from(content));
  }
  return Buffer.from(XLSX.CFB.write(container, { fileType: 'zip', compression: true }) as Uint8Array);
}

type Cell = string | number | boolean | Date | XLSX.CellObject | null;

/** The sheets of a workbook, by their names. */
export type Sheets = Readonly<Record<string, readonly (readonly Cell[])[]>>;

/** A workbook, in the format of an ending. */
export function workbookOf(
  sheets: Sheets,
  {
    hidden = [],
    ...options
  }: XLSX.WritingOptions & { readonly hidden?: readonly string[]; date1904?: boolean } = {},
): Buffer {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = XLSX.utils.aoa_to_sheet(rows as unknown[][], {
      cellDates: false,
      dateNF: 'yyyy\\-mm\\-dd',
    });
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = {
    WBProps: { date1904: options.date1904 === true },
    Sheets: Object.keys(sheets).map(name => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })),
  };
  return Buffer.from(
    XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true, ...options }) as Buffer,
  );
}

/** The parts of a workbook, to be changed and zipped again. */
export function partsOf(workbook: Buffer): Record<string, string> {
  const { FullPaths, FileIndex } = XLSX.CFB.read(workbook, { type: 'buffer' });
  return Object.fromEntries(
    FullPaths.flatMap((path: string, i: number) => {
      const content = FileIndex[i]?.content;
      const name = path.slice(path.indexOf('/') + 1);
      return content === undefined || name === '' || name.endsWith('/')
        ? []
        : [[name, Buffer.from(content).toString()]];
    }),
  );
}
