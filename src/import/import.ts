/** The import in steps: open, begin, check, compare, confirm, send, read back, finish. Every row is accounted for. */

import { accountName } from '../auth/account.ts';
import { newRunFolder, RunFolder } from '../changes/runs.ts';
import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { allFields } from '../people/custom-fields.ts';
import {
  type ComparedImport,
  compareImport,
  earlierComparison,
  peopleToSend,
} from './account/compare-import.ts';
import { skippedTexts, verifyImport } from './account/verify.ts';
import { checkFiles } from './check-files.ts';
import { resumeCommand } from './codec.ts';
import { refuseChanges } from './decisions.ts';
import { exitFailure, isFinished } from './exit-status.ts';
import type { OpenFiles } from './files/open-sources.ts';
import { findDifferences } from './jobs/batches.ts';
import { type ImportSession, openSession } from './jobs/import-session.ts';
import { rowsDone } from './jobs/journal.ts';
import { saveMapping } from './mapping-file.ts';
import { fixRowsTexts } from './next-command.ts';
import { openFiles } from './open-files.ts';
import type { ImportOptions } from './options.ts';
import { type DryRunRequests, dryRunRequests, firstToSend, importAfter } from './preview.ts';
import { confirmImport, confirmsPlan } from './prompts/confirm-import.ts';
import { promptMapping } from './prompts/mapping-prompt.ts';
import { reasonTexts } from './reject-flags.ts';
import { finishRejects } from './rejects-file.ts';
import type { Rejects } from './rows/rejects.ts';
import { comparedText } from './screen/counts-text.ts';
import { importedFiles } from './screen/files-text.ts';
import { planScreen } from './screen/plan-screen.ts';
import { sendImport } from './send-import.ts';
import { showSummary } from './show-summary.ts';
import type { CheckedImport, ImportContext } from './state.ts';
import { summarize } from './summary.ts';
import type { ImportSummary } from './summary-fields.ts';

/** An import that has begun: its files are open, and it is locked unless it is a dry run. */
interface Begun {
  readonly context: ImportContext;
  /** With --resume those of the first run. */
  readonly options: ImportOptions;
  readonly open: OpenFiles;
  readonly api: Api | undefined;
  /** The account's custom fields; `mapped` are those of the first run. */
  readonly fields: Readonly<Record<'mapped' | 'current', readonly CustomField[]>>;
  /** Undefined in a dry run. */
  readonly session: ImportSession | undefined;
  /** The run's folder on this machine; not created yet. Undefined in a dry run. */
  readonly folder: RunFolder | undefined;
  /** Whether the question before sending shows the plan. */
  readonly isPlanShownLater: boolean;
  /** The options of the command that resumes it. */
  readonly resumable: ImportOptions;
}

interface Planned {
  readonly checked: CheckedImport;
  readonly compared: ComparedImport;
}

/** What to release at the end, also after an error. */
interface Leftovers {
  open?: OpenFiles;
  rejects?: Rejects;
  session?: ImportSession | undefined;
  folder?: RunFolder | undefined;
  /** There is nothing to resume until something is sent, now or by an earlier run. */
  isFinished: boolean;
  hasBegunToSend: boolean;
}

interface ImportResult {
  readonly summary: ImportSummary;
  /** Of a dry run. */
  readonly requests: DryRunRequests | undefined;
  readonly failure: Failure | undefined;
}

/**
 * Imports files in two passes: the first validates every row and sends nothing, the second sends.
 *
 * @throws Failure before anything is sent: any problem with the files, the mapping or the account
 */
export async function importFiles(typed: ImportOptions, context: ImportContext): Promise<ImportResult> {
  const started = performance.now();
  const leftovers: Leftovers = { isFinished: true, hasBegunToSend: false };
  try {
    const { open, options } = await openFiles(typed, context);
    leftovers.open = open;
    const begun = await begin(open, options, context, leftovers);
    const checked = await check(begun, begun.options, leftovers);
    const planned = await confirm(begun, { checked, compared: await compare(begun, checked) }, leftovers);
    saveMapping(planned.checked);
    leftovers.hasBegunToSend = true;
    return await sendAndFinish(begun, planned, leftovers, started);
  } catch (error) {
    const isUnsent = error instanceof Failure && error.code === 'interrupted' && !leftovers.hasBegunToSend;
    // Ctrl-C, at a prompt or elsewhere, says whether anything was sent.
    throw isUnsent ? error.reworded('Stopped. Nothing was sent.', { isWarning: true }) : error;
  } finally {
    // Committed files stay.
    leftovers.rejects?.discard();
    if (leftovers.folder?.read() === undefined) leftovers.folder?.remove();
    await leftovers.session?.close(leftovers.isFinished);
    await leftovers.open?.close(!leftovers.isFinished);
  }
}

/** Locks the import, unless it is a dry run, and reads the account's fields. */
async function begin(
  open: OpenFiles,
  options: ImportOptions,
  context: ImportContext,
  leftovers: Leftovers,
): Promise<Begun> {
  const { configDir, service, terminal } = context;
  const api = await context.api();
  if (api === undefined)
    terminal.note(
      'Not signed in: the file alone is checked, without the fields and subscribers of an account.',
    );
  let session: ImportSession | undefined;
  if (api !== undefined && !options.dryRun) {
    const identity = { files: open.paths, service, account: (await context.account()).id };
    session = await openSession(context, identity, options, api.limits.clock);
    leftovers.session = session;
    leftovers.isFinished = session.previous === undefined;
    if (options.resume && leftovers.isFinished)
      terminal.note('nothing to resume: the import starts from the beginning');
  }
  const previous = session?.previous?.start;
  const folder = session && (previous ? new RunFolder(configDir, previous.run) : newRunFolder(configDir));
  leftovers.folder = folder;
  const current = api === undefined ? [] : await allFields(api);
  // Of standard input the copy is imported.
  const files = options.files.map((file, i) => (file === '-' ? (open.paths[i] ?? file) : file));
  return {
    ...{ context, options, open, api, session, folder },
    fields: { mapped: previous?.fields ?? current, current },
    isPlanShownLater:
      session !== undefined && session.previous === undefined && confirmsPlan(options, terminal),
    resumable: { ...options, files },
  };
}

/** The first pass, with its prompts. */
async function check(
  { context, open, fields, session, isPlanShownLater }: Begun,
  options: ImportOptions,
  leftovers: Leftovers,
): Promise<CheckedImport> {
  leftovers.rejects?.discard();
  const previous = session?.previous;
  const pass = { isResumed: previous !== undefined, isPlanShownLater };
  const checked = await checkFiles(open.sources, fields.mapped, options, context, pass);
  leftovers.rejects = checked.rejects;
  if (previous !== undefined) refuseChanges(previous.start, checked, fields.current);
  return checked;
}

/** Compares with the account, or reuses the comparison of an earlier run, and shows it unless the confirmation does. */
async function compare(
  { context, api, session, folder, isPlanShownLater }: Begun,
  checked: CheckedImport,
): Promise<ComparedImport> {
  const { terminal } = context;
  const previous = session?.previous;
  const compared =
    previous !== undefined && folder !== undefined
      ? await earlierComparison(checked, folder)
      : await compareImport(checked, { ...context, api, folder });
  if (checked.options.dryRun || isPlanShownLater) await findDifferences(checked);
  const { counts, notCompared } = compared;
  if (counts !== null && !isPlanShownLater) {
    const { suppressed } = checked.validation;
    terminal.tell(comparedText(counts, suppressed, previous !== undefined, terminal.paint));
  }
  if (counts !== null || checked.validation.accepted === 0 || api === undefined) return compared;
  const text = `not compared with the account (${notCompared}): unchanged subscribers are sent too, and this import cannot be undone`;
  if (checked.options.compare === 'never') terminal.note(text);
  else terminal.warn(text);
  return compared;
}

/** Asks before anything is sent, again after each change of the mapping. */
async function confirm(begun: Begun, first: Planned, leftovers: Leftovers): Promise<Planned> {
  const { context, session, fields, isPlanShownLater } = begun;
  const { terminal } = context;
  const { checked, compared } = first;
  if (isPlanShownLater && checked.validation.accepted === 0)
    terminal.tell(planScreen(checked.files, 0, terminal));
  const toSend = peopleToSend(checked, compared);
  const done = session?.previous && rowsDone(session.previous.batches);
  if (session === undefined || toSend === 0) return first;
  begun.api?.limits.rails?.planChanges(toSend - (done ?? 0));
  await context.beforeWrite();
  const asked = { terminal, account: await context.account() };
  let planned = first;
  while ((await confirmImport(planned.checked, planned.compared, asked, done)) === 'change') {
    const map = await promptMapping(importedFiles(planned.checked.files), fields.mapped, terminal);
    if (map.length === 0) continue;
    const { options } = planned.checked;
    const changed = await check(begun, { ...options, map: [...options.map, ...map] }, leftovers);
    planned = { checked: changed, compared: await compare(begun, changed) };
  }
  return planned;
}

/** The second pass, unless it is a dry run; reads back, commits the rejects file and shows the summary. */
async function sendAndFinish(
  { context, api, session, folder, fields, resumable }: Begun,
  { checked, compared }: Planned,
  leftovers: Leftovers,
  started: number,
): Promise<ImportResult> {
  const { terminal } = context;
  const { options } = checked;
  const resume = resumeCommand(resumable);
  const target = api && session && folder && { api, session, folder, fields, compared, resume };
  const sent = target && (await sendImport(checked, target, context));
  // An import whose file has changed cannot be resumed.
  const isEnded =
    sent === undefined
      ? leftovers.isFinished
      : isFinished(sent.jobs, checked, compared) || sent.failure?.code === 'file_changed';
  leftovers.isFinished = isEnded;
  const verified = target && sent && (await verifyImport(checked, sent, { ...context, ...target }));
  const { written, failure: notWritten } = await finishRejects(checked, sent?.jobs ?? [], verified);
  const account = api === undefined ? null : accountName(await context.account());
  const ended = {
    ...{ checked, compared, verified, sent, account },
    run: folder?.id ?? null,
    resumed: session?.previous !== undefined,
    elapsed: performance.now() - started,
  };
  const summary = summarize(ended, written);
  const fixes = fixRowsTexts(checked, written, summary);
  const fixRows = fixes.join('; ') || undefined;
  const stopped = sent?.failure ?? notWritten;
  const existingTags = stopped?.code === 'tags_replaced' ? 'replace' : undefined;
  const failure = exitFailure(summary, {
    failure: stopped,
    ...{ options, fixRows, isStopped: context.stop.aborted },
    skippedRows: skippedTexts(checked, verified),
    resume: isEnded ? undefined : resumeCommand(resumable, existingTags),
    reasons: terminal.isStructured ? reasonTexts(checked, options.showAddresses) : [],
  });
  const first = options.dryRun ? await firstToSend(checked, compared) : undefined;
  // The hint of a failure may say them.
  const shown = failure?.hint?.startsWith(fixRows ?? '') ? [] : fixes;
  const profile = context.unnamed;
  const next = first && importAfter(checked, compared, api?.limits.rails, { account, profile });
  showSummary(summary, ended, { first, next, fixes: shown }, terminal);
  const { created, updated } = summary;
  folder?.update({ ended_at: isEnded ? new Date().toISOString() : null, created, updated });
  return { summary, requests: options.dryRun ? dryRunRequests(checked, first) : undefined, failure };
}
