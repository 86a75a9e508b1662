/** The import in steps: open, begin, plan, compare, confirm, send, finish. Every row is accounted for. */

import type { RunFolder } from '../changes/runs.ts';
import type { Api } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { allFields } from '../people/custom-fields.ts';
import { type ComparedImport, compareImport, earlierComparison } from './account/compare-import.ts';
import { beginRun, endRun, openRun } from './account/run-record.ts';
import { verifyImport } from './account/verify.ts';
import { checkFiles } from './check-files.ts';
import { checkPresetName } from './columns/detect-preset.ts';
import { refuseChanges, refuseNewFields, refuseOtherCounts } from './decisions.ts';
import { exitFailure, isFinished } from './exit-status.ts';
import type { OpenFiles } from './files/open-sources.ts';
import type { FinishContext } from './finish-import.ts';
import { finishImport } from './finish-import.ts';
import { type ImportSession, openSession, resumeCommand } from './jobs/import-session.ts';
import { rowsDone } from './jobs/journal.ts';
import { saveMapping, withMappingFile } from './mapping-file.ts';
import { type OpeningContext, openFiles } from './open-files.ts';
import type { Choices } from './options.ts';
import { confirmImport, confirmsPlan } from './prompts/confirm-import.ts';
import { promptMapping } from './prompts/mapping-prompt.ts';
import type { Rejects } from './rows/rejects.ts';
import { parseRisky } from './rows/risk/risk.ts';
import { comparedText } from './screen/counts-text.ts';
import { importedFiles } from './screen/files-text.ts';
import { planScreen } from './screen/plan-screen.ts';
import { reasonTexts } from './screen/reasons-text.ts';
import { type AccountFields, type SentImport, sendImport } from './send-import.ts';
import type { CheckedImport, PassContext } from './state.ts';
import type { ImportSummary } from './summary.ts';

export interface ImportContext extends OpeningContext, Omit<FinishContext, 'writeSummary'> {
  /** Undefined in a dry run of somebody who is not signed in: the files alone are checked. */
  readonly api: () => Promise<Api | undefined>;
  /** Await before the first write. */
  readonly beforeWrite: () => Promise<void>;
  /** After this call the first Ctrl-C lets the import finish; the second shows this text. */
  readonly deferExit: (lastWords: () => string) => void;
  readonly profile: string;
}

/** The files, and the options and answers about them. */
interface Opened {
  readonly context: ImportContext;
  /** When the import started (milliseconds). */
  readonly started: number;
  readonly open: OpenFiles;
  /** From the command line; with --resume from the first run. */
  readonly choices: Choices;
}

/** A locked import and its account. */
interface Begun extends Opened {
  readonly api: Api | undefined;
  readonly fields: AccountFields;
  /** Undefined in a dry run. */
  readonly session: ImportSession | undefined;
  /** The run's folder on this machine; not created yet. */
  readonly folder: RunFolder | undefined;
  readonly passing: ImportContext & PassContext;
}

interface Planned {
  readonly checked: CheckedImport;
  readonly compared: ComparedImport;
}

/** What to release at the end, also after an error. */
interface Leftovers {
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
  typed: Pick<Choices, 'options' | 'answers'>,
  context: ImportContext,
): Promise<{ summary: ImportSummary; failure: Failure | undefined }> {
  const leftovers: Leftovers = { isFinished: true, hasBegunToSend: false };
  const opened = await open(typed, context).catch(error => stoppedBy(error, leftovers, context));
  try {
    const begun = await begin(opened, leftovers);
    const checked = await plan(begun, begun.choices, leftovers);
    const planned = await confirm(begun, await compare(begun, checked), leftovers);
    saveMapping(planned.checked);
    leftovers.hasBegunToSend = true;
    const sent = await send(begun, planned);
    return await finish(begun, planned, sent, leftovers);
  } catch (error) {
    return stoppedBy(error, leftovers, context);
  } finally {
    // Committed files stay.
    leftovers.rejects?.discard();
    if (leftovers.folder?.read() === undefined) leftovers.folder?.remove();
    await leftovers.session?.close(leftovers.isFinished);
    await opened.open.close(!leftovers.isFinished);
  }
}

/** Ctrl-C, at a prompt or elsewhere, says whether anything was sent. The flags that answer are said with --quiet, too. */
function stoppedBy(error: unknown, { hasBegunToSend }: Leftovers, { terminal }: ImportContext): never {
  if (!(error instanceof Failure) || hasBegunToSend) throw error;
  if (error.code === 'interrupted') throw error.reworded('Stopped. Nothing was sent.', { isWarning: true });
  if (!terminal.quiet || terminal.isStructured || error.hint === undefined) throw error;
  throw error.reworded(error.message, { details: [...error.details, `hint: ${error.hint}`] });
}

async function open(typed: Pick<Choices, 'options' | 'answers'>, context: ImportContext): Promise<Opened> {
  const started = performance.now();
  const options = Object.freeze({ ...typed.options });
  const saved = withMappingFile(typed.answers, options);
  checkPresetName(options.from);
  for (const text of saved.risky) parseRisky(text);
  const { open, answers } = await openFiles({ options, answers: saved }, context);
  const choices = { options, answers };
  return { context, started, open, choices };
}

/** Locks the import, unless it is a dry run, and reads the account's fields. */
async function begin(opened: Opened, leftovers: Leftovers): Promise<Begun> {
  const { context, open } = opened;
  const { configDir, service, terminal } = context;
  const api = await context.api();
  if (api === undefined)
    terminal.note(
      'Not signed in: the file alone is checked, without the fields and subscribers of an account.',
    );
  let { choices } = opened;
  let session: ImportSession | undefined;
  if (api !== undefined && !choices.options.dryRun) {
    const identity = { files: open.paths, service, account: (await context.account()).id };
    session = await openSession(configDir, identity, choices, api.limits.clock);
    leftovers.session = session;
    leftovers.isFinished = session.previous === undefined;
    if (choices.options.resume && leftovers.isFinished)
      terminal.note('nothing to resume: the import starts from the beginning');
    choices = session.choices;
  }
  const isResumed = session?.previous !== undefined;
  const current = api === undefined ? [] : await allFields(api);
  const fields = { mapped: session?.previous?.start.fields ?? current, current };
  const isPlanShownLater = session !== undefined && !isResumed && confirmsPlan(choices.options, terminal);
  const passing = { ...context, isResumed, isPlanShownLater };
  const folder = openRun(session, context);
  leftovers.folder = folder;
  return { ...opened, choices, api, fields, session, folder, passing };
}

/** The first pass, with its prompts. */
async function plan(
  { open, fields, passing, session }: Begun,
  choices: Choices,
  leftovers: Leftovers,
): Promise<CheckedImport> {
  leftovers.rejects?.discard();
  const checked = await checkFiles(open.sources, fields.mapped, choices, {
    ...passing,
    isOwnRejects: session?.isOwnRejects,
  });
  leftovers.rejects = checked.rejects;
  refuseOtherCounts(checked, choices.options.minRows);
  refuseNewFields(checked);
  if (session?.previous !== undefined) refuseChanges(session.previous.start, checked, fields.current);
  return checked;
}

/** Compares with the account, or reuses the comparison of an earlier run, and shows it unless the confirmation does. */
async function compare({ api, session, folder, passing }: Begun, checked: CheckedImport): Promise<Planned> {
  const { previous } = session ?? {};
  const compared =
    previous === undefined
      ? await compareImport(checked, { ...passing, api, folder })
      : await earlierComparison(checked, previous.start.run === undefined ? undefined : folder);
  const { counts, notCompared } = compared;
  const { terminal, isPlanShownLater } = passing;
  if (counts !== null && isPlanShownLater !== true) terminal.tell(comparedText(counts, terminal.paint));
  if (counts !== null || checked.validation.accepted === 0 || api === undefined) return { checked, compared };
  const text = `not compared with the account (${notCompared}): unchanged subscribers are sent too, and this import cannot be undone`;
  if (checked.options.compare === 'never') terminal.note(text);
  else terminal.warn(text);
  return { checked, compared };
}

/** Confirms the plan; repeats if the plan is edited. */
async function confirm(begun: Begun, first: Planned, leftovers: Leftovers): Promise<Planned> {
  const { context, session, fields, passing } = begun;
  let planned = first;
  if (session === undefined) return planned;
  const { checked, compared } = planned;
  if (passing.isPlanShownLater && checked.validation.accepted === 0)
    context.terminal.tell(planScreen(checked.files, 0, context.terminal));
  const sends = checked.validation.accepted > (compared.counts?.unchanged ?? 0);
  const done = session.previous && rowsDone(session.previous.batches);
  const unchanged = compared.counts?.unchanged ?? 0;
  begun.api?.limits.rails?.planChanges(checked.validation.accepted - unchanged - (done ?? 0));
  if (sends) await context.beforeWrite();
  while (sends && (await confirmImport(planned, context.terminal, done)) === 'change') {
    const map = await promptMapping(importedFiles(planned.checked.files), fields.mapped, context.terminal);
    if (map.length === 0) continue;
    const { options, answers } = planned.checked;
    const changed = { options, answers: { ...answers, map: [...answers.map, ...map] } };
    planned = await compare(begun, await plan(begun, changed, leftovers));
  }
  return planned;
}

/** The second pass. @returns undefined in a dry run */
async function send(begun: Begun, { checked, compared }: Planned): Promise<SentImport | undefined> {
  const { context, api, session, fields, folder } = begun;
  if (api === undefined || session === undefined || folder === undefined) return undefined;
  if (session.previous === undefined) await beginRun(folder, checked, compared, context);
  const deferExit = (clear: () => void) =>
    context.deferExit(() => {
      clear();
      return `Stopped. To resume: ${resumeCommandOf(begun)}`;
    });
  return await sendImport({ checked, compared, api, session, fields, folder }, { ...context, deferExit });
}

/** Reads back, commits the rejects file and prints the summary. */
async function finish(
  begun: Begun,
  { checked, compared }: Planned,
  sent: SentImport | undefined,
  leftovers: Leftovers,
): Promise<{ summary: ImportSummary; failure: Failure | undefined }> {
  const { context, api, session, folder, started, passing } = begun;
  // An import whose file has changed cannot be resumed.
  if (sent !== undefined)
    leftovers.isFinished = isFinished(sent.jobs, checked, compared) || sent.failure?.code === 'file_changed';
  const { isFinished: ended } = leftovers;
  const verified =
    api && folder && sent && (await verifyImport(checked, sent, { ...context, api, compared, folder }));
  const end = { checked, compared, verified, sent, run: folder?.id ?? null };
  const { summary, failure } = await finishImport(
    { ...end, resumed: passing.isResumed === true, elapsed: () => performance.now() - started },
    context,
  );
  if (folder !== undefined) endRun(folder, summary, ended);
  if (!ended && summary.rejects_file !== null) session?.recordRejects(summary.rejects_file);
  const exit = exitFailure(summary, {
    failure,
    options: checked.options,
    isStopped: context.stop.aborted,
    resume: ended ? undefined : resumeCommandOf(begun),
    reasons: context.terminal.isStructured ? reasonTexts(checked, checked.options.showAddresses) : [],
  });
  return { summary, failure: exit };
}

/** The command that resumes this import, or the import of the copy of standard input. */
function resumeCommandOf({ open: { paths }, choices: { options } }: Opened): string {
  const names = options.files.map((file, i) => (file === '-' ? (paths[i] ?? file) : file));
  return resumeCommand({ ...options, files: names });
}
