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

  /** @param example the address */
  add({ cause, action, suggestion }: JudgedRisk, example: string, place: number): void {
    const known = this.#counts.get(cause);
    if (known !== undefined) known.count++;
    else this.#counts.set(cause, { cause, action, count: 1, example, place, suggestion });
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
