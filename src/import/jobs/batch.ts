import type { ImportedSubscriber } from '../rows/row-parser.ts';
import type { BatchRange } from './journal.ts';

/** The line of a subscriber's row, or of several. */
export type SubscriberLines = number | readonly number[];

/** Some subscribers, as the bytes of JSON array elements: small enough that memory stays flat. */
export interface BatchSlice {
  readonly json: Buffer;
  /** The lines of each subscriber: one, or those of all rows that share the address. */
  readonly lines: readonly SubscriberLines[];
}

/** What goes into one import job: a range of the subscribers in the order of sending. */
export interface Batch extends BatchRange {
  readonly slices: readonly BatchSlice[];
  readonly rows: number;
  readonly bytes: number;
}

/** How large a batch may be; the limits shrink when the service finds a request too large. */
export interface BatchLimits {
  rows: number;
  bytes: number;
}

/** A range that an earlier run took care of. */
export interface FinishedRange extends BatchRange {
  /** Told of the lines of each subscriber in it, where somebody has to know. */
  readonly onSubscriber?: ((lines: SubscriberLines) => void) | undefined;
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

function halveSlice(slice: BatchSlice): BatchSlice[] {
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

/** A batch of these slices, the first of whose subscribers is at `from` in the order of sending. */
export function batchOf(slices: readonly BatchSlice[], from: number): Batch {
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
