/** The formats of `--output`. Code that prints asks how they differ, and knows none of them by name. */
export interface FormatTraits {
  /** Laid out for people to read; the others are data for programs. */
  readonly isForPeople: boolean;
  /** Keeps numbers, lists and objects inside a record; the others make text of them. */
  readonly isStructured: boolean;
  /** The whole output is one document, in which `--envelope` has a place; the others go record by record. */
  readonly isOneDocument: boolean;
  /** JSON, so errors are printed as JSON, too. */
  readonly isJson: boolean;
  /** One of the two that are used when no format is chosen: on a terminal, and in a pipe. */
  readonly isDefaultFormat: boolean;
}

const none = {
  isForPeople: false,
  isStructured: false,
  isOneDocument: false,
  isJson: false,
  isDefaultFormat: false,
};

/** `meaning` is for `newsletter help formats`. */
export const formatTraits = {
  table: {
    ...none,
    isForPeople: true,
    isDefaultFormat: true,
    meaning:
      'for people: selected columns, fitted to the terminal, or one card per record if it is narrow; times as "2 d ago" or local dates, rates as percentages (default on a terminal)',
  },
  tsv: {
    ...none,
    isDefaultFormat: true,
    meaning:
      'lists one record per line, without header; a single record or result one field per line, name and value (with --fields of one field, the value alone); full values; tab, line feed, carriage return and backslash as \\t \\n \\r \\\\, other characters that control a terminal or are invisible as \\u{1b} (default in a pipe)',
  },
  json: {
    ...none,
    isStructured: true,
    isOneDocument: true,
    isJson: true,
    meaning:
      'what the service sent, including fields that this program does not know: an array of records, or one object',
  },
  ndjson: {
    ...none,
    isStructured: true,
    isJson: true,
    meaning: 'the same, one record per line, as records arrive',
  },
  csv: {
    ...none,
    meaning: 'with a header row; custom fields as columns fields.<variable>; newsletter import reads it back',
  },
  yaml: {
    ...none,
    isStructured: true,
    isOneDocument: true,
    meaning: 'like JSON; YAML 1.1 and 1.2 parsers read the same values',
  },
} satisfies Readonly<Record<string, FormatTraits & { readonly meaning: string }>>;

export type OutputFormat = keyof typeof formatTraits;

/** The names, in the order in which help lists them. */
export const outputFormats = Object.keys(formatTraits) as readonly OutputFormat[];

/** @returns the format with that name; undefined for anything else */
export function outputFormatNamed(name: unknown): OutputFormat | undefined {
  return outputFormats.find(format => format === name);
}

/** The format that `--json` chooses. */
export const jsonFormat: OutputFormat = 'json';

/** Whether a name is that of a JSON format. */
export function isJsonFormat(name: unknown): boolean {
  const format = outputFormatNamed(name);
  return format !== undefined && formatTraits[format].isJson;
}
