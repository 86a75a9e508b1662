import type { Subscriber } from '../contract/index.ts';
import { largest, smallest } from '../lib/extremes.ts';
import type { Tile } from '../lib/page/parts.ts';
import { grouped } from '../terminal/numbers.ts';

export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

/** Sign-ups in one day, week or month. */
export interface GrowthPeriod {
  /** `2026-03-09`, `2026-W11` (ISO 8601 weeks) or `2026-03`. */
  readonly period: string;
  /** Its first day, in UTC. */
  readonly from: string;
  /** Without people who were moved in. */
  readonly signups: number;
  /** People of `moves`. */
  readonly moved: number;
  /** Sign-ups up to the end of the period, without those who have left since. */
  readonly subscribers: number;
  /** Whether it is the current period. */
  readonly unfinished: boolean;
  readonly sources: Readonly<Record<string, number>>;
}

/** A day on which a list was moved in from elsewhere. */
export interface Move {
  /** Milliseconds since 1970, in UTC. */
  readonly start: number;
  /** `2026-03-09` */
  readonly day: string;
  readonly people: number;
}

/** From so many people a day, and so many times the average of the other days, a day counts as a move. */
const [leastMoved, timesAverage] = [100, 30];

export interface GrowthFigures {
  readonly total: number;
  readonly moves: readonly Move[];
  /** Sign-ups in the last 30 days, and in the 30 before those. */
  readonly recent: { readonly last30: number; readonly previous30: number };
}

const day = 86_400_000;
const quarter = 92;

/** Whether a time is a week to a quarter ago: fewer days make no chart. @param time milliseconds since 1970 */
export const isWeeksAgo = (time: number, now: number) => now - time >= 7 * day && now - time < quarter * day;

/** Counts sign-ups by the day of creation (service.txt, "Subscriber": created_at, source). */
export class SignupCounter {
  readonly #days = new Map<number, Map<string, number>>();
  readonly #sources: Set<string>;
  /** Number of subscribers without a valid `created_at`. */
  undated = 0;

  /** @param sources sources that are counted even when no subscriber came from them */
  constructor(sources: readonly string[]) {
    this.#sources = new Set(sources);
  }

  add({ created_at, source }: Pick<Subscriber, 'created_at' | 'source'>): void {
    const time = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN;
    // Records may come without it.
    const from = typeof source === 'string' ? source : 'unknown';
    if (Number.isNaN(time)) {
      this.undated++;
      return;
    }
    const start = startOf(time, 'day');
    const counts = this.#days.get(start) ?? new Map<string, number>();
    counts.set(from, (counts.get(from) ?? 0) + 1);
    this.#days.set(start, counts);
    this.#sources.add(from);
  }

  get sources(): readonly string[] {
    return [...this.#sources];
  }

  /** The days on which a list was moved in, the earliest first: no bar is seen beside them. */
  moves(): readonly Move[] {
    const starts = [...this.#days.keys()];
    const span = Math.max(1, (largest(starts) - smallest(starts)) / day);
    const counts = starts.map(start => ({
      start,
      people: sum([...(this.#days.get(start)?.values() ?? [])]),
    }));
    const total = sum(counts.map(({ people }) => people));
    return counts
      .filter(({ people }) => people >= leastMoved && people > (timesAverage * (total - people)) / span)
      .sort((one, other) => one.start - other.start)
      .map(({ start, people }) => ({ start, people, day: isoDay(start) }));
  }

  /**
   * All periods from the first sign-up to now, including those without sign-ups.
   *
   * @param now milliseconds since 1970
   * @param since the first period is the one that this time is in
   */
  periods(by: Period, now: number, since = Number.NEGATIVE_INFINITY): GrowthPeriod[] {
    const moves = this.moves();
    const counts = this.#signupsBy(by);
    const starts = [...counts.keys()];
    if (starts.length === 0) return [];
    const [first, last] = [smallest(starts), Math.max(largest(starts), startOf(now, by))];
    const rows: GrowthPeriod[] = [];
    let subscribers = 0;
    for (let start = first; start <= last; ) {
      const end = next(start, by);
      const own = counts.get(start);
      const sources = Object.fromEntries(this.sources.map(source => [source, own?.get(source) ?? 0]));
      const signups = sum(Object.values(sources));
      const moved = sum(
        moves.filter(move => move.start >= start && move.start < end).map(({ people }) => people),
      );
      subscribers += signups + moved;
      const row = { period: nameOf(start, by), from: isoDay(start), signups, moved, subscribers };
      if (end > since) rows.push({ ...row, unfinished: start <= now && now < end, sources });
      start = end;
    }
    return rows;
  }

  /** @param now milliseconds since 1970 */
  figures(now: number): GrowthFigures {
    const today = startOf(now, 'day');
    const days = [...this.#signupsBy('day')];
    const between = (from: number, to: number) =>
      sum(days.flatMap(([start, counts]) => (start > from && start <= to ? [...counts.values()] : [])));
    return {
      total: sum([...this.#days.values()].flatMap(counts => [...counts.values()])),
      moves: this.moves(),
      recent: {
        last30: between(today - 30 * day, today),
        previous30: between(today - 60 * day, today - 30 * day),
      },
    };
  }

  /** Sign-ups by source, by the start of each period; on days on which a list was moved in there are none. */
  #signupsBy(by: Period): ReadonlyMap<number, ReadonlyMap<string, number>> {
    const moved = new Set(this.moves().map(({ start }) => start));
    const all = new Map<number, Map<string, number>>();
    for (const [midnight, counts] of this.#days) {
      const start = startOf(midnight, by);
      const own = all.get(start) ?? new Map<string, number>();
      all.set(start, own);
      if (moved.has(midnight)) continue;
      for (const [source, count] of counts) own.set(source, (own.get(source) ?? 0) + count);
    }
    return all;
  }
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

function startOf(time: number, by: Period): number {
  const midnight = Math.floor(time / day) * day;
  const date = new Date(midnight);
  if (by === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return by === 'day' ? midnight : midnight - ((date.getUTCDay() + 6) % 7) * day;
}

function next(start: number, by: Period): number {
  if (by !== 'month') return start + (by === 'day' ? day : 7 * day);
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** ISO 8601, section 4.1.4: a week belongs to the year that its Thursday is in. */
function nameOf(start: number, by: Period): string {
  if (by === 'day') return isoDay(start);
  if (by === 'month') return isoDay(start).slice(0, 7);
  const thursday = new Date(start + 3 * day);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * day)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

export interface Growth {
  readonly by: Period;
  readonly rows: readonly GrowthPeriod[];
  readonly sources: readonly string[];
  readonly figures: GrowthFigures;
}

/** Sign-ups of all periods, by source. */
export const sumsBySource = ({ rows, sources }: Growth) =>
  sources.map(source => [source, sum(rows.map(row => row.sources[source] ?? 0))] as const);

/** The key figures, for a terminal and a page. */
export function factsOf({ figures: { total, moves, recent } }: Growth): readonly Tile[] {
  return [
    { name: 'subscribers', value: grouped(total), note: 'listed now' },
    ...moves.map(({ people, day }) => ({
      name: 'moved in',
      value: grouped(people),
      note: `on ${day}; in the total, not in the bars`,
    })),
    {
      name: 'sign-ups',
      value: grouped(recent.last30),
      note: `last 30 days; ${grouped(recent.previous30)} in the 30 before`,
    },
  ];
}

/** The API shows no status of a subscriber (service.txt, "Subscriber"). */
export const whoIsCounted =
  "Counts everyone in the service's list; the API does not show who has unsubscribed.";
