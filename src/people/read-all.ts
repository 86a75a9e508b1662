import type { Subscriber } from '../contract/index.ts';
import type { Api, ReceivedPage } from '../http/api.ts';
import { WholeList } from '../http/pages.ts';
import { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { Progress, Terminal } from '../terminal/terminal.ts';
import { allFields } from './custom-fields.ts';
import type { OpenFilter, PeopleFilter } from './filter/subscriber-filter.ts';
import type { Sample } from './sample.ts';

/** Which subscribers to list; by default all of them, in the order of the service. */
export interface ListQuery {
  /** Records to request per page (default: as many as the service is likely to allow). */
  readonly perPage?: number | undefined;
  /** Pages to request ahead (default 8): each takes memory until its turn, and longer the slower the reader is. */
  readonly ahead?: number | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly filter?: PeopleFilter | undefined;
  /** Chooses from those that the filter selects. */
  readonly sample?: Sample | undefined;
  /** The list is read no further than that takes. */
  readonly limit?: number | undefined;
}

/** service.txt does not say the maximum page size; a service with a smaller one says so in `meta.per_page`. */
const likelyMaxPerPage = 500;
const pagesAhead = 8;

/** All subscribers, or those that a filter selects: each of them once, even when the list changes while it is read. */
export class AllSubscribers {
  readonly #api: Api;
  readonly #query: ListQuery;
  /** What was read so far, and whether it is complete. */
  readonly list = new WholeList(this.#received());
  /** Number of subscribers that the filter has selected. */
  selected = 0;
  /** The `meta` of the last page read. */
  lastMeta: unknown;
  #filter: OpenFilter | undefined;

  constructor(api: Api, query: ListQuery = {}) {
    this.#api = api;
    this.#query = query;
  }

  /** Number of those that the filter has selected, or of the sample of them. */
  get chosen(): number {
    return this.#query.sample?.chosen ?? this.selected;
  }

  /** As `pages`, showing the progress on a terminal. */
  async *withProgress(terminal: Terminal): AsyncGenerator<readonly Subscriber[]> {
    const progress = terminal.progress('reading subscribers');
    try {
      yield* this.pages(progress);
    } finally {
      progress.stop();
    }
  }

  /** As `withProgress`, one by one, to be printed. */
  async *each(terminal: Terminal): AsyncGenerator<Subscriber> {
    for await (const page of this.withProgress(terminal)) yield* page;
  }

  /**
   * @param progress shows the number of subscribers read
   * @throws Failure unexpected_answer when a record has no id or no address; invalid_filter when the filter does not
   *   fit the account's fields; not_found for a tag that is not in use
   */
  async *pages(progress: Progress): AsyncGenerator<readonly Subscriber[]> {
    this.#filter = await this.#query.filter?.open(async () => await allFields(this.#api), Date.now());
    let left = this.#query.limit ?? Number.POSITIVE_INFINITY;
    for await (const page of this.#sampled(this.#selectedPages(progress))) {
      yield left < page.length ? page.slice(0, left) : page;
      left -= page.length;
      if (left <= 0) return;
    }
  }

  /** Prints warnings about the list, after its last page. @throws Failure partly_done when its count is wrong */
  report(terminal: Terminal): void {
    this.printWarnings(terminal);
    this.list.checkComplete();
  }

  /** Prints the warnings alone. */
  printWarnings(terminal: Terminal): void {
    for (const warning of this.#filter?.warnings() ?? []) terminal.warn(warning);
    const { sample } = this.#query;
    if (sample !== undefined) {
      terminal.note(
        `chosen at random: ${counted(sample.chosen, 'person', 'people')} of ${grouped(sample.of)}; to choose the same again: --seed ${sample.seed}`,
      );
    }
    const { warning } = this.list;
    if (warning !== undefined) terminal.warn(warning);
  }

  async *#sampled(pages: AsyncIterable<readonly Subscriber[]>): AsyncGenerator<readonly Subscriber[]> {
    const { sample } = this.#query;
    if (sample === undefined) return yield* pages;
    const chosen = await sample.choose(pages);
    for (let at = 0; at < chosen.length; at += likelyMaxPerPage)
      yield chosen.slice(at, at + likelyMaxPerPage);
  }

  async *#selectedPages(progress: Progress): AsyncGenerator<readonly Subscriber[]> {
    const matches = this.#filter?.matches;
    for await (const { data, meta, numbers } of this.list) {
      if (numbers.total !== undefined) progress.total(numbers.total);
      this.lastMeta = meta;
      for (const subscriber of data) {
        if (typeof subscriber.id !== 'string' || typeof subscriber.email !== 'string') {
          throw new Failure('unexpected_answer', 'the service lists a subscriber without id or address');
        }
      }
      progress.update(this.list.count);
      const selected = matches === undefined ? data : data.filter(matches);
      this.selected += selected.length;
      yield selected;
    }
    // The people who are missing may have the tag.
    if (this.list.incomplete() === undefined) this.#filter?.checkFound?.();
  }

  async *#received(): AsyncGenerator<ReceivedPage<Subscriber>> {
    const { perPage, query, ahead = pagesAhead } = this.#query;
    let any = false;
    try {
      const options = { perPage: perPage ?? likelyMaxPerPage, query, ahead };
      for await (const page of this.#api.pages('listSubscribers', options)) {
        any = true;
        yield page;
      }
    } catch (error) {
      // A service may refuse such large pages, rather than send smaller ones.
      const tooLarge = error instanceof Failure && error.code === 'refused' && perPage === undefined;
      if (any || !tooLarge) throw error;
      yield* this.#api.pages('listSubscribers', { query, ahead });
    }
  }
}
