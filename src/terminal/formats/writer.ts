import { pickFields } from '../fields.ts';
import type { Paint, Row, View } from '../terminal.ts';

export interface FormatOptions {
  readonly view: View;
  /** `--fields`: only these, in this order. */
  readonly fields: readonly string[] | undefined;
  /** `--envelope`: the `meta` next to `data`; called after the last record. */
  readonly meta: (() => unknown) | undefined;
  /** Columns of the terminal. */
  readonly width: number;
  /** Colors of stdout. */
  readonly paint: Paint;
  /** Milliseconds since 1970, for "3 h ago". */
  readonly now: number;
  /** Messages about what is not shown, printed below the data. */
  readonly warn: (message: string) => void;
  readonly hint: (message: string) => void;
}

/** Turns the records of a list into text. Either method may return '' and keep records until it knows enough. */
export interface ListWriter {
  row(row: Row): string | Promise<string>;
  end(): string | Promise<string>;
}

export interface FormatWriter {
  list(options: FormatOptions): ListWriter;
  record(row: Row, options: FormatOptions): string | Promise<string>;
  /** Makes text of this format safe for a terminal. */
  sanitize(text: string): string;
}

/** A record with only the fields of `--fields`, if any. */
export function chosenFields(row: Row, { fields }: FormatOptions): Row {
  return fields ? pickFields(row, fields) : row;
}
