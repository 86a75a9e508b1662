/** The small parts of a workbook: its sheets, and how its cells are formatted (ECMA-376, 12.3 and 18). */
import { posix } from 'node:path';
import type { ZipArchive } from '../zip-archive.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';
import { readXml, type XmlAttributes } from './xml.ts';

export interface Sheet {
  readonly name: string;
  readonly part: string;
}

export interface WorkbookParts {
  readonly sheets: readonly Sheet[];
  /** Hidden sheets are not imported. */
  readonly hidden: readonly Sheet[];
  readonly from1904: boolean;
  readonly strings: string | undefined;
  readonly formats: readonly NumberFormat[];
}

/** @throws RangeError when the workbook is damaged; Failure unreadable_file */
export async function workbookParts(archive: ZipArchive): Promise<WorkbookParts> {
  const [main = 'xl/workbook.xml'] = [...(await relationsOf(archive, '')).values()].flatMap(
    ({ type, part }) => (type === 'officeDocument' ? [part] : []),
  );
  const relations = await relationsOf(archive, main);
  const partOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.part;
  const sheets: Sheet[] = [];
  const hidden: Sheet[] = [];
  let from1904 = false;
  await scan(archive, main, (name, attributes) => {
    if (name === 'workbookPr') from1904 = isTrue(attributes.date1904);
    if (name !== 'sheet') return;
    const { name: title = '', state = 'visible' } = attributes;
    // The prefix is the document's own choice: `r:id`.
    const [, id = ''] = Object.entries(attributes).find(([one]) => one.endsWith(':id')) ?? [];
    const relation = relations.get(id);
    if (relation === undefined || relation.type !== 'worksheet') return;
    (state === 'visible' ? sheets : hidden).push({ name: title, part: relation.part });
  });
  const styles = partOf('styles');
  return {
    sheets,
    hidden,
    from1904,
    strings: partOf('sharedStrings'),
    formats: styles === undefined ? [] : await formatsOf(archive, styles),
  };
}

const isTrue = (text: string | undefined) => text === '1' || text === 'true';

interface Relation {
  /** The last part of its address. */
  readonly type: string;
  readonly part: string;
}

/** The relations of a part, by their ids; those of the whole package for an empty path. */
async function relationsOf(archive: ZipArchive, part: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = posix.dirname(part);
  const found = new Map<string, Relation>();
  await scan(archive, posix.join(folder, '_rels', `${posix.basename(part)}.rels`), (name, attributes) => {
    if (name !== 'Relationship') return;
    const { Id: id, Type: type = '', Target: target = '' } = attributes;
    const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
    if (id !== undefined) found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), part: path });
  });
  return found;
}

async function formatsOf(archive: ZipArchive, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  const close = (name: string) => {
    if (name === 'cellXfs') isOfCells = false;
  };
  const open = (name: string, attributes: XmlAttributes) => {
    const id = () => Number(attributes.numFmtId ?? 0);
    if (name === 'numFmt') codes.set(id(), attributes.formatCode ?? '');
    else if (name === 'cellXfs') isOfCells = true;
    else if (name === 'xf' && isOfCells) formats.push(numberFormat(id(), codes.get(id())));
  };
  await scan(archive, part, open, close);
  return formats;
}

/** Reads a part as a whole; one that is missing holds nothing. */
async function scan(
  archive: ZipArchive,
  part: string,
  open: (name: string, attributes: XmlAttributes) => void,
  close?: (name: string) => void,
): Promise<void> {
  const name = nameOf(archive, part);
  if (name === undefined) return;
  for await (const _ of readXml(textOf(archive, name), { open, ...(close && { close }) }));
}

/** The name of a part in the archive: it may differ in case. */
export function nameOf({ members }: ZipArchive, part: string): string | undefined {
  const found =
    members.find(({ name }) => name === part) ??
    members.find(({ name }) => name.replaceAll('\\', '/').toLowerCase() === part.toLowerCase());
  return found?.name;
}

/** The text of a part, in UTF-8 as every program writes it. @throws TypeError when it is not */
export async function* textOf(archive: ZipArchive, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of archive.bytesOf(name)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
