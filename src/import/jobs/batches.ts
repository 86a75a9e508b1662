import { dataRows } from '../columns/dialect.ts';
import type { DuplicateRule } from '../options.ts';
import { plainRowParser, rowParser } from '../pass/row-parser.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import type { RowValidation } from '../rows/row-validation.ts';
import type { CheckedImport, PlannedFile } from '../state.ts';
import {
  type Batch,
  type BatchLimits,
  type BatchSlice,
  batchOf,
  type FinishedRange,
  type SubscriberPlaces,
} from './batch.ts';
import { DuplicateRows } from './duplicate-rows.ts';

/** Joined rows between two yields. */
const someRows = 500;

export type TakeSubscriber = (subscriber: ImportedSubscriber, places: SubscriberPlaces) => void;

interface BatchesToMake {
  readonly files: readonly PlannedFile[];
  readonly validation: RowValidation;
  readonly rule: DuplicateRule;
  /** Read again before each batch. */
  readonly limits: BatchLimits;
  /** Ranges not to send again, in order. */
  readonly finished?: readonly FinishedRange[];
  /** Whether to send an accepted subscriber (default: all); called for each in the sending order. */
  readonly isSent?: (subscriber: ImportedSubscriber) => boolean;
}

/** The second pass: reads the files again and builds batches. */
export async function* makeBatches({
  files,
  validation,
  rule,
  limits,
  finished = [],
  isSent,
}: BatchesToMake): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(limits, finished);
  const add: TakeSubscriber = (subscriber, places) => {
    if (isSent?.(subscriber) !== false) builder.add(subscriber, places);
  };
  for await (const _ of acceptedSubscribers(files, validation, rule, add)) yield* builder.full();
  yield* builder.rest();
}

/**
 * Reads the files and passes on all accepted subscribers in the sending order. Each address comes once; rows with the same
 * address are kept until all files are read, and come last. Yields regularly, so that the consumer can catch up.
 */
export async function* acceptedSubscribers(
  files: readonly PlannedFile[],
  validation: RowValidation,
  rule: DuplicateRule,
  add: TakeSubscriber,
): AsyncGenerator<void> {
  const duplicates = yield* readAccepted(files, validation, rule, add);
  let count = 0;
  for (const { subscriber, places: all } of duplicates.joined()) {
    add(subscriber, all);
    // Half a million turns of an async generator take a second.
    if (++count % someRows === 0) yield;
  }
  validation.differences = duplicates.differences;
}

/** Finds out how rows of one address differ, unless an earlier pass has: reads the files again if there are such rows. */
export async function findDifferences({ files, validation, options }: CheckedImport): Promise<void> {
  if (validation.duplicates === 0 || validation.differences !== undefined) return;
  const reading = readAccepted(files, validation, options.duplicates, undefined);
  let { done, value } = await reading.next();
  while (done !== true) ({ done, value } = await reading.next());
  for (const _ of value?.joined() ?? []);
  validation.differences = value?.differences;
}

/** Passes on the accepted subscribers of single rows. @param add undefined: they are not wanted @returns the others */
async function* readAccepted(
  files: readonly PlannedFile[],
  { addresses, plain, leftOut, rowNumbers }: RowValidation,
  rule: DuplicateRule,
  add: TakeSubscriber | undefined,
): AsyncGenerator<void, DuplicateRows> {
  const duplicates = new DuplicateRows(addresses.slots, rule, files.flatMap(variablesOf));
  for (const [file, { source, plan }] of files.entries()) {
    const start = rowNumbers.startOf(file);
    const parse = rowParser(plan, 'send');
    const parsePlain = plainRowParser(plan);
    for await (const rows of dataRows(source, plan.dialect)) {
      for (const row of rows) {
        const rowNumber = start + row.line;
        if (plain.has(rowNumber)) {
          add?.(parsePlain(row), rowNumber);
          continue;
        }
        if (leftOut.has(rowNumber)) continue;
        const parsed = parse(row);
        if (parsed.kind !== 'subscriber') continue;
        const slot = addresses.slotOf(parsed.key);
        if (addresses.isRepeated(slot)) duplicates.add(slot, parsed.subscriber, rowNumber);
        else add?.(parsed.subscriber, rowNumber);
      }
      yield;
    }
  }
  return duplicates;
}

function variablesOf({ plan }: PlannedFile): string[] {
  return plan.mapping.targets.flatMap(target => (target.to === 'field' ? target.variable : []));
}

/** Subscribers serialized to JSON together. */
const sliceRows = 500;

/** Collects subscribers into slices, and slices into batches. */
export class BatchBuilder {
  readonly #limits: BatchLimits;
  readonly #finished: FinishedRange[];
  /** Position of the next subscriber in the sending order. */
  #next = 0;
  #subscribers: ImportedSubscriber[] = [];
  #places: SubscriberPlaces[] = [];
  #slices: BatchSlice[] = [];
  #rows = 0;
  #bytes = 0;
  #ready: Batch[] = [];
  #scratch = Buffer.alloc(0);

  constructor(limits: BatchLimits, finished: readonly FinishedRange[]) {
    this.#limits = limits;
    this.#finished = [...finished];
  }

  /** Adds the next subscriber in the sending order; of a subscriber of a finished range only the rows are noted. */
  add(subscriber: ImportedSubscriber, places: SubscriberPlaces): void {
    const place = this.#next++;
    const [finished] = this.#finished;
    if (finished !== undefined && place >= finished.from) {
      if (place === finished.from) this.#closeAll(place);
      for (const each of [places].flat()) finished.places?.push(each);
      if (place === finished.to - 1) this.#finished.shift();
      return;
    }
    this.#subscribers.push(subscriber);
    this.#places.push(places);
    if (this.#subscribers.length >= sliceRows || this.#rows + this.#subscribers.length >= this.#limits.rows) {
      this.#closeSlice();
    }
  }

  *full(): Generator<Batch> {
    for (let batch = this.#ready.shift(); batch !== undefined; batch = this.#ready.shift()) yield batch;
  }

  *rest(): Generator<Batch> {
    this.#closeAll(this.#next);
    yield* this.full();
  }

  /** @param place of the first subscriber after the batch */
  #closeAll(place: number): void {
    this.#closeSlice(place);
    this.#closeBatch(place);
  }

  #closeSlice(place = this.#next): void {
    const [subscribers, places] = [this.#subscribers, this.#places];
    this.#subscribers = [];
    this.#places = [];
    if (subscribers.length > 0) this.#addSlice(subscribers, places, place);
  }

  /** @param place of the first subscriber after the slice */
  #addSlice(
    subscribers: readonly ImportedSubscriber[],
    places: readonly SubscriberPlaces[],
    place: number,
  ): void {
    const json = this.#bytesOf(subscribers);
    const count = subscribers.length;
    // How long rows are is only known by then.
    if (json.length > this.#limits.bytes && count > 1) {
      const half = Math.ceil(count / 2);
      this.#addSlice(subscribers.slice(0, half), places.slice(0, half), place - count + half);
      this.#addSlice(subscribers.slice(half), places.slice(half), place);
      return;
    }
    if (this.#bytes + json.length > this.#limits.bytes) this.#closeBatch(place - count);
    this.#slices.push({ json, places });
    this.#rows += count;
    this.#bytes += json.length + 1;
    if (this.#rows >= this.#limits.rows) this.#closeBatch(place);
  }

  /** The list elements as JSON. Encoding into the same buffer takes half as long as allocating a new one. */
  #bytesOf(subscribers: readonly ImportedSubscriber[]): Buffer {
    const list = JSON.stringify(subscribers);
    if (this.#scratch.length < list.length * 3) this.#scratch = Buffer.allocUnsafeSlow(list.length * 4);
    const end = this.#scratch.write(list);
    return Buffer.from(this.#scratch.subarray(1, end - 1));
  }

  #closeBatch(place: number): void {
    if (this.#rows === 0) return;
    this.#ready.push(batchOf(this.#slices, place - this.#rows));
    this.#slices = [];
    this.#rows = 0;
    this.#bytes = 0;
  }
}
