import type { ImportedSubscriber } from '../rows/parsed-row.ts';

/** The range of a batch in the sending order: [from, to). */
export interface BatchRange {
  readonly from: number;
  readonly to: number;
}

/** The number of a subscriber's row, or of all rows with the same address. */
export type RowNumbersOf = number | readonly number[];

/** Some subscribers of a batch as JSON array elements: small pieces keep memory use constant. */
export interface BatchSlice {
  /** In memory of its own. */
  readonly json: Buffer;
  readonly rowNumbers: readonly RowNumbersOf[];
}

export interface Batch extends BatchRange {
  readonly slices: readonly BatchSlice[];
  readonly rows: number;
}

/** Limits of a batch; reduced if the service rejects a request as too large. */
export interface BatchLimits {
  rows: number;
  bytes: number;
}

/** A range whose job ended in an earlier run. */
export interface FinishedRange extends BatchRange {
  /** Gets the row numbers of all subscribers in the range. */
  readonly rowNumbers?: number[] | undefined;
}

/** Halves a batch that is too large for the service. @returns undefined if it holds a single subscriber */
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
    json: Buffer.from(
      new TextEncoder().encode(JSON.stringify(subscribers.slice(from, to)).slice(1, -1)).buffer,
    ),
    rowNumbers: slice.rowNumbers.slice(from, to),
  }));
}

/** The subscribers of a batch, each with the numbers of its rows. */
export function subscribersOf({ slices }: Batch) {
  return slices.flatMap(({ json, rowNumbers }) => {
    const subscribers = JSON.parse(`[${json}]`) as ImportedSubscriber[];
    return subscribers.map((subscriber, i) => ({ subscriber, rowNumbers: [rowNumbers[i] ?? []].flat() }));
  });
}

/** A batch of these slices; `from` is the position of its first subscriber in the sending order. */
export function batchOf(slices: readonly BatchSlice[], from: number): Batch {
  const rows = slices.reduce((sum, slice) => sum + slice.rowNumbers.length, 0);
  return { slices, rows, from, to: from + rows };
}

/** The request body of POST /v1/subscriber-imports (service.txt, "Subscriber import"), in pieces to be joined. */
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
