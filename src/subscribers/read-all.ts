import type { Page, Subscriber } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { AddressTable } from '../import/rows/address-table.ts';
import { Failure } from '../lib/failure.ts';
import type { Progress } from '../terminal/terminal.ts';

/** How the list is read. */
export interface ListQuery {
  /** Records to ask for on a page; undefined: as many as pages are likely to hold. */
  readonly perPage: number | undefined;
  readonly query: Readonly<Record<string, string>>;
}

/** What is asked for: the largest page is not shown, and `meta.per_page` says what came of it. */
const likelyMost = 500;
const pagesAhead = 8;

/** All subscribers, page by page, each of them once though the list may change while it is read. */
export class AllSubscribers {
  /** How many different subscribers came. */
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
   * @param progress counts the subscribers
   * @throws Failure unexpected_answer when a record cannot be told from others
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

  /** How many the service says there are, but did not send. */
  get missing(): number {
    return Math.max(0, this.#total - this.count);
  }

  /** What may be wrong with what came, in words; undefined when the list stood still. */
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
      const options = { perPage: perPage ?? likelyMost, query, ahead: pagesAhead };
      for await (const page of this.#api.pages('listSubscribers', {}, options)) {
        any = true;
        yield page;
      }
    } catch (error) {
      // A service may refuse pages as large as that, rather than send smaller ones.
      const tooLarge = error instanceof Failure && error.code === 'refused' && perPage === undefined;
      if (any || !tooLarge) throw error;
      yield* this.#api.pages('listSubscribers', {}, { query, ahead: pagesAhead });
    }
  }
}
