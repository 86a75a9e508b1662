/** The summary on the screen, and the commands that come next. */

import { dirname } from 'node:path';
import { newPeopleHint } from '../../changes/runs.ts';
import type { Rails } from '../../http/rails.ts';
import type { Failure } from '../../lib/failure.ts';
import { counted, firstOf, grouped } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type PlannedImport, peopleToSend } from '../account/compare-import.ts';
import type { VerifiedImport } from '../account/verify.ts';
import { type Batch, requestBody, subscribersOf } from '../jobs/batch.ts';
import { makeBatches } from '../jobs/batches.ts';
import { countMismatches } from '../jobs/job.ts';
import type { RowNumbers } from '../rows/row-numbers.ts';
import { newFieldsText, summaryText } from '../screen/counts-text.ts';
import { reasonTexts } from '../screen/reject-flags.ts';
import { warningText } from '../screen/warnings.ts';
import { type CheckedImport, type ImportContext, type NewField, newFieldsOf } from '../state.ts';
import type { ImportSummary } from '../summary-fields.ts';
import { exitFailure } from './exit-status.ts';
import { fixRowsTexts, sameImport } from './next-command.ts';
import { type EndedImport, leftInAccount, replacedInAccount, summarize } from './summary.ts';

type EndContext = Pick<ImportContext, 'terminal' | 'stop' | 'isSandbox'> & {
  readonly rails: Rails | undefined;
};

/** The requests of a dry run. Only the beginning: the whole would be as large as the file. */
export interface DryRunRequests {
  readonly fields: readonly Pick<NewField, 'name' | 'kind'>[];
  /** The body of an import job with the first rows, and their number; absent if nothing would be sent. */
  readonly first?: { readonly content: readonly Buffer[]; readonly rows: number };
}

export interface ImportResult {
  readonly summary: ImportSummary;
  /** Of a dry run. */
  readonly unsent: DryRunRequests | undefined;
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
  const fixes = fixRowsTexts(checked, written);
  const failure = exitFailure(summary, {
    ...{ options, failure: ended.failure, isStopped: stop.aborted },
    unsubscribed: unsubscribedIn(ended),
    skippedRows: skippedTexts(verified?.skipped ?? [], checked.validation.rowNumbers),
    resume: ended.resume?.(ended.failure?.code === 'tags_replaced' ? 'replace' : undefined),
    fixRows: fixes.join('; ') || undefined,
    reasons: terminal.isStructured ? reasonTexts(checked, options.showAddresses) : [],
  });
  const first = options.dryRun ? await firstToSend(ended) : undefined;
  if (first !== undefined) terminal.show(sampleText(first, summary, checked.validation.rowNumbers));
  showSummary(summary, ended, terminal);
  // Elsewhere the plan has shown what is replaced.
  const isPlanShown = !terminal.isStructured || terminal.stderrIsTerminal;
  const replaced = isPlanShown ? [] : replacedInAccount(ended, ended.run);
  for (const warning of replaced) terminal.warn(warningText(warning));
  const isSaid = fixes.length > 0 && failure?.hint?.startsWith(fixes.join('; '));
  if (!isSaid) for (const fix of fixes) terminal.note(fix);
  const newFields = options.dryRun ? newFieldsText(checked.files) : '';
  if (newFields !== '') terminal.note(newFields);
  const undo = replaced.length > 0 ? undefined : undoText(summary);
  const next = first ? importAfter(ended, context, summary.account) : undo;
  if (next !== undefined) terminal.note(next);
  // A sandbox of `sandbox exec` often ends with the import.
  if (context.isSandbox && !options.dryRun && (next ?? failure?.hint) !== undefined)
    terminal.note('This was the sandbox: outside it, the same commands are about your own account.');
  if (!options.wait)
    for (const { id } of summary.jobs) terminal.note(`To wait for it: newsletter imports watch ${id}`);
  return { summary, unsent: options.dryRun ? dryRunRequests(checked, first) : undefined, failure };
}

function showSummary(summary: ImportSummary, ended: EndedImport, terminal: Terminal): void {
  const { checked, sent, verified, isConfirmed } = ended;
  terminal.tell(`\n${summaryText(summary, checked, isConfirmed, terminal.paint)}\n`);
  for (const mismatch of countMismatches(sent?.jobs ?? [])) terminal.warn(mismatch);
  if (verified !== undefined && verified.of > 0) terminal.tell(`  ${verifiedText(verified)}\n`);
  const left = unsubscribedIn(ended);
  if (left > 0)
    terminal.note(
      `${counted(left, 'person has', 'people have')} unsubscribed in the account: left alone there, and listed as left out`,
    );
  const { left_out_file: list } = summary;
  if (list !== null) {
    const rows = counted(summary.suppressed + left, 'row left out is', 'rows left out are');
    terminal.note(`${rows} listed in ${list}${summary.compared?.left === 0 ? ' (nothing to do)' : ''}`);
  }
  const [written = list] = summary.rejects_files;
  if (checked.options.dryRun && !checked.options.given.includes('rejects') && written !== null)
    terminal.note(`Delete ${dirname(written)} afterwards: it holds addresses`);
  for (const warning of leftInAccount(ended, list ?? undefined)) terminal.warn(warningText(warning));
}

/** Number of people whom the service skipped because they have unsubscribed: they are among those left out. */
const unsubscribedIn = ({ verified }: EndedImport) =>
  verified?.skipped.filter(({ hasLeft }) => hasLeft).length ?? 0;

function undoText({ run, created, updated, compared }: ImportSummary): string | undefined {
  if (created + updated === 0 || compared === null || run === null) return undefined;
  const changes = compared.changed > 0 ? [`to undo what it changed: newsletter undo ${run}`] : [];
  const text = [...changes, ...(created > 0 ? [newPeopleHint(run)] : [])].join('; ');
  return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The result of reading back. */
function verifiedText({ checked, of, different, notRead }: VerifiedImport): string {
  const why = notRead === undefined ? '' : ` (${notRead.message})`;
  if (checked === 0) return `not verified${why}: to compare everyone, run the same import with --dry-run`;
  const wrong = different.length;
  const ends = wrong === 0 ? 'all as sent' : `${grouped(wrong)} different`;
  const some = checked < of ? ' as a sample' : '';
  return `verified: ${grouped(checked)} of ${grouped(of)} read back${some}, ${ends}${why}`;
}

const mostNamed = 3;

/** `line 4: the service skipped the row: unsubscribed`, of the first people. */
function skippedTexts(skipped: VerifiedImport['skipped'], rowNumbers: RowNumbers): readonly string[] {
  const texts = skipped.map(one => `${rowNumbers.textOf([one.rowNumbers].flat()[0] ?? 0)}: ${one.reason}`);
  return firstOf(texts, mostNamed);
}

const sampleRows = 3;

/** The first people that the second pass would send: not suppressed, not up to date, each once. */
async function firstToSend(planned: PlannedImport): Promise<Batch | undefined> {
  const { checked, compared } = planned;
  if (peopleToSend(planned) === 0) return undefined;
  const limits = { rows: sampleRows, bytes: checked.options.maxBody };
  let next = 0;
  const isSent = () => compared.unchanged?.has(next++) !== true;
  const batches = makeBatches(checked, { limits, isSent });
  const { value: batch } = await batches.next();
  await batches.return(undefined);
  return batch ?? undefined;
}

/** The import after a dry run: its command and its account. Undefined if the rails would refuse it. */
function importAfter(
  planned: PlannedImport,
  { rails, isSandbox }: EndContext,
  account: string | null,
): string | undefined {
  rails?.preview(judge => judge.planChanges(peopleToSend(planned)));
  if (rails?.refusal !== undefined) return undefined;
  const whole = isSandbox ? 'your own account, outside the sandbox' : account;
  const into = whole === null ? '' : ` into ${whole}`;
  return `Nothing was sent. To import${into}: ${sameImport(planned.checked)}`;
}

/** The first rows as they would be sent. */
function sampleText(batch: Batch, { accepted, unchanged }: ImportSummary, rowNumbers: RowNumbers): string {
  const lines = subscribersOf(batch).map(
    ({ subscriber, rowNumbers: [first = 0] }) =>
      `  ${rowNumbers.textOf(first)}: ${JSON.stringify(subscriber)}`,
  );
  const isAll = batch.rows === accepted - unchanged;
  return [isAll ? 'would be sent:' : 'would be sent, for example:', ...lines].join('\n');
}

function dryRunRequests(
  { files, validation, options }: CheckedImport,
  first: Batch | undefined,
): DryRunRequests {
  if (validation.accepted === 0) return { fields: [] };
  const fields = newFieldsOf(files).map(({ name, kind }) => ({ name, kind }));
  if (first === undefined) return { fields };
  return { fields, first: { content: requestBody(first, options.tagId), rows: first.rows } };
}
