import { basename } from 'node:path';
import { inputName } from '../../lib/files/file-errors.ts';
import { cutMiddle, prepareToMeasure } from '../../terminal/formats/measure.ts';
import type { SourceRow } from './row.ts';

export interface TableName {
  /** As the user named it, `-` for standard input; in an archive with its path there. */
  readonly name: string;
  readonly id: string;
  /** Its name, and those of its archive and workbook: they may say who the people are. */
  readonly allNames: readonly string[];
  /** The user named its archive, not the file. */
  readonly isMember: boolean;
}

interface Table extends TableName {
  /** The file on the disk; for standard input the private copy. */
  readonly path: string;
  readonly bytes: number;
  /** As TextDecoder names it. */
  readonly encoding: string;
  /** How it is read, where that is not plain UTF-8 text: `UTF-16`, `sheet People`. */
  readonly note: string | undefined;
  /** The user chose the encoding, because it could not be detected. */
  readonly isEncodingChosen: boolean;
  /** Whether the text has U+FFFD for bytes that could not be decoded: now, or by an earlier program. */
  readonly replacements: 'made' | 'found' | undefined;
  /** Whether a UTF-8 copy needs a byte order mark: the file has one, or is not in UTF-8. */
  readonly needsBom: boolean;
  /** Undefined until the table has been read to its end. */
  digest(): string | undefined;
  /** A sheet beside the chosen ones: of its people only those count who must not be emailed. */
  readonly isUnchosen?: boolean;
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
  /** Whether what `text` has given so far ends with a line end: a last line without one may be cut. */
  endsLine(): boolean;
}

/** A table whose cells are found without delimiters: a sheet, or JSON. */
export interface RecordSource extends Table {
  readonly form: 'sheet' | 'json';
  /** Undefined: the header is one of the rows. */
  readonly header: readonly string[] | undefined;
  /** May be a guess. */
  readonly likelyRows: number;
  /**
   * The rows, in arrays as they are read.
   * @throws Failure unreadable_file; file_changed when the file has changed since it was opened
   */
  rows(): AsyncIterable<readonly SourceRow[]>;
}

/** A table of people that can be read several times. */
export type Source = TextSource | RecordSource;

/** Names for messages: without the folder, if that is unique. */
export function labelsOf(sources: readonly Pick<Source, 'name'>[]): string[] {
  const short = sources.map(({ name }) => basename(inputName(name)));
  return short.map((label, i) =>
    short.filter(other => other === label).length === 1 ? label : (sources[i]?.name ?? label),
  );
}

const widest = 30;

/** Long labels are cut in the middle, unless that makes two of them the same. */
export async function shownLabels(labels: readonly string[]): Promise<string[]> {
  await prepareToMeasure(labels);
  const cut = labels.map(label => cutMiddle(label, widest));
  return labels.map((label, i) => {
    const short = cut[i] ?? label;
    return cut.filter(other => other === short).length === 1 ? short : label;
  });
}
