import type { Page, Subscriber } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { AddressTable } from '../lib/address-table.ts';
import { Failure } from '../lib/failure.ts';
import type { Progress } from '../terminal/terminal.ts';

/** Which subscribers to list. */
export interface ListQuery {
  /** Records to request per page; undefined: as many as the service is likely to allow. */
  readonly perPage: number | undefined;
  readonly query: Readonly<Record<string, string>>;
}

/** service.txt does not say the maximum page size; a service with a smaller one says so in `meta.per_page`. */
const likelyMaxPerPage = 500;
const pagesAhead = 8;

/** All subscribers, page by page, each of them once, even when the list changes while it is read. */
export class AllSubscribers {
  /** Number of different subscribers read so far. */
  count = 0;
  #total = 0;
  #firstTotal: number | undefined;
  #repeated = 0;
  readonly #api: Api;
  readonly #query: ListQuery;

  constructor(api: Api, query: ListQuery) {
    this.#api = api;
    this.#query = query;
  }

  /**
   * @param progress shows the number of subscribers
   * @throws Failure unexpected_answer when a record has no id or no address
   */
  async *pages(progress: Progress): AsyncGenerator<readonly Subscriber[]> {
    let ids: AddressTable | undefined;
    for await (const { data, meta } of this.#received()) {
      this.#total = Number(meta.total);
      this.#firstTotal ??= this.#total;
      ids ??= new AddressTable(this.#total);
      progress.total(this.#total);
      const fresh: Subscriber[] = [];
      for (const subscriber of data) {
        if (typeof subscriber.id !== 'string' || typeof subscriber.email !== 'string') {
          throw new Failure(
            'unexpected_answer',
            'the service lists a subscriber without an id or an address',
          );
        }
        if (ids.add(subscriber.id, this.count + fresh.length + 1) === 0) fresh.push(subscriber);
        else this.#repeated++;
      }
      this.count += fresh.length;
      progress.update(this.count);
      yield fresh;
    }
  }

  /** Number of subscribers that the service counts, but did not send. */
  get missing(): number {
    return Math.max(0, this.#total - this.count);
  }

  /** A warning that the result may be incomplete; undefined when the list did not change. */
  get warning(): string | undefined {
    const changed = this.#firstTotal !== undefined && this.#firstTotal !== this.#total;
    if (!changed && this.#repeated === 0 && this.missing === 0) return undefined;
    const totals = changed ? `, which said ${this.#firstTotal} at first and ${this.#total} at the end` : '';
    const repeats = this.#repeated > 0 ? `; ${this.#repeated} came twice and are there once` : '';
    return `the list changed while it was read: ${this.count} came from the service${totals}${repeats}; some may be missing`;
  }

  async *#received(): AsyncGenerator<Page<Subscriber>> {
    const { perPage, query } = this.#query;
    let any = false;
    try {
      const options = { perPage: perPage ?? likelyMaxPerPage, query, ahead: pagesAhead };
      for await (const page of this.#api.pages('listSubscribers', {}, options)) {
        any = true;
        yield page;
      }
    } catch (error) {
      // A service may refuse such large pages, rather than send smaller ones.
      const tooLarge = error instanceof Failure && error.code === 'refused' && perPage === undefined;
      if (any || !tooLarge) throw error;
      yield* this.#api.pages('listSubscribers', {}, { query, ahead: pagesAhead });
    }
  }
}
