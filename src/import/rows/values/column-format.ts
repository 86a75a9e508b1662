import { type DateOrder, dateOrders } from './date-orders.ts';
import { shownDateOrders } from './dates.ts';
import type { FieldKind, ValueRules } from './field-values.ts';
import { type DecimalMark, shownDecimalMark } from './numbers.ts';

/**
 * How the numbers or dates of one column are written. The column decides as a whole: one value that can be read in one
 * way only decides about the others.
 */
export class ColumnFormat {
  /** How values are read until `decide` says otherwise. */
  rules: ValueRules;
  readonly #given: ValueRules;
  readonly #usual: Pick<ValueRules, 'decimalMark'>;
  readonly #kind: FieldKind;
  readonly #shown = new Set<string>();
  /** Most values of a column show the same. */
  #last: string | undefined;

  /**
   * @param given what the options or the export say
   * @param usual the decimal mark where the values show none
   */
  constructor(kind: FieldKind, given: ValueRules, usual: Pick<ValueRules, 'decimalMark'> = {}) {
    this.#kind = kind;
    this.#given = given;
    this.#usual = usual;
    this.rules = { ...given, decimalMark: given.decimalMark ?? usual.decimalMark };
  }

  /** Takes note of what a value shows. */
  observe(text: string): void {
    if (this.#kind === 'number') this.#note(shownDecimalMark(text));
    // Most dates are of ISO 8601, which shows no more than that they are no serial numbers.
    else if (this.#kind === 'date' && text[4] === '-') this.#note('other');
    else if (this.#kind === 'date') this.#note(String(shownDateOrders(text)));
  }

  #note(shown: string | undefined): void {
    if (shown === undefined || shown === this.#last) return;
    this.#last = shown;
    this.#shown.add(shown);
  }

  /** The orders that all dates may have; none when they contradict each other. */
  get possibleOrders(): readonly DateOrder[] {
    const shown = [...this.#shown].filter(orders => orders.includes('Y')).map(orders => orders.split(','));
    return shown.length === 0
      ? []
      : dateOrders.filter(order => shown.every(orders => orders.includes(order)));
  }

  /** Decides by the observed values. @returns whether the format changed */
  decide(): boolean {
    const { decimalMark, dateOrder, readsSerials } = this.rules;
    const seen = this.#shown;
    this.rules = {
      dateFormat: this.#given.dateFormat,
      decimalMark: this.#given.decimalMark ?? onlyOne<DecimalMark>(seen, '.', ',') ?? this.#usual.decimalMark,
      dateOrder:
        this.#given.dateOrder ?? (this.possibleOrders.length === 1 ? this.possibleOrders[0] : undefined),
      readsSerials: seen.has('serial') && seen.size === 1,
    };
    const now = this.rules;
    const isSame = now.decimalMark === decimalMark && now.dateOrder === dateOrder;
    return !isSame || now.readsSerials !== (readsSerials ?? false);
  }
}

function onlyOne<T extends string>(seen: ReadonlySet<string>, one: T, other: T): T | undefined {
  if (seen.has(one) === seen.has(other)) return undefined;
  return seen.has(one) ? one : other;
}
