/** JSON files: an object on each line (NDJSON), an array of objects, or an object with one such array in it. */
import { Failure } from '../../lib/failure.ts';
import { isObject, parseObject, whyNotJson } from '../../lib/json/is-object.ts';
import { looksLikeAddress } from '../rows/values/email-address.ts';
import { longestRow, mostColumns, type SourceRow, shortened, tooLong, tooManyColumns } from './row.ts';
import type { RecordSource, TextSource } from './source.ts';

/** Characters of an array, which is parsed whole. */
const longestArray = 1 << 26;
/** Levels of objects that are followed; deeper values are kept as JSON. */
const deepest = 6;
const someRows = 500;

/** One person; a row when it is damaged, else its cells by the names of their columns. */
type JsonRecord = SourceRow | { readonly line: number; readonly named: ReadonlyMap<string, string> };

/** An array, and the names that lead to it. */
interface FoundArray {
  readonly path: readonly string[];
  readonly items: readonly unknown[];
}

/**
 * Opens a JSON file. It is read once to find the names of all columns: the last object may have one more.
 *
 * @throws Failure unreadable_file when it is no JSON, too long, or contains several lists of people; empty_file
 */
export async function jsonSource(text: TextSource, shown: string): Promise<RecordSource> {
  const isLines = await isNdjson(text, shown);
  const people = isLines ? undefined : await arrayOfPeople(text, shown);
  const path = people?.path ?? [];
  const columns = new Set<string>();
  let likelyRows = 0;
  for await (const some of people === undefined ? lineRecords(text) : itemRecords(people.items)) {
    likelyRows += some.length;
    for (const record of some)
      if ('named' in record) for (const name of record.named.keys()) columns.add(name);
    if (columns.size > mostColumns) throw tooManyColumns(shown);
  }
  if (columns.size === 0) throw new Failure('unreadable_file', `${shown} is not valid JSON`);
  const header = [...columns];
  const rowOf = (record: JsonRecord): SourceRow =>
    'named' in record
      ? { line: record.line, cells: header.map(name => record.named.get(name) ?? '') }
      : record;
  return {
    ...text,
    form: 'json',
    note: isLines ? 'NDJSON' : path.length === 0 ? 'JSON' : `JSON, list ${path.join('.')}`,
    header,
    allNames: [...text.allNames, ...path],
    likelyRows,
    needsBom: false,
    async *rows() {
      // An array is parsed again: kept, it would take several times its size meanwhile.
      const records = isLines ? lineRecords(text) : itemRecords((await arrayOfPeople(text, shown)).items);
      for await (const some of records) yield some.map(rowOf);
    },
  };
}

/** A single line may be a single person, or hold all of them. */
async function isNdjson(text: TextSource, shown: string): Promise<boolean> {
  let head = '';
  for await (const piece of text.text()) {
    head += piece;
    if (head.length > longestRow) break;
  }
  const [first = '', ...others] = head.trim().split('\n');
  const value = parseObject(first);
  if (value !== undefined) return others.length > 0 || hasAddress(value);
  if (others.length === 0 || !first.startsWith('{"')) return false;
  // A broken first line. Of `{"data":[`, an object and `]}` only one of two further lines is an object.
  const whole = others.filter(line => parseObject(line) !== undefined);
  return /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(shown) || whole.length > others.length / 2;
}

async function* lineRecords(text: TextSource): AsyncGenerator<readonly JsonRecord[]> {
  let line = 0;
  let open = '';
  for await (const piece of text.text()) {
    const lines = (open + piece).split('\n');
    open = lines.pop() ?? '';
    // Of a line without an end in sight only the ends are kept, which are still too long.
    if (open.length > 2 * longestRow) open = open.slice(0, longestRow) + open.slice(-longestRow);
    yield lines.flatMap(one => recordOfLine(one.trim(), ++line));
  }
  yield recordOfLine(open.trim(), ++line);
}

function recordOfLine(raw: string, line: number): JsonRecord[] {
  if (raw === '') return [];
  if (raw.length > longestRow) return [{ line, cells: [shortened(raw)], damaged: tooLong }];
  return [recordOf(parseObject(withLongNumbersAsText(raw)), raw, line)];
}

/** A list of addresses is a list of people, too. */
function* itemRecords(items: readonly unknown[]): Generator<readonly JsonRecord[]> {
  for (let at = 0; at < items.length; at += someRows) {
    yield items.slice(at, at + someRows).map((item, i) => {
      const value = typeof item === 'string' ? { email: item } : item;
      return recordOf(value, JSON.stringify(item), at + i + 1);
    });
  }
}

function recordOf(value: unknown, raw: string, line: number): JsonRecord {
  if (!isObject(value)) return { line, cells: [raw], damaged: 'invalid JSON' };
  const named = new Map<string, string>();
  addMembers(named, value, '', 0);
  return { line, named };
}

async function parsedWhole(text: TextSource, shown: string): Promise<unknown> {
  let whole = '';
  for await (const piece of text.text()) {
    whole += piece;
    if (whole.length > longestArray) {
      throw new Failure('unreadable_file', `${shown} is JSON of more than 64 MiB that is not NDJSON`, {
        hint: "put each person on a line of its own: jq -c '.[]' <file> > people.ndjson",
      });
    }
  }
  try {
    return JSON.parse(withLongNumbersAsText(whole.trim()));
  } catch (error) {
    throw new Failure('unreadable_file', `${shown} is not valid JSON: ${whyNotJson(error)}`, {
      hint: 'export it again; of objects that follow each other make NDJSON: jq -c . <file> > people.ndjson',
      cause: error,
    });
  }
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Puts quotes around whole numbers that JSON.parse would change: a text field keeps their digits, and a number field
 * rejects them.
 */
function withLongNumbersAsText(text: string): string {
  if (!/\d{16}/.test(text)) return text;
  return text.replace(token, found =>
    /^-?\d{16,}$/.test(found) && BigInt(found) !== BigInt(Number(found)) ? `"${found}"` : found,
  );
}

/** The arrays of a value, not those inside their items, unless there is only one item: `{"db": [{"data": …}]}` (Ghost). */
function arraysIn(value: unknown, path: readonly string[] = []): FoundArray[] {
  if (path.length > deepest) return [];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return [{ path, items }, ...(items.length === 1 ? arraysIn(items[0], [...path, '0']) : [])];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => arraysIn(member, [...path, key]));
}

/** Whether a value is an address, or an object that has one, not counting its arrays. */
function hasAddress(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return looksLikeAddress(value);
  return (
    isObject(value) && depth < deepest && Object.values(value).some(member => hasAddress(member, depth + 1))
  );
}

/** Finds the people. Refuses to choose between several arrays of them: an opt-out may be in another. */
async function arrayOfPeople(text: TextSource, shown: string): Promise<FoundArray> {
  const filled = arraysIn(await parsedWhole(text, shown)).filter(({ items }) =>
    items.some(item => isObject(item) || hasAddress(item)),
  );
  const ofPeople = filled.filter(({ items }) => items.some(item => hasAddress(item)));
  const [found = filled[0], ...others] = ofPeople;
  if (found === undefined) {
    throw new Failure('empty_file', `${shown} contains no list of people`, {
      hint: 'expected a list of objects, such as [{"email": "ann@example.com"}], or one object on each line',
    });
  }
  if (others.length === 0) return found;
  const names = ofPeople.map(({ path }) => path.join('.') || 'the whole file');
  const filter = found.path.map(name => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('');
  throw new Failure('unreadable_file', `${shown} contains several lists of people: ${names.join(', ')}`, {
    hint: `save each in a file of its own, and import those: jq -c '${filter}[]' <file> > people.ndjson`,
  });
}

/**
 * Adds the cells of an object: `{"fields": {"city": "Bonn"}}` has the cell `fields.city`. A list of texts becomes one
 * cell, a list of tags. A list of objects becomes a list of their names, and one for each of their other values: `lists`,
 * `lists.status`.
 */
function addMembers(cells: Map<string, string>, value: object, path: string, depth: number): void {
  for (const [key, member] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`;
    if (Array.isArray(member)) addList(cells, member, name);
    else if (isObject(member) && depth + 1 < deepest) addMembers(cells, member, name, depth + 1);
    else cells.set(name, scalarText(member));
  }
}

function addList(cells: Map<string, string>, list: readonly unknown[], path: string): void {
  if (!list.some(isObject)) {
    cells.set(path, listText(list.map(scalarText)));
    return;
  }
  const byKey = new Map<string, string[]>();
  for (const item of list.filter(isObject)) {
    for (const [key, member] of Object.entries(item)) {
      if (typeof member === 'object' && member !== null) continue;
      byKey.set(key, [...(byKey.get(key) ?? []), scalarText(member)]);
    }
  }
  for (const [key, texts] of byKey) cells.set(key === 'name' ? path : `${path}.${key}`, listText(texts));
}

function scalarText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** One text as it is; several, or one that would be split, in quotes. */
function listText(texts: readonly string[]): string {
  const filled = texts.filter(text => text !== '');
  const [only = ''] = filled;
  if (filled.length < 2 && !/[,;|"\n[{]|^\s|\s$/.test(only)) return only;
  return filled.map(text => `"${text.replaceAll('"', '""')}"`).join(',');
}
