/** Workbooks (.xlsx): the sheets with the people in them. */
import { createHash } from 'node:crypto';
import { Failure } from '../../../lib/failure.ts';
import { looksLikeAddress } from '../../rows/values/email-address.ts';
import { checkUnchanged, type DiskFile } from '../bytes.ts';
import type { SourceRow } from '../row.ts';
import type { RecordSource, TableName } from '../source.ts';
import type { ZipArchive } from '../zip-archive.ts';
import { SharedTexts } from './cell-text.ts';
import { type CellContext, sheetRows } from './sheet-rows.ts';
import { nameOf, type Sheet, textOf, type WorkbookParts, workbookParts } from './workbook-parts.ts';

export interface SheetChoice {
  readonly name: string;
  /** Whether it has addresses, and no name of people who must not be emailed. */
  readonly isLikely: boolean;
}

/** @returns the names of the sheets to import @throws Failure when the user cannot be asked */
export type ChooseSheets = (sheets: readonly SheetChoice[]) => Promise<readonly string[]>;

interface OpenWorkbook {
  readonly archive: ZipArchive;
  readonly file: DiskFile;
  readonly table: TableName;
  readonly parts: WorkbookParts;
  readonly context: CellContext;
}

/** Rows of a sheet in which to look for addresses. */
const firstRows = 200;
/** Bytes of a row in the file, rather too few. */
const likelyRowBytes = 100;

/**
 * Opens all sheets with addresses: the chosen ones, and the others, which may say who must not be emailed.
 *
 * @returns also the names of sheets that are not read
 * @throws Failure unreadable_file, empty_file; whatever `choose` throws
 */
export async function sheetSources(
  archive: ZipArchive,
  file: DiskFile,
  table: TableName,
  choose: ChooseSheets,
  meansOptOut: (name: string) => boolean,
): Promise<{ sources: RecordSource[]; skipped: string[] }> {
  return await guarded(file, async () => {
    const parts = await workbookParts(archive);
    if (parts.sheets.length === 0) throw new Failure('empty_file', `${file.shown} has no visible sheet`);
    const shared = parts.strings && nameOf(archive, parts.strings);
    const texts = shared === undefined ? undefined : await SharedTexts.read(textOf(archive, shared));
    const context = { texts, formats: parts.formats, from1904: parts.from1904 };
    const book = { archive, file, table, parts, context };
    const contents = new Map<Sheet, SheetContent>();
    for (const sheet of [...parts.sheets, ...parts.hidden])
      contents.set(sheet, await contentOf(archive, sheet, context));
    const filled = [...contents].flatMap(([sheet, content]) => (content === 'addresses' ? [sheet] : []));
    const chosen = await chosenSheets(parts.sheets, filled, choose, meansOptOut);
    const unchosen = filled.filter(sheet => !chosen.includes(sheet));
    const skipped = parts.sheets.filter(one => contents.get(one) === 'rows' && !chosen.includes(one));
    const isOnly = chosen.length + unchosen.length === 1;
    return {
      sources: [
        ...unchosen.map(sheet => ({ ...readable(book, sheet, isOnly), isMember: true, isUnchosen: true })),
        ...chosen.map(sheet => readable(book, sheet, isOnly)),
      ],
      skipped: skipped.map(({ name }) => `${table.name}/${name}`),
    };
  });
}

/** @param filled those with addresses, hidden or not */
async function chosenSheets(
  sheets: readonly Sheet[],
  filled: readonly Sheet[],
  choose: ChooseSheets,
  meansOptOut: (name: string) => boolean,
): Promise<readonly Sheet[]> {
  const optedOut = filled.filter(({ name }) => meansOptOut(name));
  const choices = sheets.map(sheet => {
    return { name: sheet.name, isLikely: filled.includes(sheet) && !optedOut.includes(sheet) };
  });
  if (optedOut.length > 0 && !choices.some(({ isLikely }) => isLikely)) return optedOut;
  const names = await choose(choices);
  return sheets.filter(({ name }) => names.includes(name));
}

type SheetContent = 'addresses' | 'rows' | 'nothing';

async function contentOf(archive: ZipArchive, sheet: Sheet, context: CellContext): Promise<SheetContent> {
  let seen = 0;
  for await (const rows of rowsOf(archive, sheet, context)) {
    if (rows.some(({ cells }) => cells.some(looksLikeAddress))) return 'addresses';
    seen += rows.length;
    if (seen > firstRows) break;
  }
  return seen > 0 ? 'rows' : 'nothing';
}

async function* rowsOf(
  archive: ZipArchive,
  { part }: Sheet,
  context: CellContext,
): AsyncGenerator<readonly SourceRow[]> {
  const name = nameOf(archive, part);
  if (name !== undefined) yield* sheetRows(textOf(archive, name), context);
}

/** @param isOnly whether no other sheet is read */
function readable(
  { archive, file, table, parts: { sheets, hidden }, context }: OpenWorkbook,
  sheet: Sheet,
  isOnly: boolean,
): RecordSource {
  const name = nameOf(archive, sheet.part);
  const bytes = archive.members.find(member => member.name === name)?.size ?? 0;
  let position = 0;
  const isAlone = sheets.length + hidden.length === 1;
  return {
    ...table,
    name: isOnly ? table.name : `${table.name}/${sheet.name}`,
    id: isOnly ? table.id : `${table.id}/${sheet.name}`,
    allNames: [...table.allNames, sheet.name],
    path: file.path,
    form: 'sheet',
    bytes,
    encoding: 'utf-8',
    note: isAlone ? 'Excel' : `Excel, sheet ${sheet.name}`,
    isEncodingChosen: false,
    replacements: undefined,
    // The rejects are opened where the workbook was.
    needsBom: true,
    header: undefined,
    likelyRows: bytes / likelyRowBytes,
    async *rows() {
      position = 0;
      try {
        for await (const rows of rowsOf(archive, sheet, { ...context, refusal: withoutValue(file) })) {
          checkUnchanged(file);
          position += rows.length * likelyRowBytes;
          yield rows;
        }
      } catch (error) {
        throw damage(file, error);
      }
    },
    position: () => Math.min(position, bytes),
    // The archive has a checksum of each part, which is checked whenever it is read.
    digest: () => {
      const sums = archive.members.map(({ name: part, crc32, size }) => `${part} ${crc32} ${size}`);
      return createHash('sha256')
        .update([sheet.name, ...sums].join('\n'))
        .digest('hex');
    },
  };
}

function withoutValue({ shown }: DiskFile): (cell: string) => Failure {
  return cell =>
    new Failure('unreadable_file', `${shown} was saved without the values of its formulas: cell ${cell}`, {
      hint: 'open it in Excel or LibreOffice, save it, and import it again: then the values are in it',
    });
}

async function guarded<T>(file: DiskFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw damage(file, error);
  }
}

/** What is wrong with the XML, or its encoding, as a failure. */
function damage({ shown }: DiskFile, error: unknown): unknown {
  if (!(error instanceof RangeError || error instanceof TypeError)) return error;
  const why = error instanceof TypeError ? 'its text cannot be decoded' : error.message;
  return new Failure('unreadable_file', `${shown} is a damaged workbook: ${why}`, {
    hint: 'open it in the spreadsheet program, and save it again',
    cause: error,
  });
}
