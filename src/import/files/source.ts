import type { SourceRow } from './row.ts';
import type { DetectedEncoding } from './text/encoding.ts';
import type { TextEncodingName } from './text/encoding-names.ts';

/** A table as it is named. */
export interface TableName {
  /** As the user named it, `-` for standard input; of a table in an archive or folder with its path there. */
  readonly name: string;
  /** What tells it from all others. */
  readonly id: string;
  /** Its name, and those of what it is in: they may say who the people are. */
  readonly allNames: readonly string[];
  /** It was not named itself: the archive or the folder was. */
  readonly isMember: boolean;
}

/** What all tables have in common that can be read several times. */
interface Table extends TableName {
  /** The file on the disk that it is in: for standard input the private copy. */
  readonly path: string;
  /** Size in bytes; estimated for a packed file. */
  readonly bytes: number;
  readonly encoding: TextEncodingName;
  /** How it is read, where that is not plain UTF-8 text: `UTF-16`, `sheet People`. */
  readonly note: string | undefined;
  /** Somebody has chosen the encoding, because it could not be detected. */
  readonly isEncodingChosen: boolean;
  /** Whether U+FFFD stands in the text for something that could not be decoded: by now, or by an earlier program. */
  readonly replacements: DetectedEncoding['replacements'];
  /** Whether a spreadsheet needs a byte order mark to read a UTF-8 copy: the file has one, or is not in UTF-8. */
  readonly needsBom: boolean;
  /** A digest of what is in it; undefined until it has been read to its end. */
  digest(): string | undefined;
  /** Number of bytes read so far, for progress. */
  position(): number;
}

/** A text file whose lines are rows. */
export interface TextSource extends Table {
  readonly form: 'text';
  /**
   * The text, from the start, in pieces of some 64 KiB, cut anywhere.
   * @throws Failure bad_encoding, unreadable_file; file_changed when the file has changed since it was opened
   */
  text(): AsyncIterable<string>;
}

/** A table whose cells are found without delimiters: a sheet, or JSON. */
export interface RecordSource extends Table {
  readonly form: 'sheet' | 'json';
  /** The names of the columns, where they are certain; otherwise the header is one of the rows. */
  readonly header: readonly string[] | undefined;
  /** Number of rows, or a guess. */
  readonly likelyRows: number;
  /**
   * The rows, in arrays as they are read.
   * @throws Failure unreadable_file; file_changed when the file has changed since it was opened
   */
  rows(): AsyncIterable<readonly SourceRow[]>;
}

/** A table of people that can be read several times. */
export type Source = TextSource | RecordSource;
