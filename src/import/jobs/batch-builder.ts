import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import {
  type Batch,
  type BatchLimits,
  type BatchSlice,
  batchOf,
  type FinishedRange,
  type SubscriberPlaces,
} from './batch.ts';

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
