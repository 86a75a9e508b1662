import type { Page } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';

/** Asks for one page; the number only if it is to be named in the request. */
export type AskPage<P extends Page<unknown>> = (page: number | undefined, signal: AbortSignal) => Promise<P>;

interface Asked<P> {
  readonly number: number;
  readonly answer: Promise<P>;
  readonly abort: () => void;
}

/**
 * The pages of a list, in order, the next ones asked for while one is being read.
 *
 * How a page is asked for is an assumption (service.txt, rule 3 of "Endpoints"), so the second page is
 * awaited alone, and each answer must name the page that was asked for.
 * @param first the page to start with; undefined: the request names none
 * @param ahead how many pages may be asked for ahead of the one being read
 * @param pageParam for the hint, when the service ignores it
 * @throws Failure paging_ignored
 */
export async function* readPages<P extends Page<unknown>>(
  ask: AskPage<P>,
  first: number | undefined,
  ahead: number,
  pageParam: string,
): AsyncGenerator<P, void, undefined> {
  const queue: Asked<P>[] = [];
  const start = (number: number) => queue.push(begin(ask, number));
  try {
    let page = await begin(ask, first).answer;
    let current = Number(page.meta.current_page);
    checkNumber(first, current, pageParam);
    let next = current + 1;
    for (let read = 1; ; read += 1) {
      const last = Number(page.meta.last_page);
      // Until the second page has shown that paging works, no more than that one.
      const window = read === 1 ? Math.min(ahead, 1) : ahead;
      while (queue.length < window && next <= last) start(next++);
      yield page;
      if (current >= last) return;
      if (queue.length === 0) start(next++);
      const asked = queue.shift();
      if (asked === undefined) return;
      page = await asked.answer;
      current = Number(page.meta.current_page);
      checkNumber(asked.number, current, pageParam);
      if (page.data.length === 0) return;
    }
  } finally {
    for (const asked of queue) asked.abort();
  }
}

function begin<P extends Page<unknown>>(ask: AskPage<P>, number: number): Asked<P>;
function begin<P extends Page<unknown>>(
  ask: AskPage<P>,
  number: number | undefined,
): Omit<Asked<P>, 'number'>;
function begin<P extends Page<unknown>>(ask: AskPage<P>, number: number | undefined) {
  const controller = new AbortController();
  const answer = ask(number, controller.signal);
  // A page asked for ahead may fail before its turn, or never be read: that is no unhandled rejection.
  answer.catch(() => {});
  return { number, answer, abort: () => controller.abort() };
}

function checkNumber(asked: number | undefined, got: number, pageParam: string): void {
  if (asked === undefined || asked === got) return;
  throw new Failure(
    'paging_ignored',
    `the service was asked for page ${asked} (${pageParam}=${asked}) and answered with page ${got}`,
    { hint: 'newsletter config set page-param <the name of its page parameter>' },
  );
}
