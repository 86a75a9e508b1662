import type { Page } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';

/** Requests one page; undefined: the request does not name its number. */
type RequestPage<P extends Page<unknown>> = (page: number | undefined, signal: AbortSignal) => Promise<P>;

interface RequestedPage<P> {
  /** Undefined: the request did not name it. */
  readonly number: number | undefined;
  readonly response: Promise<P>;
  readonly abort: () => void;
}

/**
 * The pages of a list, in order, the next ones requested while one is being read.
 *
 * How a page is requested is an assumption (service.txt, rule 3 of "Endpoints"), so the second page is awaited alone,
 * and each response must have the number that was requested.
 *
 * @param first the page to start with; undefined: the request names none
 * @param ahead how many pages may be requested ahead of the one being read
 * @param pageParam for the hint, when the service ignores it
 * @throws Failure paging_ignored
 */
export async function* readPages<P extends Page<unknown>>(
  request: RequestPage<P>,
  first: number | undefined,
  ahead: number,
  pageParam: string,
): AsyncGenerator<P, void, undefined> {
  const queue: RequestedPage<P>[] = [];
  let requested = begin(request, first);
  let next = 0;
  try {
    for (let read = 1; ; read += 1) {
      const page = await requested.response;
      const current = Number(page.meta.current_page);
      checkNumber(requested.number, current, pageParam);
      if (read === 1) next = current + 1;
      else if (page.data.length === 0) return;
      const last = Number(page.meta.last_page);
      // Until the second page has shown that paging works, no more than that one.
      const window = read === 1 ? Math.min(ahead, 1) : ahead;
      while (queue.length < window && next <= last) queue.push(begin(request, next++));
      yield page;
      if (current >= last) return;
      requested = queue.shift() ?? begin(request, next++);
    }
  } finally {
    for (const { abort } of queue) abort();
  }
}

function begin<P extends Page<unknown>>(
  request: RequestPage<P>,
  number: number | undefined,
): RequestedPage<P> {
  const controller = new AbortController();
  const response = request(number, controller.signal);
  // A page requested ahead may fail before its turn, or never be read: that is not an unhandled rejection.
  response.catch(() => {});
  return { number, response, abort: () => controller.abort() };
}

function checkNumber(requested: number | undefined, got: number, pageParam: string): void {
  if (requested === undefined || requested === got) return;
  throw new Failure(
    'paging_ignored',
    `the service was asked for page ${requested} (${pageParam}=${requested}) and answered with page ${got}`,
    { hint: 'newsletter config set page-param <the name of its page parameter>' },
  );
}
