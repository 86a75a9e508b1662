/** The summary on the screen, and the commands that come next. */
import { counted, grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { VerifiedImport } from './account/verify.ts';
import type { Batch } from './jobs/batch.ts';
import { countMismatches } from './jobs/job.ts';
import { rejectsCommand, sameImport } from './next-command.ts';
import type { ImportOptions } from './options.ts';
import { sampleText } from './preview.ts';
import { newFieldsText } from './prompts/confirm-import.ts';
import type { WrittenRejects } from './rows/rejects.ts';
import { summaryText } from './screen/counts-text.ts';
import type { SentImport } from './send-import.ts';
import type { CheckedImport } from './state.ts';
import type { ImportSummary } from './summary.ts';

interface ShownImport {
  readonly checked: CheckedImport;
  readonly sent: SentImport | undefined;
  readonly verified: VerifiedImport | undefined;
  /** The first people that would be sent, in a dry run. */
  readonly first: Batch | undefined;
  readonly rejects: readonly WrittenRejects[];
}

/** Shows the summary, and the commands that come next. */
export function showSummary(
  summary: ImportSummary,
  { checked, sent, verified, first, rejects: written }: ShownImport,
  terminal: Terminal,
): void {
  const { options } = checked;
  const jobs = sent?.jobs ?? [];
  if (options.dryRun) terminal.show(sampleText(first, summary, checked.validation.rowNumbers));
  terminal.tell(`\n${summaryText(summary, checked, options.wait, terminal.paint)}\n`);
  for (const mismatch of countMismatches(jobs)) terminal.warn(mismatch);
  if (verified !== undefined && verified.of > 0) terminal.tell(`  ${verifiedText(verified)}\n`);
  if (written.length > 0) for (const text of rejectsTexts(summary, options)) terminal.note(text);
  for (const rejects of options.dryRun || !hasRowsToFix(summary) ? [] : written) {
    const command = rejectsCommand(checked, rejects);
    if (command !== undefined) terminal.note(`To import the fixed rows: ${command}`);
  }
  const newFields = options.dryRun ? newFieldsText(checked.files) : '';
  if (newFields !== '') terminal.note(newFields);
  if (options.dryRun && summary.accepted > 0)
    terminal.note(`Nothing was sent. To import: ${sameImport(checked)}`);
  else noteNext(summary, terminal);
  if (!options.wait)
    for (const { id } of jobs) terminal.note(`To wait for it: newsletter imports watch ${id}`);
}

/** The next command: undo what the import changed. New people cannot be deleted. */
function noteNext({ run, compared, created, updated }: ImportSummary, terminal: Terminal): void {
  if (created + updated === 0) return;
  if (compared !== null && compared.changed > 0 && run !== null)
    terminal.note(`To undo what it changed: newsletter undo ${run}`);
}

/** What is in the rejects files. */
function rejectsTexts(summary: ImportSummary, options: ImportOptions): string[] {
  const { suppressed, rejects_files: paths } = summary;
  const path = paths.join(', ');
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
