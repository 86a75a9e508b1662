/** The first pass: reads all files, validates every row, finds duplicates and writes the rejects. Sends nothing. */
import { AddressTable } from '../lib/address-table.ts';
import { LineSet } from '../lib/line-set.ts';
import { grouped } from '../terminal/numbers.ts';
import { decideFormats } from './columns/column-formats.ts';
import { dataRows } from './columns/dialect.ts';
import { secondHeaderCheck } from './columns/header-row.ts';
import { titleCheck } from './consent/file-name.ts';
import type { SourceRow } from './files/row.ts';
import { withoutUnusedFields } from './new-fields.ts';
import type { ImportOptions } from './options.ts';
import { FileWarnings } from './pass/file-warnings.ts';
import { rowParser } from './pass/row-parser.ts';
import { surveyOf, withSurvey } from './plan.ts';
import type { BlockList } from './rows/block-list.ts';
import type { ParsedRow } from './rows/parsed-row.ts';
import type { Rejects } from './rows/rejects.ts';
import { RowNumbers } from './rows/row-numbers.ts';
import { RowValidation } from './rows/row-validation.ts';
import type { CheckedFile, CheckedImport, FilesContext, PlannedFile } from './state.ts';

/**
 * Validates the rows; again, if their values change what the first rows suggested about consent, numbers or dates, or
 * if a later row suppresses an address that had been accepted.
 */
export async function validate(
  planned: readonly PlannedFile[],
  rejects: Rejects,
  options: ImportOptions,
  blocked: BlockList | undefined,
  { terminal, stop }: FilesContext,
): Promise<CheckedImport> {
  const all = planned.reduce((sum, { source }) => sum + source.bytes, 0);
  const progress = terminal.progress('checking', all);
  const likelyRows = planned.reduce((sum, file) => sum + likelyRowsOf(file), 0);
  const newTables = () => ({
    addresses: new AddressTable(likelyRows / (options.shard?.of ?? 1)),
    rowNumbers: new RowNumbers(planned.map(({ plan }) => plan.shown)),
  });
  let tables = newTables();
  let files = planned;
  try {
    for (let pass = 1; ; pass++) {
      const plain = new LineSet(likelyRows);
      const validation = new RowValidation({ ...tables, plain, rejects, blocked });
      const checked: CheckedFile[] = [];
      let [bytes, rows] = [0, 0];
      for (const file of files) {
        const advance = (read: number, rowsOfFile: number) => {
          stop.throwIfAborted();
          progress.update(bytes + read, `${grouped(rows + rowsOfFile)} rows`);
        };
        const one = await checkFile(file, validation, pass === 1, advance);
        checked.push(one);
        bytes += file.source.bytes;
        rows += one.counts.rows;
      }
      validation.end();
      const isSame = checked.every(({ plan }, i) => plan.consent?.key === files[i]?.plan.consent?.key);
      // Every file decides, whatever the others do. Each pass only adds to what is known, so the loop ends.
      const undecided = checked.filter(({ plan }) => decideFormats(plan.formats));
      if (undecided.length === 0 && isSame && !validation.isOutdated) {
        // Detect a full disk before anything is sent.
        rejects.flush();
        const whole = checked.map(one => ({ ...one, plan: withoutUnusedFields(one) }));
        return { options, files: whole, validation, rejects };
      }
      files = checked;
      rejects.restart();
      // Addresses that are known to be suppressed stay so from the first row on.
      if (isSame) tables.addresses.restart();
      else tables = newTables();
    }
  } finally {
    progress.stop();
  }
}

/** @param advance called with the bytes and rows of the file read so far */
async function checkFile(
  { source, plan }: PlannedFile,
  validation: RowValidation,
  isFirst: boolean,
  advance: (bytes: number, rows: number) => void,
): Promise<CheckedFile> {
  const { dialect, mapping, options, consentAnswers } = plan;
  const survey = isFirst ? surveyOf(plan) : undefined;
  const fitting = new Uint8Array(dialect.header.length);
  const parse = rowParser(plan, 'validate', fitting);
  const warnings = new FileWarnings(dialect, mapping.targets);
  const counts = validation.begin(warnings.list);
  const refuseSecondHeader = secondHeaderCheck(dialect, plan.detected !== undefined);
  const refuseTitle =
    options.includeSuppressed || consentAnswers === undefined ? undefined : titleCheck(dialect);
  const isText = source.form === 'text';
  const noteStated = (stated: number) => {
    counts.stated = stated;
  };
  for await (const some of dataRows(source, dialect, noteStated)) {
    advance(source.position(), counts.rows);
    const others: SourceRow[] = [];
    for (const row of some) {
      if (!row.damaged) survey?.add(row.cells);
      const parsed = parse(row);
      if (parsed.kind !== 'subscriber') others.push(row);
      validation.add(row, source.isUnchosen ? markOnly(parsed) : parsed);
      if (isText && row.cells.length < dialect.header.length) validation.addShort(row, parsed);
    }
    refuseSecondHeader(others);
    refuseTitle?.(others);
    warnings.look(some);
  }
  warnings.end();
  if (isText && !source.endsLine()) validation.addUnended();
  return { source, plan: survey === undefined ? plan : withSurvey(plan, survey, source), fitting, counts };
}

/** Of a row of a sheet that was not chosen: only that the person must not be emailed. */
function markOnly(parsed: ParsedRow): ParsedRow {
  if (parsed.kind === 'suppressed' || parsed.kind === 'other-shard') return parsed;
  return { kind: 'other-sheet', optedOut: parsed.kind === 'rejected' ? parsed.optedOut : undefined };
}

/** Rather too many: a table that is too large costs less than one that grows. */
function likelyRowsOf({ source, plan: { dialect } }: PlannedFile): number {
  if (source.form !== 'text') return source.likelyRows;
  const bytesPerCharacter = source.encoding.startsWith('utf-16') ? 2 : 1;
  return source.bytes / (Math.max(24, dialect.rowLength * 0.9) * bytesPerCharacter);
}
