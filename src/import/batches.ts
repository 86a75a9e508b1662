import { dataRows } from './check.ts';
import type { Dialect } from './dialect.ts';
import type { AddressTable } from './duplicates.ts';
import type { Range } from './journal.ts';
import type { ImportedSubscriber, Reading } from './reading.ts';
import type { Row } from './rows.ts';
import type { Source } from './source.ts';

export type DuplicateRule = 'merge' | 'first' | 'last';

/** The line of a subscriber's row, or of several. */
export type Lines = number | readonly number[];

/** Some subscribers, as the bytes of JSON array elements: small enough that memory stays flat. */
export interface Slice {
  readonly json: Buffer;
  /** The lines of each subscriber: one, or those of all rows that share the address. */
  readonly lines: readonly Lines[];
}

/** What goes into one import job: a range of the subscribers in the order of sending. */
export interface Batch extends Range {
  readonly slices: readonly Slice[];
  readonly rows: number;
  readonly bytes: number;
}

/** How large a batch may be; the limits shrink when the service finds a request too large. */
export interface BatchLimits {
  rows: number;
  bytes: number;
}

/** A range that an earlier run took care of. */
export interface Settled extends Range {
  /** Told of the lines of each subscriber in it, where somebody has to know. */
  readonly rows?: ((lines: Lines) => void) | undefined;
}

/**
 * Batches that are under way together differ in size by up to this much either way, so that a job whose id was
 * lost can be told from the others by its count; small batches do not.
 */
const mostSpread = 30;
const leastVaried = 100;

/** Subscribers turned into JSON at a time. */
const sliceRows = 250;

/**
 * The second pass: reads the file again and packs the subscribers into batches. Each address comes once; rows
 * that share one are held until they are joined, and come last.
 *
 * @param limits read anew before each batch
 * @param total how many subscribers there are to send, those of settled ranges among them
 * @param settled ranges, in order, that are not sent again
 */
export async function* makeBatches(
  source: Source,
  dialect: Dialect,
  read: (row: Row) => Reading,
  addresses: AddressTable,
  rule: DuplicateRule,
  limits: BatchLimits,
  total: number,
  settled: readonly Settled[] = [],
): AsyncGenerator<Batch> {
  const held = new Map<string, Held>();
  const packer = new Packer(limits, total, settled);
  for await (const rows of dataRows(source, dialect)) {
    for (const row of rows) {
      const reading = read(row);
      if (reading.kind !== 'subscriber') continue;
      const known = addresses.look(reading.key);
      if (known?.suppressed) continue;
      if (!known?.repeated) packer.add(reading.subscriber, row.line);
      else hold(held, reading.key, reading.subscriber, row.line, rule);
    }
    yield* packer.full();
  }
  for (const { subscriber, lines } of held.values()) {
    packer.add(subscriber, lines);
    yield* packer.full();
  }
  yield* packer.rest();
}

interface Held {
  subscriber: ImportedSubscriber;
  readonly lines: number[];
}

function hold(
  held: Map<string, Held>,
  key: string,
  subscriber: ImportedSubscriber,
  line: number,
  rule: DuplicateRule,
): void {
  const before = held.get(key);
  if (before === undefined) {
    held.set(key, { subscriber, lines: [line] });
    return;
  }
  before.lines.push(line);
  if (rule === 'last') before.subscriber = subscriber;
  else if (rule === 'merge') before.subscriber = merge(before.subscriber, subscriber);
}

/** Later values win (there are no empty ones here), tags join. */
function merge(first: ImportedSubscriber, later: ImportedSubscriber): ImportedSubscriber {
  const merged: ImportedSubscriber = { email: first.email };
  if (first.fields !== undefined || later.fields !== undefined)
    merged.fields = { ...first.fields, ...later.fields };
  const tags = new Set([...(first.tags ?? []), ...(later.tags ?? [])]);
  if (tags.size > 0) merged.tags = [...tags];
  return merged;
}

/** Gathers subscribers into slices, and slices into batches. */
class Packer {
  readonly #limits: BatchLimits;
  readonly #settled: Settled[];
  /** The place of the next subscriber in the order of sending. */
  #next = 0;
  #made = 0;
  /** Subscribers that are in no batch yet. */
  #left: number;
  /** What each batch gets of them, as long as the limit is what it was then. */
  #share = 0;
  #sharedFor = 0;
  /** How large the batch that is being made gets. */
  #size: number;
  #sliceRows = sliceRows;
  #subscribers: ImportedSubscriber[] = [];
  #lines: Lines[] = [];
  #slices: Slice[] = [];
  #rows = 0;
  #bytes = 0;
  #ready: Batch[] = [];

  constructor(limits: BatchLimits, total: number, settled: readonly Settled[]) {
    this.#limits = limits;
    this.#settled = [...settled];
    this.#left = settled.reduce((left, { from, to }) => left - (to - from), total);
    this.#size = this.#nextSize();
  }

  add(subscriber: ImportedSubscriber, lines: Lines): void {
    const place = this.#next++;
    const [settled] = this.#settled;
    if (settled !== undefined && place >= settled.from) {
      if (place === settled.from) this.#closeAll(place);
      settled.rows?.(lines);
      if (place === settled.to - 1) this.#settled.shift();
      return;
    }
    this.#subscribers.push(subscriber);
    this.#lines.push(lines);
    if (this.#subscribers.length >= this.#sliceRows || this.#rows + this.#subscribers.length >= this.#size) {
      this.#closeSlice();
    }
  }

  /** An even share of what is left, and a little more or less: 0, +1, -1, +2, -2 … */
  #nextSize(): number {
    const { rows } = this.#limits;
    if (rows < leastVaried) return rows;
    const spread = Math.min(mostSpread, Math.floor(rows / 8));
    if (this.#sharedFor !== rows) {
      this.#sharedFor = rows;
      this.#share = Math.ceil(this.#left / Math.max(1, Math.ceil(this.#left / (rows - spread))));
    }
    const step = this.#made % (2 * spread + 1);
    const offset = step % 2 === 1 ? (step + 1) / 2 : -step / 2;
    return Math.max(1, this.#share + offset);
  }

  *full(): Generator<Batch> {
    for (let batch = this.#ready.shift(); batch !== undefined; batch = this.#ready.shift()) yield batch;
  }

  *rest(): Generator<Batch> {
    this.#closeAll(this.#next);
    yield* this.full();
  }

  /** @param place of the first subscriber that is not in the batch any more */
  #closeAll(place: number): void {
    this.#closeSlice(place);
    this.#closeBatch(place);
  }

  #closeSlice(place = this.#next): void {
    if (this.#subscribers.length === 0) return;
    const json = Buffer.from(JSON.stringify(this.#subscribers).slice(1, -1));
    if (this.#rows > 0 && this.#bytes + json.length > this.#limits.bytes) {
      this.#closeBatch(place - this.#lines.length);
    }
    this.#slices.push({ json, lines: this.#lines });
    this.#rows += this.#lines.length;
    this.#bytes += json.length + 1;
    // A few slices fit into the smallest request that was asked for.
    const perRow = json.length / this.#lines.length;
    this.#sliceRows = Math.max(1, Math.min(sliceRows, Math.floor(this.#limits.bytes / 4 / perRow)));
    this.#subscribers = [];
    this.#lines = [];
    if (this.#rows >= this.#size) this.#closeBatch(place);
  }

  #closeBatch(place: number): void {
    if (this.#rows === 0) return;
    this.#ready.push(batchOf(this.#slices, place - this.#rows));
    this.#made++;
    this.#left -= this.#rows;
    this.#size = this.#nextSize();
    this.#slices = [];
    this.#rows = 0;
    this.#bytes = 0;
  }
}

/**
 * Divides a batch in two, for a service that finds it too large.
 *
 * @returns undefined when it holds a single subscriber
 */
export function halve(batch: Batch): readonly [Batch, Batch] | undefined {
  if (batch.rows < 2) return undefined;
  const slices = batch.slices.length > 1 ? batch.slices : batch.slices.flatMap(halveSlice);
  const middle = Math.ceil(slices.length / 2);
  const first = batchOf(slices.slice(0, middle), batch.from);
  return [first, batchOf(slices.slice(middle), first.to)];
}

function halveSlice(slice: Slice): Slice[] {
  const subscribers = JSON.parse(`[${slice.json}]`) as ImportedSubscriber[];
  const middle = Math.ceil(subscribers.length / 2);
  return [
    [0, middle],
    [middle, subscribers.length],
  ].map(([from, to]) => ({
    json: Buffer.from(JSON.stringify(subscribers.slice(from, to)).slice(1, -1)),
    lines: slice.lines.slice(from, to),
  }));
}

function batchOf(slices: readonly Slice[], from: number): Batch {
  const rows = slices.reduce((sum, slice) => sum + slice.lines.length, 0);
  return {
    slices,
    rows,
    from,
    to: from + rows,
    bytes: slices.reduce((sum, slice) => sum + slice.json.length + 1, 0),
  };
}

/** The request body of POST /v1/subscriber-imports (service.txt, "Subscriber import"), in pieces. */
export function requestBody(batch: Batch, tagIds: readonly string[]): Buffer[] {
  const body: Buffer[] = [Buffer.from('{"subscribers":[')];
  batch.slices.forEach((slice, i) => {
    if (i > 0) body.push(Buffer.from(','));
    body.push(slice.json);
  });
  const end = tagIds.length === 0 ? ']}' : `],"tag_ids":${JSON.stringify(tagIds)}}`;
  body.push(Buffer.from(end));
  return body;
}
