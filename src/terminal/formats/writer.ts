import type { Paint, Row, View } from '../terminal.ts';

/** What a format has to know besides the records. */
export interface Sheet {
  readonly view: View;
  /** `--fields`: only these, in this order. */
  readonly fields: readonly string[] | undefined;
  /** `--envelope`: what stands beside `data`; called when the records are through. */
  readonly meta: (() => unknown) | undefined;
  /** Columns of the screen. */
  readonly width: number;
  /** Colours of stdout. */
  readonly paint: Paint;
  /** Milliseconds since 1970, for "3 h ago". */
  readonly now: number;
  /** Remarks about what could not be shown. */
  readonly warn: (message: string) => void;
  readonly hint: (message: string) => void;
}

/** Turns records into text. Either method may return '' and hold records back until it knows enough. */
export interface Writer {
  row(row: Row): string | Promise<string>;
  end(): string | Promise<string>;
}

/** One output format. */
export interface FormatWriter {
  list(sheet: Sheet): Writer | Promise<Writer>;
  /** The text of a single record. */
  record(row: Row, sheet: Sheet): string | Promise<string>;
  /** Makes text that this format produced fit for a terminal. */
  clean(text: string): string;
}

/** For formats in which a record alone looks like a list of one. */
export async function listOfOne(format: Pick<FormatWriter, 'list'>, row: Row, sheet: Sheet): Promise<string> {
  const writer = await format.list(sheet);
  return (await writer.row(row)) + (await writer.end());
}
