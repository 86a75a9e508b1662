/** The import in steps: open, begin, check, compare, confirm, send, read back, finish. Every row is accounted for. */

import { newRunFolder, RunFolder } from '../changes/runs.ts';
import type { Api } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { allFields } from '../people/custom-fields.ts';
import { type ComparedImport, compareImport, earlierComparison } from './account/compare-import.ts';
import { verifyImport } from './account/verify.ts';
import { checkFiles } from './check-files.ts';
import { checkPresetName } from './columns/detect-preset.ts';
import { refuseChanges, refuseNewFields, refuseOtherCounts } from './decisions.ts';
import { exitFailure, isFinished } from './exit-status.ts';
import type { OpenFiles } from './files/open-sources.ts';
import { type ImportSession, openSession, resumeCommand } from './jobs/import-session.ts';
import { rowsDone } from './jobs/journal.ts';
import { saveMapping, withMappingFile } from './mapping-file.ts';
import { openFiles } from './open-files.ts';
import type { ImportOptions } from './options.ts';
import { type DryRunRequests, dryRunRequests, firstToSend } from './preview.ts';
import { confirmImport, confirmsPlan } from './prompts/confirm-import.ts';
import { promptMapping } from './prompts/mapping-prompt.ts';
import { finishRejects } from './rejects-file.ts';
import type { Rejects } from './rows/rejects.ts';
import { parseRisky } from './rows/risk/risk.ts';
import { comparedText } from './screen/counts-text.ts';
import { importedFiles } from './screen/files-text.ts';
import { planScreen } from './screen/plan-screen.ts';
import { reasonTexts } from './screen/reasons-text.ts';
import { type AccountFields, type SentImport, sendImport } from './send-import.ts';
import { showSummary } from './show-summary.ts';
import type { CheckedImport, FilesContext } from './state.ts';
import { summarize } from './summarize.ts';
import type { ImportSummary } from './summary.ts';

export interface ImportContext extends FilesContext {
  /** Undefined in a dry run of somebody who is not signed in: the files alone are checked. */
  readonly api: () => Promise<Api | undefined>;
  /** Await before the first write. */
  readonly beforeWrite: () => Promise<void>;
  /** After this call the first Ctrl-C lets the import finish; the second shows this text. */
  readonly deferExit: (lastWords: () => string) => void;
  readonly profile: string;
  /** Prints the summary, and the requests of a dry run. If this fails, the import can still be resumed. */
  readonly publish: (summary: ImportSummary, requests: DryRunRequests | undefined) => Promise<void>;
}

/** An import that has begun: its files are open, and it is locked unless it is a dry run. */
interface Begun {
  readonly context: ImportContext;
  /** With --resume those of the first run. */
  readonly options: ImportOptions;
  readonly open: OpenFiles;
  readonly api: Api | undefined;
  readonly fields: AccountFields;
  /** Undefined in a dry run. */
  readonly session: ImportSession | undefined;
  /** The run's folder on this machine; not created yet. Undefined in a dry run. */
  readonly folder: RunFolder | undefined;
  /** Whether the question before sending shows the plan. */
  readonly isPlanShownLater: boolean;
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

/**
 * Imports files in two passes: the first validates every row and sends nothing, the second sends.
 *
 * @returns the summary, whose rows always add up, and the failure to exit with, if any
 * @throws Failure before anything is sent: any problem with the files, the mapping or the account
 */
export async function importFiles(
  typed: ImportOptions,
  context: ImportContext,
): Promise<{ summary: ImportSummary; failure: Failure | undefined }> {
  const started = performance.now();
  const leftovers: Leftovers = { isFinished: true, hasBegunToSend: false };
  try {
    checkPresetName(typed.from);
    const withMapping = withMappingFile(typed);
    for (const text of withMapping.risky) parseRisky(text);
    const { open, options } = await openFiles(withMapping, context);
    leftovers.open = open;
    const begun = await begin(open, options, context, leftovers);
    const checked = await check(begun, begun.options, leftovers);
    const planned = await confirm(begun, { checked, compared: await compare(begun, checked) }, leftovers);
    saveMapping(planned.checked);
    leftovers.hasBegunToSend = true;
    const sent = await send(begun, planned, leftovers);
    return await finish(begun, planned, sent, leftovers, () => performance.now() - started);
  } catch (error) {
    throw stoppedBy(error, leftovers, context);
  } finally {
    // Committed files stay.
    leftovers.rejects?.discard();
    if (leftovers.folder?.read() === undefined) leftovers.folder?.remove();
    await leftovers.session?.close(leftovers.isFinished);
    await leftovers.open?.close(!leftovers.isFinished);
  }
}

/** Ctrl-C, at a prompt or elsewhere, says whether anything was sent. The flags that answer are said with --quiet, too. */
function stoppedBy(error: unknown, { hasBegunToSend }: Leftovers, { terminal }: ImportContext): unknown {
  if (!(error instanceof Failure) || hasBegunToSend) return error;
  if (error.code === 'interrupted') return error.reworded('Stopped. Nothing was sent.', { isWarning: true });
  if (!terminal.quiet || terminal.isStructured || error.hint === undefined) return error;
  return error.reworded(error.message, { details: [...error.details, `hint: ${error.hint}`] });
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
    session = await openSession(configDir, identity, options, api.limits.clock);
    leftovers.session = session;
    leftovers.isFinished = session.previous === undefined;
    if (options.resume && leftovers.isFinished)
      terminal.note('nothing to resume: the import starts from the beginning');
  }
  const earlier = session?.previous?.start.run;
  const folder =
    session && (earlier === undefined ? newRunFolder(configDir) : new RunFolder(configDir, earlier));
  leftovers.folder = folder;
  const current = api === undefined ? [] : await allFields(api);
  return {
    ...{ context, open, api, session, folder },
    options: session?.options ?? options,
    fields: { mapped: session?.previous?.start.fields ?? current, current },
    isPlanShownLater:
      session !== undefined && session.previous === undefined && confirmsPlan(options, terminal),
  };
}

/** The first pass, with its prompts. */
async function check(
  { context, open, fields, session, isPlanShownLater }: Begun,
  options: ImportOptions,
  leftovers: Leftovers,
): Promise<CheckedImport> {
  leftovers.rejects?.discard();
  const isResumed = session?.previous !== undefined;
  const pass = { isResumed, isPlanShownLater, isOwnRejects: session?.isOwnRejects };
  const checked = await checkFiles(open.sources, fields.mapped, options, context, pass);
  leftovers.rejects = checked.rejects;
  refuseOtherCounts(checked, options.minRows);
  refuseNewFields(checked);
  if (session?.previous !== undefined) refuseChanges(session.previous.start, checked, fields.current);
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
    previous === undefined
      ? await compareImport(checked, { ...context, api, folder })
      : await earlierComparison(checked, previous.start.run === undefined ? undefined : folder);
  const { counts, notCompared } = compared;
  if (counts !== null && !isPlanShownLater) terminal.tell(comparedText(counts, terminal.paint));
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
  if (session === undefined) return first;
  const { checked, compared } = first;
  const { accepted } = checked.validation;
  if (isPlanShownLater && accepted === 0) terminal.tell(planScreen(checked.files, 0, terminal));
  const toSend = accepted - (compared.counts?.unchanged ?? 0);
  const done = session.previous && rowsDone(session.previous.batches);
  begun.api?.limits.rails?.planChanges(toSend - (done ?? 0));
  if (toSend === 0) return first;
  await context.beforeWrite();
  let planned = first;
  while ((await confirmImport(planned.checked, planned.compared.counts, terminal, done)) === 'change') {
    const map = await promptMapping(importedFiles(planned.checked.files), fields.mapped, terminal);
    if (map.length === 0) continue;
    const { options } = planned.checked;
    const changed = await check(begun, { ...options, map: [...options.map, ...map] }, leftovers);
    planned = { checked: changed, compared: await compare(begun, changed) };
  }
  return planned;
}

/** The second pass. @returns undefined in a dry run */
async function send(begun: Begun, planned: Planned, leftovers: Leftovers): Promise<SentImport | undefined> {
  const { context, api, session, folder, fields } = begun;
  if (api === undefined || session === undefined || folder === undefined) return undefined;
  const deferExit = (clear: () => void) =>
    context.deferExit(() => {
      clear();
      return `Stopped. To resume: ${resumeCommandOf(begun)}`;
    });
  const sent = await sendImport({ ...planned, api, session, fields, folder }, { ...context, deferExit });
  const { checked, compared } = planned;
  // An import whose file has changed cannot be resumed.
  leftovers.isFinished = isFinished(sent.jobs, checked, compared) || sent.failure?.code === 'file_changed';
  return sent;
}

/** Reads back, commits the rejects file and prints the summary. */
async function finish(
  begun: Begun,
  { checked, compared }: Planned,
  sent: SentImport | undefined,
  { isFinished: isEnded }: Leftovers,
  elapsed: () => number,
): Promise<{ summary: ImportSummary; failure: Failure | undefined }> {
  const { context, api, session, folder } = begun;
  const { terminal } = context;
  const { options } = checked;
  const verified =
    api && folder && sent && (await verifyImport(checked, sent, { ...context, api, compared, folder }));
  const rejects = await finishRejects(checked, sent?.jobs ?? [], verified);
  const resumed = session?.previous !== undefined;
  const ended = { checked, compared, verified, sent, run: folder?.id ?? null, resumed, elapsed };
  const rejectsFiles = rejects.written.map(({ path }) => path);
  const summary = summarize(ended, rejectsFiles);
  const first = options.dryRun ? await firstToSend(checked, compared) : undefined;
  showSummary(summary, ended, { first, rejects: rejects.written }, terminal);
  await context.publish(summary, options.dryRun ? dryRunRequests(checked, first) : undefined);
  const { created, updated } = summary;
  folder?.update({ ended_at: isEnded ? new Date().toISOString() : null, created, updated });
  if (!isEnded) for (const path of rejectsFiles) session?.recordRejects(path);
  const failure = exitFailure(summary, {
    failure: sent?.failure ?? rejects.failure,
    options,
    isStopped: context.stop.aborted,
    resume: isEnded ? undefined : resumeCommandOf(begun),
    reasons: terminal.isStructured ? reasonTexts(checked, options.showAddresses) : [],
  });
  return { summary, failure };
}

/** The command that resumes this import, or the import of the copy of standard input. */
function resumeCommandOf({ open: { paths }, options }: Begun): string {
  const files = options.files.map((file, i) => (file === '-' ? (paths[i] ?? file) : file));
  return resumeCommand({ ...options, files });
}
