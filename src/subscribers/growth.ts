import type { Subscriber } from '../contract/index.ts';

export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

/** Sign-ups in one day, week or month. */
export interface GrowthPeriod {
  /** `2026-03-09`, `2026-W11` (ISO 8601 weeks) or `2026-03`. */
  readonly period: string;
  /** Its first day, in UTC. */
  readonly from: string;
  readonly signups: number;
  /** Sign-ups up to the end of the period, without those who have left since. */
  readonly subscribers: number;
  readonly sources: Readonly<Record<string, number>>;
}

const day = 86_400_000;

/** Counts sign-ups by the time of creation (service.txt, "Subscriber": created_at, source). */
export class SignupCounter {
  readonly #by: Period;
  readonly #counts = new Map<number, Map<string, number>>();
  readonly #sources: Set<string>;
  /** Number of subscribers without a valid time. */
  undated = 0;

  /** @param sources sources that are counted even when no subscriber came from them */
  constructor(by: Period, sources: readonly string[]) {
    this.#by = by;
    this.#sources = new Set(sources);
  }

  add({ created_at, source }: Pick<Subscriber, 'created_at' | 'source'>): void {
    const time = Date.parse(created_at);
    if (Number.isNaN(time)) {
      this.undated++;
      return;
    }
    const start = startOf(time, this.#by);
    const counts = this.#counts.get(start) ?? new Map<string, number>();
    counts.set(source, (counts.get(source) ?? 0) + 1);
    this.#counts.set(start, counts);
    this.#sources.add(source);
  }

  get sources(): readonly string[] {
    return [...this.#sources];
  }

  /** All periods from the first to the last, including those without sign-ups. */
  periods(): GrowthPeriod[] {
    const starts = [...this.#counts.keys()].sort((a, b) => a - b);
    const [first, last] = [starts[0], starts.at(-1)];
    const rows: GrowthPeriod[] = [];
    if (first === undefined || last === undefined) return rows;
    let subscribers = 0;
    for (let start = first; start <= last; start = next(start, this.#by)) {
      const counts = this.#counts.get(start);
      const sources = Object.fromEntries(this.sources.map(source => [source, counts?.get(source) ?? 0]));
      const signups = Object.values(sources).reduce((sum, count) => sum + count, 0);
      subscribers += signups;
      rows.push({ period: nameOf(start, this.#by), from: isoDay(start), signups, subscribers, sources });
    }
    return rows;
  }
}

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
