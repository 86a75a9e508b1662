import { bounces, type JudgedRisk, type RiskAction, type RiskCause, riskCauses } from './risk.ts';

/** Rows that are risky for the same cause. */
export interface RiskCount {
  readonly cause: RiskCause;
  readonly action: RiskAction;
  /** Addresses that are sent, or rows that are rejected. */
  readonly count: number;
  /** The first address, and the row number of its row. */
  readonly example: string;
  readonly rowNumber: number;
  /** What its domain was meant to be. */
  readonly suggestion: string | undefined;
}

/** Counts risky rows by cause. */
export class RiskCounts {
  readonly #counts = new Map<RiskCause, RiskCount & { count: number }>();
  /** Most risks of a file are alike. */
  #last: { readonly risk: JudgedRisk; readonly count: { count: number } } | undefined;

  /** @param example the address */
  add(risk: JudgedRisk, example: string, rowNumber: number): void {
    if (this.#last?.risk !== risk) this.#last = { risk, count: this.#countOf(risk, example, rowNumber) };
    this.#last.count.count++;
  }

  #countOf({ cause, action, suggestion }: JudgedRisk, example: string, rowNumber: number): { count: number } {
    const known = this.#counts.get(cause);
    if (known !== undefined) return known;
    const count = { cause, action, count: 0, example, rowNumber, suggestion };
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
