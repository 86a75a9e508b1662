import { bounces, type JudgedRisk, type RiskAction, type RiskCause, riskCauses } from './risk.ts';

/** Rows that are risky for the same cause. */
export interface RiskCount {
  readonly cause: RiskCause;
  readonly action: RiskAction;
  /** Addresses that are sent, or rows that are rejected. */
  readonly count: number;
  /** The first address, and the place of its row. */
  readonly example: string;
  readonly place: number;
  /** What its domain was meant to be. */
  readonly suggestion: string | undefined;
}

/** Counts risky rows by cause. */
export class RiskCounts {
  readonly #counts = new Map<RiskCause, RiskCount & { count: number }>();
  /** Most risks of a file are alike. */
  #last: { readonly risk: JudgedRisk; readonly count: { count: number } } | undefined;

  /** @param example the address */
  add(risk: JudgedRisk, example: string, place: number): void {
    if (this.#last?.risk !== risk) this.#last = { risk, count: this.#countOf(risk, example, place) };
    this.#last.count.count++;
  }

  #countOf({ cause, action, suggestion }: JudgedRisk, example: string, place: number): { count: number } {
    const known = this.#counts.get(cause);
    if (known !== undefined) return known;
    const count = { cause, action, count: 0, example, place, suggestion };
    this.#counts.set(cause, count);
    return count;
  }

  /** In the order of the causes: the worst first. */
  list(): RiskCount[] {
    return riskCauses.flatMap(cause => this.#counts.get(cause) ?? []);
  }

  /** Addresses that are sent, and from which mail would come back. */
  get bouncing(): number {
    return this.list()
      .filter(({ cause, action }) => bounces(cause) && action !== 'reject')
      .reduce((sum, { count }) => sum + count, 0);
  }
}
