import { type DateOrder, dateOrders, shownDateOrders } from './dates.ts';
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

  /** @param given by the options or the export @param usual the decimal mark where the values show none */
  constructor(kind: FieldKind, given: ValueRules, usual: Pick<ValueRules, 'decimalMark'> = {}) {
    this.#kind = kind;
    this.#given = given;
    this.#usual = usual;
    this.rules = { ...given, decimalMark: given.decimalMark ?? usual.decimalMark };
  }

  observe(text: string): void {
    if (this.#kind === 'number') this.#note(shownDecimalMark(text));
    // Most dates are of ISO 8601, which shows nothing.
    else if (this.#kind === 'date' && text[4] !== '-') this.#note(String(shownDateOrders(text)));
  }

  #note(shown: string | undefined): void {
    if (shown !== undefined && shown !== '') this.#shown.add(shown);
  }

  /** The orders that all dates may have; none when they contradict each other. */
  get possibleOrders(): readonly DateOrder[] {
    const shown = [...this.#shown].map(orders => orders.split(','));
    return shown.length === 0
      ? []
      : dateOrders.filter(order => shown.every(orders => orders.includes(order)));
  }

  /** Decides by the observed values. @returns whether the format changed */
  decide(): boolean {
    const { decimalMark, dateOrder } = this.rules;
    const seen = this.#shown;
    this.rules = {
      dateFormat: this.#given.dateFormat,
      decimalMark: this.#given.decimalMark ?? onlyOne<DecimalMark>(seen, '.', ',') ?? this.#usual.decimalMark,
      dateOrder:
        this.#given.dateOrder ?? (this.possibleOrders.length === 1 ? this.possibleOrders[0] : undefined),
    };
    return this.rules.decimalMark !== decimalMark || this.rules.dateOrder !== dateOrder;
  }
}

function onlyOne<T extends string>(seen: ReadonlySet<string>, one: T, other: T): T | undefined {
  if (seen.has(one) === seen.has(other)) return undefined;
  return seen.has(one) ? one : other;
}
