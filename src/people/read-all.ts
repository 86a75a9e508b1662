import type { Subscriber } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { ReceivedPage } from '../http/received-page.ts';
import { WholeList } from '../http/whole-list.ts';
import { Failure } from '../lib/failure.ts';
import type { Progress, Terminal } from '../terminal/terminal.ts';

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
  readonly #api: Api;
  readonly #query: ListQuery;
  readonly #list = new WholeList(this.#received());

  constructor(api: Api, query: ListQuery) {
    this.#api = api;
    this.#query = query;
  }

  /** Number of different subscribers read so far. */
  get count(): number {
    return this.#list.count;
  }

  /**
   * @param progress shows the number of subscribers
   * @throws Failure unexpected_answer when a record has no id or no address
   */
  async *pages(progress: Progress): AsyncGenerator<readonly Subscriber[]> {
    for await (const { data, numbers } of this.#list) {
      if (numbers.total !== undefined) progress.total(numbers.total);
      for (const subscriber of data) {
        if (typeof subscriber.id !== 'string' || typeof subscriber.email !== 'string') {
          throw new Failure(
            'unexpected_answer',
            'the service lists a subscriber without an id or an address',
          );
        }
      }
      progress.update(this.count);
      yield data;
    }
  }

  /**
   * Says what is doubtful about the list, after its last page.
   *
   * @throws Failure partly_done when what came is not what the service counts
   */
  report(terminal: Terminal): void {
    const { warning } = this.#list;
    if (warning !== undefined) terminal.warn(warning);
    this.#list.checkComplete();
  }

  async *#received(): AsyncGenerator<ReceivedPage<Subscriber>> {
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
