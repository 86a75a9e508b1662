import type { Failure } from '../../lib/failure.ts';
import { mapTexts, replaceAddresses } from '../../lib/text/addresses.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import { type PlannedImport, peopleToSend } from '../account/compare-import.ts';
import type { SentImport, VerifiedImport } from '../account/verify.ts';
import { passedOver } from '../consent/ignored-columns.ts';
import { type ImportJob, jobCount, rowsNotSent, sumOutcomes } from '../jobs/job.ts';
import { mappingSummary } from '../plan.ts';
import type { FileWarning } from '../rows/file-counts.ts';
import type { WrittenFiles } from '../rows/rejects.ts';
import { addressKey } from '../rows/values/email-address.ts';
import { importedFiles } from '../screen/files-text.ts';
import { peopleWarning, rowOf, warningsOf } from '../screen/warnings.ts';
import type { ImportTarget } from '../send-import.ts';
import type { CheckedFile, ImportPlan } from '../state.ts';
import type { ImportSummary } from '../summary-fields.ts';

type FileSummary = ImportSummary['files'][number];
type ReasonSummary = ImportSummary['reasons'][number];

export interface EndedImport extends PlannedImport {
  /** Undefined in a dry run. */
  readonly sent: SentImport | undefined;
  readonly verified: VerifiedImport | undefined;
  readonly written: WrittenFiles;
  /** The question before sending has shown the first pass. */
  readonly isConfirmed: boolean;
  /** What ended it early. */
  readonly failure: Failure | undefined;
  /** The command that resumes it; undefined: nothing is left. */
  readonly resume: ImportTarget['resume'] | undefined;
  readonly resumed: boolean;
  /** Milliseconds. */
  readonly elapsed: number;
  readonly run: string | null;
  readonly account: string | null;
}

export function summarize({
  checked,
  compared,
  sent,
  verified,
  written: { rejects, leftOut },
  ...ended
}: Omit<EndedImport, 'failure' | 'resume' | 'isConfirmed'>): ImportSummary {
  const { files, validation, options } = checked;
  const jobs = sent?.jobs ?? [];
  const summaries = files.map((file, i) => fileSummary(file, sent?.files[i]?.plan ?? file.plan));
  const imported = importedFiles(files);
  const rejectsFiles = rejects.map(({ path }) => path);
  const summary: ImportSummary = {
    file: options.files.join(', '),
    rows: validation.rows,
    accepted: validation.accepted,
    duplicates: validation.duplicates,
    rejected: validation.rejected,
    suppressed: validation.suppressed,
    // With --no-wait or --dry-run, rows that are in no job have not failed.
    ...sumOutcomes(
      jobs,
      sent !== undefined && options.wait ? validation.accepted : 0,
      sent === undefined ? 0 : (compared.counts?.unchanged ?? 0),
    ),
    not_sent: sent === undefined ? 0 : rowsNotSent(jobs, peopleToSend({ checked, compared })),
    unchanged: compared.counts?.unchanged ?? 0,
    compared: compared.counts,
    not_compared: compared.notCompared,
    verified:
      verified === undefined || (verified.notRead !== undefined && verified.checked === 0)
        ? null
        : { checked: verified.checked, of: verified.of, different: verified.different.length },
    run: ended.run,
    account: ended.account,
    jobs: jobs.map(jobSummary),
    mapping: Object.assign({}, ...summaries.map(({ mapping }) => mapping)),
    ignored_columns: [...new Set(imported.flatMap(({ plan }) => plan.ignored.map(({ name }) => name)))],
    ignored: passedOver(imported.map(({ plan }) => plan.ignored)),
    reasons: reasonsOf(files),
    suppressions: files
      .flatMap(file =>
        file.counts.suppressions.map(({ cause, column, count }) => ({
          ...labelOf(file, files),
          ...{ cause, column: nameOf(file, column), count },
        })),
      )
      .sort((a, b) => b.count - a.count),
    risks: validation.risks.list().map(({ action, suggestion, rowNumber, ...risk }) => ({
      ...rowOf(checked, rowNumber).where,
      ...risk,
      action,
      ...(suggestion !== undefined && { suggestion }),
    })),
    warnings: [
      ...warningsOf(checked),
      ...leftInAccount({ checked, compared }, leftOut),
      ...replacedInAccount({ checked, compared }, ended.run),
    ],
    files: summaries,
    rejects_file: rejectsFiles[0] ?? null,
    rejects_files: rejectsFiles,
    left_out_file: leftOut ?? null,
    shard: options.shard ?? null,
    resumed: ended.resumed,
    dry_run: options.dryRun,
    elapsed_seconds: Math.round(ended.elapsed / 10) / 100,
  };
  return options.showAddresses ? summary : withoutAddresses(summary);
}

/** Why rows were rejected, the most frequent first. */
export function reasonsOf(files: readonly CheckedFile[]) {
  return files
    .flatMap(file =>
      file.counts.reasons.sorted().map(({ code, column, count, example = null, line }) => ({
        ...labelOf(file, files),
        ...{ code, column: nameOf(file, column), count, example, line },
      })),
    )
    .sort((a, b) => b.count - a.count);
}

/** The file, if there are several. */
const labelOf = ({ plan }: CheckedFile, files: readonly CheckedFile[]) =>
  files.length > 1 ? { file: plan.label } : {};

const nameOf = ({ plan }: CheckedFile, column = -1): string | null => plan.dialect.names[column] ?? null;

function fileSummary({ source, counts }: CheckedFile, plan: ImportPlan): FileSummary {
  const { rows, accepted, duplicates, rejected, suppressed, notImported } = counts;
  return {
    file: source.name,
    ...{ rows, accepted, duplicates, rejected, suppressed, not_imported: notImported },
    mapping: mappingSummary(plan),
    ignored_columns: plan.ignored.map(({ name }) => name),
  };
}

/**
 * People who are left out, and in the account: email from there may still reach them, and the account does not show who is
 * unsubscribed. A blank or an open confirmation unsubscribes no person: that cannot be undone.
 *
 * @param leftOutFile undefined: not written
 */
export function leftInAccount(
  { checked, compared: { left } }: PlannedImport,
  leftOutFile: string | undefined,
): FileWarning[] {
  const shown = 'the service does not show whether they are unsubscribed there, so this comes at each import';
  const remedy = (file: string, first = '') =>
    `${shown}. To unsubscribe them, which undo does not take back: ${first}newsletter subscribers update --from ${file} --status unsubscribed`;
  const which = `copy ${leftOutFile} to left.csv, delete from the copy the rows of people who did not leave, or came back (_reason says why each is in it), then: `;
  const ofRows =
    leftOutFile === undefined ? 'without --no-rejects they are listed in a file' : remedy('left.csv', which);
  return left.map(({ list, count, first }) => {
    const by = list === undefined ? 'left out' : `on the list ${list}`;
    const what = `${counted(count, 'person', 'people')} ${by} ${count === 1 ? 'is' : 'are'} in the account`;
    // A list of a process substitution is gone by then.
    const file = list?.startsWith('/dev/fd/') ? '<that list>' : shellWord(list ?? '');
    const hint = list === undefined ? ofRows : remedy(file);
    const warning = peopleWarning(checked, first, { code: 'left_in_account', count, what, hint });
    return list === undefined ? warning : { ...warning, file: list };
  });
}

/** Values that people have in the account, and lose. @param run its id; null: a dry run */
export function replacedInAccount(
  { checked, compared: { counts, replacing } }: PlannedImport,
  run: string | null,
): FileWarning[] {
  const [first] = replacing;
  if (counts === null || first === undefined) return [];
  const fields = Object.entries(counts.replaced);
  const count = fields.reduce((sum, [, n]) => sum + n, 0);
  const names = fields.map(([field, n]) => `${field} ${grouped(n)}`).join(', ');
  const message = `the import replaces ${counted(count, 'value')} in the account: ${names}`;
  const undo = run === null ? 'undo restores' : `newsletter undo ${run} restores`;
  const hint = `${undo} ${count === 1 ? 'it' : 'them'}; a --dry-run as text shows people and values; to add new people, and tags to others: newsletter sync <file> --name <name> --own tags, whose first run keeps their values`;
  const { where } = rowOf(checked, checked.validation.addresses.lineOf(addressKey(first.email)));
  return [{ code: 'values_replaced', column: null, count, ...where, message, hint }];
}

/** The summary without addresses. Names of files stay, so that they can be used. */
function withoutAddresses(summary: ImportSummary): ImportSummary {
  const unnamed = <T extends { readonly example?: string | null }>(one: T): T =>
    one.example === undefined ? one : { ...one, example: null };
  const isAddress = ({ code, column }: ReasonSummary) =>
    code !== 'bad_value' || (column !== null && summary.mapping[column] === 'email');
  const hidden = {
    ...summary,
    reasons: summary.reasons.map(one => (isAddress(one) ? unnamed(one) : one)),
    risks: summary.risks.map(unnamed),
  };
  const { file, files, rejects_file, rejects_files, left_out_file } = summary;
  return {
    ...(mapTexts(hidden, text => replaceAddresses(text, () => '(address)')) as ImportSummary),
    ...{ file, files, rejects_file, rejects_files, left_out_file },
  };
}

function jobSummary({ id, status, rows, record, error }: ImportJob): ImportSummary['jobs'][number] {
  return {
    id,
    status,
    rows,
    total_count: jobCount(record?.total_count) ?? null,
    created_count: jobCount(record?.created_count) ?? null,
    updated_count: jobCount(record?.updated_count) ?? null,
    skipped_count: jobCount(record?.skipped_count) ?? null,
    error_message: record?.error_message ?? error,
  };
}
