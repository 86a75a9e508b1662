import { type DateOrder, shownDateOrder } from './dates.ts';
import type { FieldKind, ValueRules } from './field-values.ts';
import { type DecimalMark, shownDecimalMark } from './numbers.ts';

/**
 * How the numbers or dates of one column are written. The column decides as a whole: one value that can be read in one
 * way only settles the others.
 */
export class ColumnFormat {
  /** How values are read until `settle` says otherwise. */
  rules: ValueRules;
  readonly #given: ValueRules;
  readonly #usual: Pick<ValueRules, 'decimalMark'>;
  readonly #kind: FieldKind;
  readonly #shown = new Set<string>();

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
    else if (this.#kind === 'date') this.#note(text[4] === '-' ? 'other' : shownDateOrder(text));
  }

  #note(shown: string | undefined): void {
    if (shown !== undefined) this.#shown.add(shown);
  }

  /** Decides by what was observed. @returns whether values are to be read in another way now */
  settle(): boolean {
    const { decimalMark, dateOrder, readsSerials } = this.rules;
    const seen = this.#shown;
    this.rules = {
      dateFormat: this.#given.dateFormat,
      decimalMark: this.#given.decimalMark ?? onlyOne<DecimalMark>(seen, '.', ',') ?? this.#usual.decimalMark,
      dateOrder: this.#given.dateOrder ?? onlyOne<DateOrder>(seen, 'DMY', 'MDY'),
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
