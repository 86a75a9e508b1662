/** The summary on the screen, and the commands that come next. */

import { shellWord } from '../lib/text/shell-word.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { VerifiedImport } from './account/verify.ts';
import type { Batch } from './jobs/batch.ts';
import { countMismatches } from './jobs/job.ts';
import { sampleText } from './preview.ts';
import { newFieldsText } from './prompts/confirm-import.ts';
import { summaryText } from './screen/counts-text.ts';
import type { SentImport } from './send-import.ts';
import type { CheckedImport } from './state.ts';
import type { ImportSummary } from './summary-fields.ts';

interface ShownImport {
  readonly checked: CheckedImport;
  readonly sent: SentImport | undefined;
  readonly verified: VerifiedImport | undefined;
  /** The first people that would be sent, in a dry run. */
  readonly first: Batch | undefined;
  /** What comes after a dry run of people who would be sent. */
  readonly next: string | undefined;
  /** What to do with rejected rows, unless the hint of a failure says so. */
  readonly fixes: readonly string[];
}

/** Shows the summary, and the commands that come next. */
export function showSummary(
  summary: ImportSummary,
  { checked, sent, verified, first, next, fixes }: ShownImport,
  terminal: Terminal,
): void {
  const { options } = checked;
  const jobs = sent?.jobs ?? [];
  if (first !== undefined) terminal.show(sampleText(first, summary, checked.validation.rowNumbers));
  terminal.tell(`\n${summaryText(summary, checked, options.wait, terminal.paint)}\n`);
  for (const mismatch of countMismatches(jobs)) terminal.warn(mismatch);
  if (verified !== undefined && verified.of > 0)
    terminal.tell(`  ${verifiedText(verified, options.verify)}\n`);
  const left = verified?.skipped.filter(({ hasLeft }) => hasLeft).length ?? 0;
  if (left > 0)
    terminal.note(
      `${counted(left, 'person has', 'people have')} unsubscribed in the account: left alone there, and listed as left out`,
    );
  if (summary.left_out_file !== null) {
    const { left_out_file } = summary;
    const rows = counted(summary.suppressed + left, 'row left out is', 'rows left out are');
    const there = summary.compared?.left ?? 0;
    terminal.note(`${rows} listed in ${left_out_file}${there > 0 ? '' : ' (nothing to do)'}`);
    if (there > 0) terminal.warn(inAccountText(there, left_out_file));
  }
  for (const fix of fixes) terminal.note(fix);
  const newFields = options.dryRun ? newFieldsText(checked.files) : '';
  if (newFields !== '') terminal.note(newFields);
  if (next !== undefined) terminal.note(next);
  else noteNext(summary, terminal);
  if (!options.wait)
    for (const { id } of jobs) terminal.note(`To wait for it: newsletter imports watch ${id}`);
}

/** People who opted out of another list may still get email from this account: it does not show who is unsubscribed. */
function inAccountText(count: number, leftOutFile: string): string {
  const [are, them] =
    count === 1 ? ['1 of them is', 'that person'] : [`${grouped(count)} of them are`, 'them'];
  return `${are} in the account; to unsubscribe ${them} there: newsletter subscribers update --from ${shellWord(leftOutFile)} --status unsubscribed`;
}

/** The next command: undo what the import changed. New people cannot be deleted. */
function noteNext({ run, compared, created, updated }: ImportSummary, terminal: Terminal): void {
  if (created + updated === 0) return;
  if (compared !== null && compared.changed > 0 && run !== null)
    terminal.note(`To undo what it changed: newsletter undo ${run}`);
}

/** The result of reading back. */
function verifiedText({ checked, of, different, notRead }: VerifiedImport, isAsked: boolean): string {
  const why = notRead === undefined ? '' : ` (${notRead.message})`;
  if (checked === 0) return `not verified: no subscriber could be read back${why}`;
  const wrong = different.length;
  const ends = wrong === 0 ? 'all as sent' : `${grouped(wrong)} different`;
  const offer = checked < of && !isAsked ? '; --verify reads back all' : '';
  return `verified: ${grouped(checked)} of ${grouped(of)} read back, ${ends}${why}${offer}`;
}
