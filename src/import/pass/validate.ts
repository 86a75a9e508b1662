import { AddressTable } from '../../lib/address-table.ts';
import { LineSet } from '../../lib/line-set.ts';
import { type Dialect, dataRows } from '../columns/dialect.ts';
import { secondHeaderCheck } from '../columns/second-header.ts';
import type { ColumnSurvey } from '../consent/column-survey.ts';
import type { ConsentAnswers } from '../consent/columns.ts';
import { titleReader } from '../consent/titles.ts';
import type { SourceRow } from '../files/row.ts';
import type { Source } from '../files/source.ts';
import type { BlockList } from '../rows/block-list.ts';
import type { ParsedRow } from '../rows/parsed-row.ts';
import type { Rejects } from '../rows/rejects.ts';
import { RowNumbers } from '../rows/row-numbers.ts';
import { RowValidation } from '../rows/row-validation.ts';
import { FileWarnings } from './file-warnings.ts';

export interface FileToValidate {
  readonly source: Source;
  readonly dialect: Dialect;
  /** Its name in messages. */
  readonly label: string;
  readonly parse: (row: SourceRow) => ParsedRow;
  /** Undefined: no title among the rows is about consent. */
  readonly consentAnswers: ConsentAnswers | undefined;
  /** Number of shards of the import. */
  readonly shards: number;
  /** Counts the values of columns. */
  readonly survey?: ColumnSurvey | undefined;
}

interface PassSettings {
  readonly rejects: Rejects;
  /** Called with the bytes and rows read so far. */
  readonly advance: (bytes: number, rows: number) => void;
  readonly signal: AbortSignal;
  readonly blocked?: BlockList | undefined;
}

/**
 * The first pass: reads all files, validates every row, finds duplicates, writes the rejects. Sends nothing.
 */
export async function validateFiles(
  files: readonly FileToValidate[],
  { rejects, advance, signal, blocked }: PassSettings,
): Promise<RowValidation> {
  const likelyRows = files.reduce((sum, file) => sum + likelyRowsOf(file), 0);
  const addresses = new AddressTable(files.reduce((sum, file) => sum + likelyRowsOf(file) / file.shards, 0));
  const unreadable = new Map<string, number>();
  const rowNumbers = new RowNumbers(files.map(({ label }) => label));
  for (let isFirst = true; ; isFirst = false) {
    const plain = new LineSet(likelyRows);
    const validation = new RowValidation({ addresses, plain, rowNumbers, rejects, unreadable, blocked });
    let [bytes, rows] = [0, 0];
    for (const { source, dialect, parse, survey, consentAnswers } of files) {
      const counting = isFirst ? survey : undefined;
      const warnings = new FileWarnings(dialect);
      const counts = validation.begin(warnings.list);
      const refuseSecondHeader = secondHeaderCheck(dialect);
      const readTitles = consentAnswers && titleReader(dialect, consentAnswers);
      const noteStated = (stated: number) => {
        counts.stated = stated;
      };
      for await (const read of dataRows(source, dialect, noteStated)) {
        signal.throwIfAborted();
        refuseSecondHeader(read);
        const some = readTitles?.(read) ?? read;
        for (const row of some) {
          if (!row.damaged) counting?.add(row.cells, row.line);
          validation.add(row, parse(row));
          if (source.form === 'text' && row.cells.length < dialect.header.length) validation.addShort(row);
        }
        warnings.look(some);
        advance(bytes + source.position(), rows + counts.rows);
      }
      if (source.form === 'text' && !source.endsLine()) validation.addUnended();
      bytes += source.bytes;
      rows += counts.rows;
    }
    validation.end();
    if (!validation.isOutdated) return validation;
    // Read again, now with all suppressed addresses known from the start.
    addresses.restart();
    rejects.restart();
  }
}

/** Rather too many: a table that is too large costs less than one that grows. */
function likelyRowsOf({ source, dialect }: FileToValidate): number {
  if (source.form !== 'text') return source.likelyRows;
  const bytesPerCharacter = source.encoding.startsWith('utf-16') ? 2 : 1;
  return source.bytes / (Math.max(24, dialect.rowLength * 0.9) * bytesPerCharacter);
}
