/** The growth of a list in a few sentences. */
import { grouped } from '../terminal/numbers.ts';
import type { GrowthFigures, GrowthPeriod, Period } from './growth.ts';

export interface Growth {
  readonly by: Period;
  readonly rows: readonly GrowthPeriod[];
  readonly sources: readonly string[];
  readonly figures: GrowthFigures;
}

/** The period with most sign-ups, if there are any; the current one only if there is no other. */
export function bestPeriod(rows: readonly GrowthPeriod[]): GrowthPeriod | undefined {
  const finished = rows.filter(({ unfinished }) => !unfinished);
  const [best] = (finished.length > 0 ? finished : rows).toSorted(
    (one, other) => other.signups - one.signups,
  );
  return best?.signups === 0 ? undefined : best;
}

/** Sign-ups in a finished period on average, below 10 with one decimal; undefined when none is finished. */
export function averageSignups(rows: readonly GrowthPeriod[]): number | undefined {
  const finished = rows.filter(({ unfinished }) => !unfinished);
  if (finished.length === 0) return undefined;
  const average = finished.reduce((sum, { signups }) => sum + signups, 0) / finished.length;
  // Rounding half a sign-up a day to a whole number would be misleading.
  return average < 10 ? Math.round(average * 10) / 10 : Math.round(average);
}

/** "1,988 subscribers. 82 signed up in the last 30 days, 95 in the 30 days before." */
export function figuresText({ by, rows, figures: { total, last30, previous30, moves } }: Growth): string {
  const best = bestPeriod(rows);
  const average = averageSignups(rows);
  return [
    `${grouped(total)} ${total === 1 ? 'subscriber' : 'subscribers'}.`,
    `${grouped(last30)} signed up in the last 30 days, ${grouped(previous30)} in the 30 days before.`,
    ...(average === undefined ? [] : [`On average ${grouped(average)} a ${by}.`]),
    ...(best === undefined ? [] : [`Most in ${best.period}: ${grouped(best.signups)}.`]),
    ...moves.map(
      ({ people, day }) =>
        `${grouped(people)} were moved in on ${day}: they are in the total, not in the bars.`,
    ),
  ].join(' ');
}
