/** The first pass: reads all files, validates every row, finds duplicates and writes the rejects. Sends nothing. */
import { AddressTable } from '../lib/address-table.ts';
import { LineSet } from '../lib/line-set.ts';
import { grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { decideFormats } from './columns/column-formats.ts';
import { dataRows } from './columns/dialect.ts';
import { secondHeaderCheck } from './columns/second-header.ts';
import type { ColumnSurvey } from './consent/column-survey.ts';
import { titleCheck } from './consent/titles.ts';
import { differingRows } from './jobs/batches.ts';
import { withoutUnusedFields } from './new-fields.ts';
import type { ImportOptions } from './options.ts';
import { FileWarnings } from './pass/file-warnings.ts';
import { rowParser } from './pass/row-parser.ts';
import { surveyOf, withSurvey } from './plan.ts';
import type { BlockList } from './rows/block-list.ts';
import type { Rejects } from './rows/rejects.ts';
import { RowNumbers } from './rows/row-numbers.ts';
import { RowValidation } from './rows/row-validation.ts';
import type { CheckedImport, PlannedFile } from './state.ts';

interface Validation {
  readonly options: ImportOptions;
  readonly terminal: Terminal;
  readonly stop: AbortSignal;
  readonly blocked: BlockList | undefined;
}

/**
 * Validates the rows; again, if their values change what the first rows suggested about consent, numbers or dates, or
 * if a later row suppresses an address that had been accepted.
 *
 * @param rejects discarded after an error
 */
export async function validate(
  planned: readonly PlannedFile[],
  rejects: Rejects,
  { options, terminal, stop, blocked }: Validation,
): Promise<CheckedImport> {
  const surveys = planned.map(({ plan }) => surveyOf(plan));
  const progress = terminal.progress(
    'checking',
    sumOf(planned, ({ source }) => source.bytes),
  );
  const shards = options.shard?.of ?? 1;
  const likelyRows = sumOf(planned, likelyRowsOf);
  const newTables = () => ({
    addresses: new AddressTable(likelyRows / shards),
    rowNumbers: new RowNumbers(planned.map(({ plan }) => plan.label)),
  });
  let tables = newTables();
  let files = planned;
  try {
    for (let pass = 1; ; pass++) {
      const plain = new LineSet(likelyRows);
      const validation = new RowValidation({ ...tables, plain, rejects, blocked });
      const fitting = files.map(({ plan }) => new Uint8Array(plan.dialect.header.length));
      let [bytes, rows] = [0, 0];
      for (const [i, file] of files.entries()) {
        const counts = await addRows(file, validation, {
          fitting: fitting[i],
          survey: pass === 1 ? surveys[i] : undefined,
          advance: (read, rowsOfFile) => {
            stop.throwIfAborted();
            progress.update(bytes + read, `${grouped(rows + rowsOfFile)} rows`);
          },
        });
        bytes += file.source.bytes;
        rows += counts.rows;
      }
      validation.end();
      const before = files;
      if (pass === 1) files = withSurveys(files, surveys);
      const isSame = files.every(({ plan }, i) => plan.consent?.key === before[i]?.plan.consent?.key);
      // Each pass only adds to what is known, so the loop ends.
      if (!decideAll(files) && isSame && !validation.isOutdated) {
        // Detect a full disk before anything is sent.
        rejects.flush();
        const checked = checkedFiles(files, fitting, validation);
        const differing = await differingRows(checked, validation, options.duplicates);
        return { options, files: checked, validation, differing, rejects };
      }
      rejects.restart();
      // Addresses that are known to be suppressed stay so from the first row on.
      if (isSame) tables.addresses.restart();
      else tables = newTables();
    }
  } catch (error) {
    rejects.discard();
    throw error;
  } finally {
    progress.stop();
  }
}

interface OnePass {
  /** Gets 1 for each column with a value that fits its field. */
  readonly fitting: Uint8Array | undefined;
  /** Counts the values of columns. */
  readonly survey: ColumnSurvey | undefined;
  /** Called with the bytes and rows of the file read so far. */
  readonly advance: (bytes: number, rows: number) => void;
}

async function addRows(
  { source, plan }: PlannedFile,
  validation: RowValidation,
  { fitting, survey, advance }: OnePass,
) {
  const { dialect, rules, options, consentAnswers } = plan;
  const parse = rowParser(rules, 'validate', fitting);
  const warnings = new FileWarnings(dialect, rules.mapping.targets);
  const counts = validation.begin(warnings.list);
  const refuseSecondHeader = secondHeaderCheck(dialect);
  const refuseTitle =
    options.includeSuppressed || consentAnswers === undefined ? undefined : titleCheck(dialect);
  const isText = source.form === 'text';
  const noteStated = (stated: number) => {
    counts.stated = stated;
  };
  for await (const some of dataRows(source, dialect, noteStated)) {
    advance(source.position(), counts.rows);
    refuseSecondHeader(some);
    refuseTitle?.(some);
    for (const row of some) {
      if (!row.damaged) survey?.add(row.cells, row.line);
      const parsed = parse(row);
      validation.add(row, parsed);
      if (isText && row.cells.length < dialect.header.length) validation.addShort(row, parsed);
    }
    warnings.look(some);
  }
  warnings.end();
  if (isText && !source.endsLine()) validation.addUnended();
  return counts;
}

function withSurveys(files: readonly PlannedFile[], surveys: readonly ColumnSurvey[]): PlannedFile[] {
  return files.map(({ source, plan }, i) => {
    const survey = surveys[i];
    return { source, plan: survey === undefined ? plan : withSurvey(plan, survey, source) };
  });
}

/** Decides number and date formats from all values. @returns whether rows must be read again */
function decideAll(files: readonly PlannedFile[]): boolean {
  // Call this for every file, without short-circuiting.
  return files.filter(({ plan }) => decideFormats(plan.rules.formats)).length > 0;
}

function checkedFiles(
  files: readonly PlannedFile[],
  fitting: readonly Uint8Array[],
  validation: RowValidation,
): CheckedImport['files'] {
  return files.flatMap(({ source, plan }, i) => {
    const [fits, counts] = [fitting[i], validation.files[i]];
    if (fits === undefined || counts === undefined) return [];
    return [{ source, plan: withoutUnusedFields({ plan, counts }), fitting: fits, counts }];
  });
}

const sumOf = (files: readonly PlannedFile[], of: (file: PlannedFile) => number) =>
  files.reduce((sum, file) => sum + of(file), 0);

/** Rather too many: a table that is too large costs less than one that grows. */
function likelyRowsOf({ source, plan: { dialect } }: PlannedFile): number {
  if (source.form !== 'text') return source.likelyRows;
  const bytesPerCharacter = source.encoding.startsWith('utf-16') ? 2 : 1;
  return source.bytes / (Math.max(24, dialect.rowLength * 0.9) * bytesPerCharacter);
}
