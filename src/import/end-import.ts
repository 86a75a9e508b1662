/** The summary on the screen, and the commands that come next. */

import type { Rails } from '../http/rails.ts';
import type { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { skippedTexts, type VerifiedImport } from './account/verify.ts';
import { exitFailure } from './exit-status.ts';
import { countMismatches } from './jobs/job.ts';
import { fixRowsTexts } from './next-command.ts';
import { type DryRunRequests, dryRunRequests, firstToSend, importAfter, sampleText } from './preview.ts';
import { newFieldsText } from './prompts/confirm-import.ts';
import { reasonTexts } from './reject-flags.ts';
import { summaryText } from './screen/counts-text.ts';
import type { ImportContext } from './state.ts';
import { type EndedImport, summarize } from './summary.ts';
import type { ImportSummary } from './summary-fields.ts';
import { leftInAccount, warningText } from './warnings.ts';

type EndContext = Pick<ImportContext, 'terminal' | 'stop' | 'unnamed'> & {
  readonly rails: Rails | undefined;
};

export interface ImportResult {
  readonly summary: ImportSummary;
  /** Of a dry run. */
  readonly requests: DryRunRequests | undefined;
  readonly failure: Failure | undefined;
}

/**
 * Shows the summary, and the commands that come next.
 *
 * @returns the summary, the requests of a dry run, and the failure to exit with
 */
export async function endImport(ended: EndedImport, context: EndContext): Promise<ImportResult> {
  const { checked, verified, written } = ended;
  const { terminal, stop } = context;
  const { options } = checked;
  const summary = summarize(ended);
  const fixes = fixRowsTexts(checked, written, summary);
  const failure = exitFailure(summary, {
    ...{ options, failure: ended.failure, isStopped: stop.aborted },
    skippedRows: skippedTexts(checked, verified),
    resume: ended.resume?.(ended.failure?.code === 'tags_replaced' ? 'replace' : undefined),
    fixRows: fixes.join('; ') || undefined,
    reasons: terminal.isStructured ? reasonTexts(checked, options.showAddresses) : [],
  });
  const first = options.dryRun ? await firstToSend(ended) : undefined;
  if (first !== undefined) terminal.show(sampleText(first, summary, checked.validation.rowNumbers));
  showSummary(summary, ended, terminal);
  const isSaid = fixes.length > 0 && failure?.hint?.startsWith(fixes.join('; '));
  if (!isSaid) for (const fix of fixes) terminal.note(fix);
  const newFields = options.dryRun ? newFieldsText(checked.files) : '';
  if (newFields !== '') terminal.note(newFields);
  const next = first ? importAfter(ended, context, summary.account) : undoText(summary);
  if (next !== undefined) terminal.note(next);
  if (!options.wait)
    for (const { id } of summary.jobs) terminal.note(`To wait for it: newsletter imports watch ${id}`);
  return { summary, requests: options.dryRun ? dryRunRequests(checked, first) : undefined, failure };
}

function showSummary(summary: ImportSummary, ended: EndedImport, terminal: Terminal): void {
  const { checked, sent, verified } = ended;
  terminal.tell(`\n${summaryText(summary, checked, checked.options.wait, terminal.paint)}\n`);
  for (const mismatch of countMismatches(sent?.jobs ?? [])) terminal.warn(mismatch);
  if (verified !== undefined && verified.of > 0) terminal.tell(`  ${verifiedText(verified)}\n`);
  const left = verified?.skipped.filter(({ hasLeft }) => hasLeft).length ?? 0;
  if (left > 0)
    terminal.note(
      `${counted(left, 'person has', 'people have')} unsubscribed in the account: left alone there, and listed as left out`,
    );
  const { left_out_file: list } = summary;
  const warnings = leftInAccount(ended, list ?? undefined);
  if (list !== null) {
    const rows = counted(summary.suppressed + left, 'row left out is', 'rows left out are');
    terminal.note(`${rows} listed in ${list}${warnings.length > 0 ? '' : ' (nothing to do)'}`);
  }
  for (const warning of warnings) terminal.warn(warningText(warning));
}

function undoText({ run, created, updated, compared }: ImportSummary): string | undefined {
  // New people cannot be deleted.
  const isUndoable = created + updated > 0 && (compared?.changed ?? 0) > 0 && run !== null;
  return isUndoable ? `To undo what it changed: newsletter undo ${run}` : undefined;
}

/** The result of reading back. */
function verifiedText({ checked, of, different, notRead }: VerifiedImport): string {
  const why = notRead === undefined ? '' : ` (${notRead.message})`;
  if (checked === 0) return `not verified${why}: to compare everyone, run the same import with --dry-run`;
  const wrong = different.length;
  const ends = wrong === 0 ? 'all as sent' : `${grouped(wrong)} different`;
  return `verified: ${grouped(checked)} of ${grouped(of)} read back, ${ends}${why}`;
}
