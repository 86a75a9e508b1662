import { distinctTags } from '../../people/tags.ts';
import type { DuplicateRule } from '../options.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import type { Difference, Differences } from '../rows/row-validation.ts';
import type { FieldValue } from '../rows/values/parsed-value.ts';

/** A row in compact form: the tags, 0 for none; the fields, null for none. */
type KeptRow = [email: string, tags: readonly string[] | 0, ...values: (FieldValue | null)[]];

interface DuplicateRow {
  readonly subscriber: ImportedSubscriber;
  readonly rowNumber: number;
  /** Offset of the previous row with the same address; 0: none. */
  readonly previous: number;
}

/** A subscriber, and the row numbers of all its rows. */
interface JoinedRows {
  readonly subscriber: ImportedSubscriber;
  readonly rowNumbers: number[];
}

/** Bytes per chunk. A longer row gets a chunk of its own. */
const chunkSize = 1 << 20;
/** Bytes before a row: the offset of the previous row with the same address, the row number, the slot of the address. */
const headSize = 12;
const lineFeed = 0x0a;

/**
 * Keeps duplicate rows until all files are read: as JSON of some 70 bytes each, outside of the heap. As objects,
 * half a million pairs take 400 MB.
 */
export class DuplicateRows {
  readonly #rule: DuplicateRule;
  readonly #variables: readonly string[];
  readonly #slots: number;
  /** For each slot the offset of the last row of its address; 0: none. Allocated on first use. */
  #last = new Uint32Array(0);
  readonly #chunks: Buffer[] = [];
  /** Of the rows that have been joined. */
  differences: Differences = { addresses: 0, examples: [] };
  /** Offset of the next row in the last chunk. Offset 0 means none. */
  #end = 1;

  /** @param slots of the table of all addresses of the files, which is complete @param variables of all fields */
  constructor(slots: number, rule: DuplicateRule, variables: readonly string[]) {
    this.#slots = slots;
    this.#rule = rule;
    this.#variables = [...new Set(variables)];
  }

  /** @param slot of its address */
  add(slot: number, subscriber: ImportedSubscriber, rowNumber: number): void {
    if (this.#last.length === 0) this.#last = new Uint32Array(this.#slots);
    const previous = this.#last[slot] ?? 0;
    const { email, fields, tags } = subscriber;
    const values = this.#variables.map(variable => fields?.[variable] ?? null);
    const row: KeptRow = [email, tags ?? 0, ...values];
    this.#last[slot] = this.#keep(JSON.stringify(row), previous, rowNumber, slot);
  }

  /** The merged subscribers, in the order of their first rows. In the end, `differences` is complete. */
  *joined(): Generator<JoinedRows> {
    for (const [number, chunk] of this.#chunks.entries()) {
      for (let at = number === 0 ? 1 : 0; at < chunk.length; ) {
        const end = chunk.indexOf(lineFeed, at + headSize);
        if (end === -1) break;
        if (chunk.readUInt32LE(at) === 0) yield this.#join(this.#rowsOf(chunk.readUInt32LE(at + 8)));
        at = end + 1;
      }
    }
  }

  #keep(json: string, previous: number, rowNumber: number, slot: number): number {
    const mostBytes = headSize + json.length * 3 + 1;
    let chunk = this.#chunks.at(-1);
    if (chunk === undefined || this.#end + mostBytes > chunk.length) {
      if (chunk !== undefined) this.#end = 0;
      chunk = Buffer.alloc(Math.max(chunkSize, this.#end + mostBytes));
      this.#chunks.push(chunk);
    }
    const at = this.#end;
    chunk.writeUInt32LE(previous, at);
    chunk.writeUInt32LE(rowNumber, at + 4);
    chunk.writeUInt32LE(slot, at + 8);
    this.#end += headSize + chunk.write(`${json}\n`, at + headSize);
    return (this.#chunks.length - 1) * chunkSize + at;
  }

  #rowsOf(slot: number): readonly DuplicateRow[] {
    const rows: DuplicateRow[] = [];
    let offset = this.#last[slot] ?? 0;
    while (offset !== 0) {
      const row = this.#row(offset);
      rows.push(row);
      offset = row.previous;
    }
    return rows.reverse();
  }

  #join(rows: readonly DuplicateRow[]): JoinedRows {
    const found = this.#differencesIn(rows);
    if (found.length > 0) {
      const { addresses, examples } = this.differences;
      const others = found.filter(({ variable }) => !examples.some(one => one.variable === variable));
      this.differences = { addresses: addresses + 1, examples: [...examples, ...others] };
    }
    const subscriber = rows
      .map(row => row.subscriber)
      .reduce((one, later) =>
        this.#rule === 'merge' ? merge(one, later) : this.#rule === 'last' ? later : one,
      );
    return { subscriber, rowNumbers: rows.map(row => row.rowNumber) };
  }

  #differencesIn(rows: readonly DuplicateRow[]): readonly Difference[] {
    return this.#variables.flatMap((variable): Difference[] => {
      const fieldOf = ({ subscriber }: DuplicateRow) => subscriber.fields?.[variable];
      const sent =
        this.#rule === 'merge'
          ? rows.findLast(row => fieldOf(row) !== undefined)
          : rows.at(this.#rule === 'first' ? 0 : -1);
      if (sent === undefined) return [];
      const value = fieldOf(sent);
      const other = rows.find(row => fieldOf(row) !== undefined && fieldOf(row) !== value);
      if (other === undefined) return [];
      const dropped = { value: fieldOf(other), rowNumber: other.rowNumber };
      return [{ variable, kept: { value, rowNumber: sent.rowNumber }, dropped }];
    });
  }

  #row(offset: number): DuplicateRow {
    const chunk = this.#chunks[Math.floor(offset / chunkSize)];
    if (chunk === undefined) throw new RangeError(`no row at ${offset}`);
    const at = offset % chunkSize;
    const from = at + headSize;
    const json = chunk.toString('utf8', from, chunk.indexOf(lineFeed, from));
    const [email, tags, ...values] = JSON.parse(json) as KeptRow;
    const subscriber: ImportedSubscriber = { email };
    values.forEach((value, n) => {
      const variable = this.#variables[n];
      if (value === null || variable === undefined) return;
      subscriber.fields ??= {};
      subscriber.fields[variable] = value;
    });
    if (tags !== 0) subscriber.tags = tags;
    return { subscriber, rowNumber: chunk.readUInt32LE(at + 4), previous: chunk.readUInt32LE(at) };
  }
}

/** Later values win (none are empty here), tags are united. */
function merge(first: ImportedSubscriber, later: ImportedSubscriber): ImportedSubscriber {
  const merged: ImportedSubscriber = { email: first.email };
  if (first.fields !== undefined || later.fields !== undefined)
    merged.fields = { ...first.fields, ...later.fields };
  const tags = distinctTags([...(first.tags ?? []), ...(later.tags ?? [])]);
  if (tags.length > 0) merged.tags = tags;
  return merged;
}
