/** The end of an import: the rejects file, the summary and next commands. */
import type { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ComparedImport } from './account/compare-import.ts';
import type { VerifiedImport } from './account/verify.ts';
import { countMismatches } from './jobs/job.ts';
import { rejectsCommand, sameImport } from './next-command.ts';
import type { ImportOptions } from './options.ts';
import { type DryRunRequests, dryRunRequests, sampleText, type UnchangedPeople } from './preview.ts';
import { newFieldsText } from './prompts/confirm-import.ts';
import { finishRejects } from './rejects-file.ts';
import { summaryText } from './screen/counts-text.ts';
import { type EndedImport, summarize } from './summarize.ts';
import type { ImportSummary } from './summary.ts';

/** Prints the summary, and the requests of a dry run. If this fails, the import can still be resumed. */
export type Publish = (summary: ImportSummary, requests: DryRunRequests | undefined) => Promise<void>;

/**
 * Commits the rejects file and prints the summary.
 *
 * @returns the summary, and the error if there is one
 */
export async function finishImport(
  ended: EndedImport,
  terminal: Terminal,
  publish: Publish,
): Promise<{ summary: ImportSummary; failure: Failure | undefined }> {
  const { checked, sent, verified, compared } = ended;
  const rejects = await finishRejects(checked, sent?.jobs ?? [], verified);
  const summary = summarize(ended, rejects.path);
  await showSummary(summary, ended, terminal);
  const requests = checked.options.dryRun ? await dryRunRequests(checked, unchangedOf(compared)) : undefined;
  await publish(summary, requests);
  return { summary, failure: sent?.failure ?? rejects.failure };
}

async function showSummary(
  summary: ImportSummary,
  { checked, sent, compared, verified }: EndedImport,
  terminal: Terminal,
): Promise<void> {
  const { options } = checked;
  const jobs = sent?.jobs ?? [];
  if (options.dryRun) terminal.show(await sampleText(checked, unchangedOf(compared)));
  terminal.tell(`\n${summaryText(summary, checked, options.wait, terminal.paint)}\n`);
  for (const mismatch of countMismatches(jobs)) terminal.warn(mismatch);
  if (verified !== undefined && verified.of > 0) terminal.tell(`  ${verifiedText(verified)}\n`);
  if (summary.rejects_file !== null) {
    for (const text of rejectsTexts(summary, options)) terminal.note(text);
    const command =
      options.dryRun || !hasRowsToFix(summary) ? undefined : rejectsCommand(checked, summary.rejects_file);
    if (command !== undefined) terminal.note(`To import that file: ${command}`);
  }
  const newFields = options.dryRun ? newFieldsText(checked.files) : '';
  if (newFields !== '') terminal.note(newFields);
  if (options.dryRun && summary.accepted > 0)
    terminal.note(`Nothing was sent. To import: ${sameImport(checked)}`);
  else noteNext(summary, terminal);
  if (!options.wait)
    for (const { id } of jobs) terminal.note(`To wait for it: newsletter imports watch ${id}`);
}

function unchangedOf({ counts, unchanged }: ComparedImport): UnchangedPeople {
  return { count: counts?.unchanged ?? 0, places: unchanged };
}

/** The next command: undo what the import changed. New people cannot be deleted. */
function noteNext({ run, compared, created, updated }: ImportSummary, terminal: Terminal): void {
  if (created + updated === 0) return;
  if (compared !== null && compared.changed > 0 && run !== null)
    terminal.note(`To undo what it changed: newsletter undo ${run}`);
}

/** What is in the rejects file. */
function rejectsTexts(summary: ImportSummary, options: ImportOptions): string[] {
  const { suppressed, rejects_file: path } = summary;
  const people = counted(suppressed, 'person', 'people');
  const isMore = hasRowsToFix(summary);
  return [
    ...(suppressed > 0
      ? [`${people} left out, with the reasons ${isMore ? 'at the end of' : 'in'} ${path}`]
      : []),
    ...(isMore && !isNamedAtTheEnd(summary, options) ? [`Rows to fix: ${path}`] : []),
  ];
}

/** Whether the rejects file has others than people who must not be emailed. */
const hasRowsToFix = ({ rejected, failed, skipped, unchanged }: ImportSummary) =>
  rejected + failed + skipped - unchanged > 0;

/** Whether the final warning names the rejects file. */
function isNamedAtTheEnd(
  { rejected, failed, skipped, unchanged, unknown }: ImportSummary,
  { allowRejects }: ImportOptions,
): boolean {
  return rejected > 0 && !allowRejects && failed + skipped - unchanged + unknown === 0;
}

/** The result of reading back. */
function verifiedText({ checked, of, different, notRead }: VerifiedImport): string {
  const why = notRead === undefined ? '' : ` (${notRead.message})`;
  if (checked === 0) return `not verified: no subscriber could be read back${why}`;
  const wrong = different.length;
  const ends = wrong === 0 ? 'all as sent' : `${grouped(wrong)} different`;
  return `verified: ${grouped(checked)} of ${grouped(of)} read back, ${ends}${why}`;
}
