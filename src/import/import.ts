/** The import as one story: from a file to the account, with every row accounted for. */

import type { RunFolder } from '../changes/runs.ts';
import type { Api } from '../http/api.ts';
import type { Failure } from '../lib/failure.ts';
import { allFields } from '../people/custom-fields.ts';
import { type Answers, answerFlags } from './answers.ts';
import { checkFiles } from './check-files.ts';
import { checkPresetName } from './columns/detect-preset.ts';
import { confirmImport, confirmsPlan } from './confirm-import.ts';
import { reasonTexts } from './counts-text.ts';
import { refuseChanges } from './decisions.ts';
import { exitFailure, isFinished } from './exit-status.ts';
import type { OpenFiles } from './files/open-sources.ts';
import type { FinishContext } from './finish-import.ts';
import { finishImport } from './finish-import.ts';
import { type ImportSession, openSession } from './jobs/import-session.ts';
import { resumeCommand } from './jobs/other-imports.ts';
import { rowsDone } from './jobs/resume.ts';
import { keptAnswers } from './kept-answers.ts';
import { saveMapping, withMappingFile } from './mapping-file.ts';
import { promptMapping } from './mapping-prompt.ts';
import { type OpeningContext, openFiles } from './open-files.ts';
import type { Choices, ImportOptions } from './options.ts';
import { planScreen } from './preview.ts';
import { parseRisky } from './rows/risk/risk-rules.ts';
import { beginRun, comparedWith, endRun, openRun } from './run-record.ts';
import { type AccountFields, runSecondPass } from './send-import.ts';
import { createsForOthers } from './shards/fields.ts';
import { openSummaryFile } from './shards/summary-file.ts';
import type { CheckedImport } from './state.ts';
import type { ImportSummary } from './summary.ts';
import { verifyImport } from './verify-import.ts';

/** What an import needs from the command. */
export interface ImportContext extends OpeningContext, Omit<FinishContext, 'writeSummary'> {
  /** Name servers for `--check-domains`; none: those of the system. */
  readonly dnsServers: readonly string[];
  readonly api: () => Promise<Api>;
  /** To be awaited before the first write. */
  readonly beforeWrite: () => Promise<void>;
  /** From now on the import comes to its own end after the first Ctrl-C; the second one says these words. */
  readonly holdOn: (lastWords: () => string) => void;
  /** The profile in use. */
  readonly profile: string;
}

/**
 * Imports files. Two passes over them: the first validates every row and sends nothing, the second sends.
 *
 * @returns what happened, its rows always adding up; and the failure to exit with, if any
 * @throws Failure before anything is sent: whatever is wrong with the files, the mapping or the account
 */
export async function importFiles(
  typed: Pick<Choices, 'options' | 'answers'>,
  context: ImportContext,
): Promise<{ summary: ImportSummary; failure: Failure | undefined }> {
  const started = performance.now();
  const options = Object.freeze({ ...typed.options });
  const known = withMappingFile(typed.answers, options);
  checkPresetName(options.from);
  for (const text of known.risky) parseRisky(text);
  const { open, answers } = await openFiles(
    { options, answers: answeredBefore(known, options, context) },
    context,
  );
  let session: ImportSession | undefined;
  let checked: CheckedImport | undefined;
  let run: RunFolder | undefined;
  // Until something is sent there is nothing to resume, unless an earlier run has sent something.
  let finished = true;
  try {
    const api = await context.api();
    let choices: Choices = { options, answers, findings: { dns: undefined } };
    if (!options.dryRun) {
      session = await openImportSession(open, choices, context);
      choices = session.choices;
      finished = session.previous === undefined;
      if (options.resume && finished)
        context.terminal.note('nothing to resume: the import starts from the beginning');
    }
    const writeSummary = openSummaryFile(choices.options.summary);
    const fields = await accountFields(api, session);
    const resumed = session?.previous !== undefined;
    const isPlanShownLater =
      session !== undefined && !resumed && confirmsPlan(choices.options, context.terminal);
    const passing = { ...context, isResumed: resumed, isPlanShownLater };
    checked = await checkFiles(open, fields.mapped, choices, passing, session);
    if (isPlanShownLater && checked.validation.accepted === 0)
      context.terminal.tell(planScreen(checked.files, 0, context.terminal));
    if (session?.previous !== undefined) refuseChanges(session.previous.start, checked, fields.current);
    run = openRun(session, context);
    let compared = await comparedWith(checked, api, session, run, passing);
    const plans = checked.files.map(({ plan }) => plan);
    if (session !== undefined && createsForOthers(checked.options, plans)) await context.beforeWrite();
    if (session !== undefined && checked.validation.accepted > (compared.counts?.unchanged ?? 0)) {
      await context.beforeWrite();
      const done = session.previous && rowsDone(session.previous.batches);
      while ((await confirmImport({ ...checked, ...compared }, context.terminal, done)) === 'change') {
        const map = await promptMapping(checked.files, fields.mapped, context.terminal);
        if (map.length === 0) continue;
        checked.rejects.discard();
        const answers = { ...checked.answers, map: [...checked.answers.map, ...map] };
        checked = await checkFiles(open, fields.mapped, { ...checked, answers }, passing, session);
        compared = await comparedWith(checked, api, session, run, passing);
      }
    }
    saveMapping(checked);
    if (run !== undefined && session?.previous === undefined) await beginRun(run, checked, compared, context);
    const goOn = resumeCommandFor(open, checked.options);
    const holdOn = (clear: () => void) =>
      context.holdOn(() => {
        clear();
        return `Stopped. To resume: ${goOn}`;
      });
    const kept = run && { compared, folder: run };
    const sent =
      session && kept && (await runSecondPass(checked, api, session, fields, kept, { ...context, holdOn }));
    // An import whose file has changed cannot be resumed.
    if (sent !== undefined)
      finished = isFinished(sent.jobs, checked, compared) || sent.failure?.code === 'file_changed';
    const verified = kept && sent && (await verifyImport(checked, sent, { ...context, api, ...kept }));
    const account = { compared, verified, run: run?.id ?? null };
    const finishing = { ...context, writeSummary };
    const { summary, failure } = await finishImport(checked, sent, account, resumed, started, finishing);
    if (run !== undefined) endRun(run, summary, finished);
    if (!finished && summary.rejects_file !== null) await session?.recordRejects(summary.rejects_file);
    const reasons = context.terminal.isStructured ? reasonTexts(checked) : [];
    const resume = finished ? undefined : goOn;
    return {
      summary,
      failure: exitFailure(summary, failure, checked.options, context.stop, resume, reasons),
    };
  } finally {
    // Files that are in their place by now stay.
    checked?.rejects.discard();
    if (run?.read() === undefined) run?.remove();
    await session?.close(finished);
    await open.close(!finished);
  }
}

/** With the answers that were given for the file whose rejected rows these are. */
function answeredBefore(
  answers: Answers,
  options: ImportOptions,
  { configDir, terminal }: ImportContext,
): Answers {
  const kept = options.resume ? undefined : keptAnswers(configDir, options);
  if (kept === undefined) return answers;
  const answered = { ...answers, ...kept };
  terminal.note(`using your answers for the original file: ${answerFlags(answered)}`);
  return answered;
}

async function accountFields(api: Api, session: ImportSession | undefined): Promise<AccountFields> {
  const current = await allFields(api);
  return { mapped: session?.previous?.start.fields ?? current, current };
}

async function openImportSession(
  { paths }: OpenFiles,
  choices: Choices,
  { configDir, service, account }: ImportContext,
): Promise<ImportSession> {
  return await openSession(configDir, { files: paths, service, account: (await account()).id }, choices);
}

/** The command that resumes the import of these files, or of the copy of standard input. */
function resumeCommandFor({ paths }: OpenFiles, { files, shard }: ImportOptions): string {
  const names = files.map((file, i) => (file === '-' ? (paths[i] ?? file) : file));
  return resumeCommand(names, shard);
}
