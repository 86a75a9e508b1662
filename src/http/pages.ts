/** Lists of the service, page by page and whole. */
import { AddressTable } from '../lib/address-table.ts';
import { Failure } from '../lib/failure.ts';
import { isObject } from '../lib/json/is-object.ts';
import { limitNewSpace } from '../lib/new-space.ts';
import type { ReceivedPage } from './api.ts';

/** Requests one page; undefined: the request does not name its number. All pages of a list get the same signal. */
type RequestPage<T> = (page: number | undefined, signal: AbortSignal) => Promise<ReceivedPage<T>>;

interface RequestedPage<T> {
  /** Undefined: the request did not name it. */
  readonly number: number | undefined;
  readonly response: Promise<ReceivedPage<T>>;
}

interface PageOptions {
  /** The page to start with; undefined: the request names none. */
  readonly first: number | undefined;
  /** How many pages may be requested ahead of the one being read. */
  readonly ahead: number | undefined;
  /** For the hint, when the service ignores it. */
  readonly pageParam: string;
}

/**
 * The pages of a list, in order, the next ones requested while one is being read.
 *
 * How a page is requested is an assumption (service.txt, rule 3 of "Endpoints"), so the second page is awaited alone,
 * and each response must have the number that was requested.
 *
 * @throws Failure paging_ignored
 */
export async function* readPages<T>(
  request: RequestPage<T>,
  { first, ahead = 2, pageParam }: PageOptions,
): AsyncGenerator<ReceivedPage<T>, void, undefined> {
  const queue: RequestedPage<T>[] = [];
  const ending = new AbortController();
  const { signal } = ending;
  let requested = begun(first, request(first, signal));
  let next = 0;
  try {
    for (let read = 1; ; read += 1) {
      const page = await requested.response;
      const { current, last } = page.numbers;
      checkNumber(requested.number, current, pageParam);
      if (read === 1) next = current + 1;
      else if (page.data.length === 0) return;
      // Until the second page has shown that paging works, no more than that one.
      const window = read === 1 ? Math.min(ahead, 1) : ahead;
      while (queue.length < window && next <= last) queue.push(begun(next, request(next++, signal)));
      yield page;
      limitNewSpace();
      if (current >= last) return;
      requested = queue.shift() ?? begun(next, request(next++, signal));
    }
  } finally {
    ending.abort();
  }
}

function begun<T>(number: number | undefined, response: Promise<ReceivedPage<T>>): RequestedPage<T> {
  // A page requested ahead may fail before its turn, or never be read: that is not an unhandled rejection.
  response.catch(() => {});
  return { number, response };
}

function checkNumber(requested: number | undefined, got: number, pageParam: string): void {
  if (requested === undefined || requested === got) return;
  throw new Failure(
    'paging_ignored',
    `the service ignores the page parameter: ${pageParam}=${requested} returned page ${got}`,
    { hint: 'newsletter config set page-param <name of its page parameter>' },
  );
}

/** A table of ids grows with the list; a `total` that is wrong must not decide how much memory is taken. */
const mostExpected = 1_000_000;

/**
 * A list of the service, read to its end: each record once, even when the list changes while it is read or the service
 * repeats a page, and compared with the number of records that the service counts.
 */
export class WholeList<T> {
  /** Number of different records read so far. */
  count = 0;
  /** Whether it was read to its end. */
  isRead = false;
  /** The number of records as the service counts them; undefined when it does not say. */
  total: number | undefined;
  #firstTotal: number | undefined;
  /** Records on the pages before the first one that was read; undefined: not known. */
  #before: number | undefined = 0;
  #repeated = 0;
  #ids: AddressTable | undefined;
  readonly #pages: AsyncIterable<ReceivedPage<T>>;

  constructor(pages: AsyncIterable<ReceivedPage<T>>) {
    this.#pages = pages;
  }

  /** The pages, without the records that came before. A page that brings nothing new ends the list. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ReceivedPage<T>, void, undefined> {
    for await (const page of this.#pages) {
      const { current, perPage, total } = page.numbers;
      if (this.#ids === undefined) {
        this.#ids = new AddressTable(Math.min(total ?? 0, mostExpected));
        this.#firstTotal = total;
        this.#before = current <= 1 ? 0 : perPage && perPage * (current - 1);
      }
      this.total = total;
      const data = page.data.filter((record, at) => this.#isNew(record, this.count + at + 1));
      this.#repeated += page.data.length - data.length;
      this.count += data.length;
      if (data.length > 0 || page.data.length === 0) yield { ...page, data };
      else break;
    }
    this.isRead = true;
  }

  /** @throws Failure partly_done when the list was read to its end, and what came is not what the service counts */
  checkComplete(): void {
    const failure = this.incomplete();
    if (failure !== undefined) throw failure;
  }

  /** The failure that `checkComplete` throws. */
  incomplete(): Failure | undefined {
    if (!this.isRead || this.total === undefined || this.#before === undefined) return undefined;
    const expected = Math.max(0, this.total - this.#before);
    if (this.count === expected) return undefined;
    const what = this.count < expected ? 'the list is incomplete' : 'the list changed while it was read';
    return new Failure('partly_done', `${what}: ${this.#counts(expected)}`, {
      hint: 'run it again when the list no longer changes',
    });
  }

  /** A warning about a list whose count is right or unknown. */
  get warning(): string | undefined {
    if (!this.isRead || this.incomplete() !== undefined) return undefined;
    if (this.total === undefined) {
      return `unknown whether the list is complete: received ${this.count}, and the service sends no total`;
    }
    const changed = this.#firstTotal !== undefined && this.#firstTotal !== this.total;
    if (!changed && this.#repeated === 0) return undefined;
    const end = changed ? '; some may be missing' : '';
    return `the list changed while it was read: ${this.#counts(this.total)}${end}`;
  }

  #counts(expected: number): string {
    const changed = this.#firstTotal !== undefined && this.#firstTotal !== this.total;
    const atFirst = changed ? ` (${this.#firstTotal} at first)` : '';
    const repeats = this.#repeated > 0 ? `; ${this.#repeated} came twice and count once` : '';
    return `received ${this.count}, but the total is ${expected}${atFirst}${repeats}`;
  }

  /** Whether a record was on no earlier page. One without an id counts as new. */
  #isNew(record: T, position: number): boolean {
    if (!isObject(record) || typeof record.id !== 'string') return true;
    const earlier = this.#ids?.add(record.id, position) ?? 0;
    return earlier === 0 || earlier > this.count;
  }
}
