import { dataRows } from './check.ts';
import type { Dialect } from './dialect.ts';
import type { AddressTable } from './duplicates.ts';
import type { ImportedSubscriber, Reading } from './reading.ts';
import type { Row } from './rows.ts';
import type { Source } from './source.ts';

export type DuplicateRule = 'merge' | 'first' | 'last';

/** Some subscribers, as the bytes of JSON array elements: small enough that memory stays flat. */
export interface Slice {
  readonly json: Buffer;
  /** The line of each subscriber's (first) row. */
  readonly lines: readonly number[];
}

/** What goes into one import job. */
export interface Batch {
  readonly slices: readonly Slice[];
  readonly rows: number;
  readonly bytes: number;
}

/** How large a batch may be; the limits shrink when the service finds a request too large. */
export interface BatchLimits {
  rows: number;
  bytes: number;
}

/** Subscribers turned into JSON at a time. */
const sliceRows = 250;

/**
 * The second pass: reads the file again and packs the subscribers into batches. Each address comes once; rows
 * that share one are held until they are joined, and come last.
 *
 * @param limits read anew before each batch
 */
export async function* makeBatches(
  source: Source,
  dialect: Dialect,
  read: (row: Row) => Reading,
  addresses: AddressTable,
  rule: DuplicateRule,
  limits: BatchLimits,
): AsyncGenerator<Batch> {
  const held = new Map<string, { subscriber: ImportedSubscriber; line: number }>();
  const packer = new Packer(limits);
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
  for (const { subscriber, line } of held.values()) {
    packer.add(subscriber, line);
    yield* packer.full();
  }
  yield* packer.rest();
}

function hold(
  held: Map<string, { subscriber: ImportedSubscriber; line: number }>,
  key: string,
  subscriber: ImportedSubscriber,
  line: number,
  rule: DuplicateRule,
): void {
  const before = held.get(key);
  if (before === undefined) held.set(key, { subscriber, line });
  else if (rule === 'last') before.subscriber = subscriber;
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
  #subscribers: ImportedSubscriber[] = [];
  #lines: number[] = [];
  #slices: Slice[] = [];
  #rows = 0;
  #bytes = 0;
  #ready: Batch[] = [];

  constructor(limits: BatchLimits) {
    this.#limits = limits;
  }

  add(subscriber: ImportedSubscriber, line: number): void {
    this.#subscribers.push(subscriber);
    this.#lines.push(line);
    if (this.#subscribers.length >= sliceRows || this.#rows + this.#subscribers.length >= this.#limits.rows) {
      this.#closeSlice();
    }
  }

  *full(): Generator<Batch> {
    for (let batch = this.#ready.shift(); batch !== undefined; batch = this.#ready.shift()) yield batch;
  }

  *rest(): Generator<Batch> {
    this.#closeSlice();
    this.#closeBatch();
    yield* this.full();
  }

  #closeSlice(): void {
    if (this.#subscribers.length === 0) return;
    const json = Buffer.from(JSON.stringify(this.#subscribers).slice(1, -1));
    if (this.#rows > 0 && this.#bytes + json.length > this.#limits.bytes) this.#closeBatch();
    this.#slices.push({ json, lines: this.#lines });
    this.#rows += this.#lines.length;
    this.#bytes += json.length + 1;
    this.#subscribers = [];
    this.#lines = [];
    if (this.#rows >= this.#limits.rows) this.#closeBatch();
  }

  #closeBatch(): void {
    if (this.#rows === 0) return;
    this.#ready.push({
      slices: this.#slices,
      rows: this.#rows,
      bytes: this.#bytes,
    });
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
  return [batchOf(slices.slice(0, middle)), batchOf(slices.slice(middle))];
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

function batchOf(slices: readonly Slice[]): Batch {
  return {
    slices,
    rows: slices.reduce((sum, slice) => sum + slice.lines.length, 0),
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
