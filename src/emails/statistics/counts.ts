/** Checks the counts of an email: service.txt, "Email", promises whole numbers from 0, never missing. */
import type { Email } from '../../contract/index.ts';
import { grouped } from '../../terminal/numbers.ts';
import { byRate, type Rate, rates } from './rates.ts';

type CountName = 'sent_count' | `${Rate}_count`;

/** An invalid count, and why: `delivery_count`, "1,200, but 1,000 were sent". */
export interface CountProblem {
  readonly count: CountName;
  readonly problem: string;
}

/** Invalid counts are null. */
export interface CheckedCounts {
  readonly sent: number | null;
  readonly counts: Readonly<Record<Rate, number | null>>;
  readonly problems: readonly CountProblem[];
}

/** A count as the service sent it; 0 for anything else. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0;
}

export function checkCounts(email: Email): CheckedCounts {
  const problems: CountProblem[] = [];
  const check = (count: CountName, most: number | null): number | null => {
    const problem = problemOf(email[count], most);
    if (problem === undefined) return email[count];
    problems.push({ count, problem });
    return null;
  };
  const sent = check('sent_count', null);
  const counts = byRate(rate => check(`${rate}_count`, sent));
  return { sent, counts, problems };
}

function problemOf(value: unknown, most: number | null): string | undefined {
  if (value === undefined || value === null) return 'missing';
  if (typeof value !== 'number') return 'not a number';
  if (value < 0) return `${value}, a negative number`;
  if (!Number.isSafeInteger(value)) return `${value}, not a whole number`;
  if (most !== null && value > most) return `${grouped(value)}, but ${grouped(most)} were sent`;
  return undefined;
}

/** Each count as a fraction of those sent, 0 to 1; null if nothing was sent or the count is unknown. */
export function sharesOf({ sent, counts }: CheckedCounts): Readonly<Record<Rate, number | null>> {
  return byRate(rate => {
    const count = counts[rate];
    return sent === null || sent === 0 || count === null ? null : count / sent;
  });
}

/** "delivery_count is 1,200, but 1,000 were sent; bounce_count is missing". */
export function problemList(problems: readonly CountProblem[]): string {
  const isEverything = problems.length > rates.length && problems.every(one => one.problem === 'missing');
  if (isEverything) return 'all counts are missing';
  return problems.map(({ count, problem }) => `${count} is ${problem}`).join('; ');
}
