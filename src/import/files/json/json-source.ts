/** JSON files: a list of objects, in whatever holds it, or a line for each. */

import { Failure } from '../../../lib/failure.ts';
import { isObject } from '../../../lib/json/is-object.ts';
import { looksLikeAddress } from '../../rows/values/email-address.ts';
import { Pieces } from '../csv/pieces.ts';
import { longestRow, mostColumns, type SourceRow, tooManyColumns } from '../row.ts';
import type { RecordSource, TableName, TextSource } from '../source.ts';
import { flatRecord } from './flat-record.ts';
import { type JsonRecord, JsonRecords } from './json-records.ts';

/** Characters of the beginning that tell what the file is. */
const headLength = 1 << 20;

/** How the objects follow each other: each on a line of its own, one after the other, or in lists. */
type Layout = 'lines' | 'sequence' | 'lists';

/** What a list has besides its names. */
type ListOfSource = Omit<RecordSource, keyof TableName | 'path'>;

/** What a first reading has found in a list. */
interface FoundList {
  rows: number;
  hasAddresses: boolean;
  /** Columns of the first object that are lists of addresses. */
  inner: readonly string[];
  readonly columns: Set<string>;
  /** Whether each object starts on a line of its own. */
  hasOwnLines: boolean;
  lastLine: number;
}

/**
 * Opens the list of a JSON file. It is read once to find the names of all columns: the last object may have one more.
 *
 * @throws Failure unreadable_file when it is no JSON, or contains several lists of people; empty_file
 */
export async function jsonSource(
  text: TextSource,
  shown: string,
): Promise<ListOfSource & Pick<TableName, 'allNames'>> {
  const layout = await layoutOf(text);
  const lists = await findLists(text, layout, shown);
  const [path, list] = chosenList(lists, shown);
  const header = [...list.columns];
  return {
    ...text,
    form: 'json',
    note: layout === 'lines' ? 'NDJSON' : path === '' ? 'JSON' : `JSON, list ${path}`,
    header,
    allNames: [...text.allNames, ...(path === '' ? [] : [path])],
    likelyRows: list.rows,
    needsBom: false,
    async *rows() {
      let number = 0;
      for await (const records of recordsOf(text, layout, shown)) {
        const rows: SourceRow[] = [];
        for (const record of records) {
          if (record.path !== path) continue;
          number++;
          rows.push(rowOf(record, list.hasOwnLines ? record.line : number, header));
        }
        yield rows;
      }
    },
  };
}

function rowOf(record: JsonRecord, line: number, header: readonly string[]): SourceRow {
  const cells = cellsOf(record);
  if (record.isTooLong) return { line, cells: [record.text], damaged: 'longer than 16 MiB' };
  if (cells === undefined) return { line, cells: [record.text], damaged: 'invalid JSON' };
  return { line, cells: header.map(name => cells.get(name) ?? '') };
}

/** The cells of an object; undefined when it is damaged. */
function cellsOf({ text }: JsonRecord): Map<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(withLongNumbersAsText(text));
    return isObject(value) ? flatRecord(value) : undefined;
  } catch {
    return undefined;
  }
}

/** A string, or a number. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Puts quotes around whole numbers that JSON.parse would change: their digits stay in a text field, and are no number
 * in another.
 */
function withLongNumbersAsText(text: string): string {
  if (!/\d{16}/.test(text)) return text;
  return text.replace(tokens, token =>
    /^-?\d{16,}$/.test(token) && BigInt(token) !== BigInt(Number(token)) ? `"${token}"` : token,
  );
}

async function layoutOf(text: TextSource): Promise<Layout> {
  let head = '';
  let isComplete = true;
  for await (const piece of text.text()) {
    head += piece;
    isComplete = head.length < headLength;
    if (!isComplete) break;
  }
  const start = head.replace(/^\ufeff/, '').trimStart();
  if (!start.startsWith('{')) return 'lists';
  const [first = ''] = start.split('\n', 1);
  const value = objectIn(first);
  // A single line may be a single person, or hold all of them.
  if (value !== undefined && (start.trimEnd().includes('\n') || isPerson(value))) return 'lines';
  const records = new JsonRecords(true);
  try {
    const found = records.push(start);
    const [one, other] = found;
    const isAlone = other === undefined && isComplete;
    if (one !== undefined && (!isAlone || isPerson(objectIn(one.text) ?? {}))) return 'sequence';
  } catch {
    // What is wrong with it is said when it is read.
  }
  return 'lists';
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isPerson = (value: object) =>
  Object.values(value).some(member => typeof member === 'string' && looksLikeAddress(member));

async function findLists(text: TextSource, layout: Layout, shown: string): Promise<Map<string, FoundList>> {
  const lists = new Map<string, FoundList>();
  for await (const records of recordsOf(text, layout, shown)) {
    for (const record of records) {
      const list = lists.get(record.path) ?? newList();
      lists.set(record.path, list);
      list.rows++;
      if (record.line <= list.lastLine) list.hasOwnLines = false;
      list.lastLine = record.line;
      const cells = cellsOf(record);
      if (cells === undefined) continue;
      for (const name of cells.keys()) list.columns.add(name);
      if (list.rows === 1)
        list.inner = [...cells].flatMap(([name, text]) => (addresses.test(text) ? [name] : []));
      if (!list.hasAddresses) list.hasAddresses = [...cells.values()].some(looksLikeAddress);
      if (list.columns.size > mostColumns) throw tooManyColumns(shown);
    }
  }
  return lists;
}

/** Several of them, as a list is written in a cell. */
const addresses = /^"[^"\s]+@[^"\s]+"(?:,"[^"\s]+@[^"\s]+")+$/;

const newList = (): FoundList => ({
  rows: 0,
  hasAddresses: false,
  inner: [],
  columns: new Set(),
  hasOwnLines: true,
  lastLine: 0,
});

/** The list of people. Refuses to choose between several: an opt-out may be in another. */
function chosenList(lists: ReadonlyMap<string, FoundList>, shown: string): [path: string, list: FoundList] {
  const filled = [...lists].filter(([, { columns }]) => columns.size > 0);
  const ofPeople = filled.filter(([, { hasAddresses }]) => hasAddresses);
  const [found = filled[0], ...others] = ofPeople;
  if (others.length > 0) {
    const paths = ofPeople.map(([path]) => path || 'the whole file');
    throw new Failure('unreadable_file', `${shown} contains several lists of people: ${paths.join(', ')}`, {
      hint: `save each in its own file, and import those: jq .${paths[0]} list.json > ${paths[0]}.json`,
    });
  }
  if (found !== undefined) {
    const [path, { rows, inner }] = found;
    if (rows === 1 && inner[0] !== undefined) throw innerLists(shown, [path, inner[0]]);
    return found;
  }
  if (lists.size > 0) throw new Failure('unreadable_file', `${shown} is not valid JSON`);
  throw new Failure('empty_file', `${shown} contains no list of people`, {
    hint: 'expected a list of objects, such as [{"email": "ann@example.com"}], or one object on each line',
  });
}

/** @param names what leads to the addresses */
function innerLists(shown: string, names: readonly string[]): Failure {
  const place = names.filter(name => name !== '').join('.');
  return new Failure(
    'unreadable_file',
    `${shown} is one object, and the people are in a list in it: ${place}`,
    {
      hint: 'save that list in a file of its own, and import it',
    },
  );
}

async function* recordsOf(
  text: TextSource,
  layout: Layout,
  shown: string,
): AsyncGenerator<readonly JsonRecord[]> {
  try {
    yield* layout === 'lines' ? lineRecords(text.text()) : nestedRecords(text.text(), layout);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Failure('unreadable_file', `${shown} is not valid JSON: ${error.message}`, {
      hint: 'export it again, or check it: jq . <file>',
      cause: error,
    });
  }
}

async function* nestedRecords(pieces: AsyncIterable<string>, layout: Layout): AsyncGenerator<JsonRecord[]> {
  const records = new JsonRecords(layout === 'sequence');
  let isFirst = true;
  for await (const piece of pieces) {
    yield records.push(isFirst ? piece.replace(/^\ufeff/, '') : piece);
    isFirst = false;
  }
  records.end();
}

async function* lineRecords(pieces: AsyncIterable<string>): AsyncGenerator<JsonRecord[]> {
  const open = new Pieces();
  let line = 0;
  const record = (text: string, isTooLong = false) => {
    line++;
    const clean = line === 1 ? text.replace(/^\ufeff/, '') : text;
    return clean.trim() === '' ? [] : [{ text: clean, isTooLong, line, path: '' }];
  };
  const taken = () => (open.length > longestRow ? record(open.takeEnds().ends, true) : record(open.take()));
  for await (const piece of pieces) {
    const [rest = '', ...lines] = piece.split('\n');
    open.add(rest);
    const next = lines.pop();
    if (next === undefined) continue;
    yield [...taken(), ...lines.flatMap(text => record(text))];
    open.add(next);
  }
  yield taken();
}
