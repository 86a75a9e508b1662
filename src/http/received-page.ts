import { isObject } from '../lib/json/is-object.ts';

/** The valid numbers in `meta` (service.txt, "Page envelope"). */
export interface PageNumbers {
  readonly current: number;
  readonly last: number;
  /** Records on a full page; undefined when the service does not say. */
  readonly perPage: number | undefined;
  /** Records in the whole list; undefined when the service does not say. */
  readonly total: number | undefined;
}

/** A page of a list, as it came from the service. */
export interface ReceivedPage<T> {
  readonly data: readonly T[];
  /** As sent: unchecked. */
  readonly meta: unknown;
  readonly numbers: PageNumbers;
}

/**
 * Reads `meta`. Numbers may come as text. The numbers of this page and of the last are required; invalid others are
 * undefined.
 *
 * @returns undefined without the numbers of this page and of the last
 */
export function pageNumbers(meta: unknown): PageNumbers | undefined {
  if (!isObject(meta)) return undefined;
  const current = wholeNumber(meta.current_page);
  const last = wholeNumber(meta.last_page);
  if (current === undefined || last === undefined) return undefined;
  const perPage = wholeNumber(meta.per_page);
  return { current, last, perPage: perPage === 0 ? undefined : perPage, total: wholeNumber(meta.total) };
}

/** A whole number of 0 or more, also as text; undefined for anything else. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
