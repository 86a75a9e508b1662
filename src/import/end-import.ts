/** The summary on the screen, and the commands that come next. */

import { counted, grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { VerifiedImport } from './account/verify.ts';
import type { Batch } from './jobs/batch.ts';
import { countMismatches } from './jobs/job.ts';
import { sampleText } from './preview.ts';
import { newFieldsText } from './prompts/confirm-import.ts';
import { summaryText } from './screen/counts-text.ts';
import type { EndedImport } from './summary.ts';
import type { ImportSummary } from './summary-fields.ts';
import { leftInAccount, warningText } from './warnings.ts';

/** What follows the summary. */
interface NextSteps {
  /** The first people that would be sent, in a dry run. */
  readonly first: Batch | undefined;
  /** After a dry run of people who would be sent. */
  readonly next: string | undefined;
  /** What to do with rejected rows, unless the hint of a failure says so. */
  readonly fixes: readonly string[];
}

export function showSummary(
  summary: ImportSummary,
  { checked, compared, sent, verified }: EndedImport,
  { first, next, fixes }: NextSteps,
  terminal: Terminal,
): void {
  const { options } = checked;
  const jobs = sent?.jobs ?? [];
  if (first !== undefined) terminal.show(sampleText(first, summary, checked.validation.rowNumbers));
  terminal.tell(`\n${summaryText(summary, checked, options.wait, terminal.paint)}\n`);
  for (const mismatch of countMismatches(jobs)) terminal.warn(mismatch);
  if (verified !== undefined && verified.of > 0) terminal.tell(`  ${verifiedText(verified)}\n`);
  const left = verified?.skipped.filter(({ hasLeft }) => hasLeft).length ?? 0;
  if (left > 0)
    terminal.note(
      `${counted(left, 'person has', 'people have')} unsubscribed in the account: left alone there, and listed as left out`,
    );
  const warnings = leftInAccount(checked, compared, summary.left_out_file ?? undefined);
  if (summary.left_out_file !== null) {
    const { left_out_file } = summary;
    const rows = counted(summary.suppressed + left, 'row left out is', 'rows left out are');
    terminal.note(`${rows} listed in ${left_out_file}${warnings.length > 0 ? '' : ' (nothing to do)'}`);
  }
  for (const warning of warnings) terminal.warn(warningText(warning));
  for (const fix of fixes) terminal.note(fix);
  const newFields = options.dryRun ? newFieldsText(checked.files) : '';
  if (newFields !== '') terminal.note(newFields);
  const { run, created, updated } = summary;
  if (next !== undefined) terminal.note(next);
  // New people cannot be deleted.
  else if (created + updated > 0 && (summary.compared?.changed ?? 0) > 0 && run !== null)
    terminal.note(`To undo what it changed: newsletter undo ${run}`);
  if (!options.wait)
    for (const { id } of jobs) terminal.note(`To wait for it: newsletter imports watch ${id}`);
}

/** The result of reading back. */
function verifiedText({ checked, of, different, notRead }: VerifiedImport): string {
  const why = notRead === undefined ? '' : ` (${notRead.message})`;
  if (checked === 0) return `not verified${why}: to compare everyone, run the same import with --dry-run`;
  const wrong = different.length;
  const ends = wrong === 0 ? 'all as sent' : `${grouped(wrong)} different`;
  return `verified: ${grouped(checked)} of ${grouped(of)} read back, ${ends}${why}`;
}
