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

interface Planned {
  readonly checked: CheckedImport;
  readonly compared: ComparedImport;
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
  let run: ImportRun | undefined;
  try {
    const { open, options } = await openFiles(typed, context);
    run = new ImportRun(open, options, context);
    await run.begin();
    const checked = await run.check(options);
    const planned = await run.confirm({ checked, compared: await run.compare(checked) });
    saveMapping(planned.checked);
    return await run.sendAndFinish(planned, started);
  } catch (error) {
    const isUnsent = error instanceof Failure && error.code === 'interrupted' && run?.hasBegunToSend !== true;
    // Ctrl-C, at a prompt or elsewhere, says whether anything was sent.
    throw isUnsent ? error.reworded('Stopped. Nothing was sent.', { isWarning: true }) : error;
  } finally {
    await run?.release();
  }
}

/** The steps of an import whose files are open, in their order. */
class ImportRun {
  hasBegunToSend = false;
  readonly #open: OpenFiles;
  /** With --resume those of the first run. */
  readonly #options: ImportOptions;
  readonly #context: ImportContext;
  #api: Api | undefined;
  /** Undefined in a dry run. */
  #session: ImportSession | undefined;
  /** The run's folder on this machine, created when something is written to it. Undefined in a dry run. */
  #folder: RunFolder | undefined;
  #rejects: Rejects | undefined;
  /** The account's custom fields; `mapped` are those of the first run. */
  #fields: Readonly<Record<'mapped' | 'current', readonly CustomField[]>> = { mapped: [], current: [] };
  /** There is nothing to resume until something is sent, now or by an earlier run. */
  #isFinished = true;

  constructor(open: OpenFiles, options: ImportOptions, context: ImportContext) {
    this.#open = open;
    this.#options = options;
    this.#context = context;
  }

  /** Locks the import, unless it is a dry run, and reads the account's fields. */
  async begin(): Promise<void> {
    const { configDir, service, terminal } = this.#context;
    const api = await this.#context.api();
    this.#api = api;
    if (api === undefined) {
      const lacks = 'without the fields and subscribers of an account';
      terminal.note(`Not signed in: the file alone is checked, ${lacks}.`);
      return;
    }
    if (!this.#options.dryRun) {
      const account = (await this.#context.account()).id;
      const identity = { files: this.#open.paths, service, account };
      this.#session = await openSession(this.#context, identity, this.#options, api.limits.clock);
      const start = this.#previous?.start;
      this.#isFinished = start === undefined;
      if (this.#options.resume && start === undefined)
        terminal.note('nothing to resume: the import starts from the beginning');
      this.#folder = start ? new RunFolder(configDir, start.run) : newRunFolder(configDir);
    }
    const current = await allFields(api);
    this.#fields = { mapped: this.#previous?.start.fields ?? current, current };
  }

  /** Releases what the import holds. Committed files stay. */
  async release(): Promise<void> {
    this.#rejects?.discard();
    if (this.#folder?.read() === undefined) this.#folder?.remove();
    await this.#session?.close(this.#isFinished);
    await this.#open.close(!this.#isFinished);
  }

  /** What an earlier run has noted. */
  get #previous() {
    return this.#session?.previous;
  }

  /** Whether the question before sending shows the plan. */
  get #isPlanShownLater(): boolean {
    const isNew = this.#session !== undefined && this.#previous === undefined;
    return isNew && confirmsPlan(this.#options, this.#context.terminal);
  }

  /** The first pass, with its prompts. */
  async check(options: ImportOptions): Promise<CheckedImport> {
    this.#rejects?.discard();
    const previous = this.#previous;
    const pass = { isResumed: previous !== undefined, isPlanShownLater: this.#isPlanShownLater };
    const { mapped, current } = this.#fields;
    const checked = await checkFiles(this.#open.sources, mapped, options, this.#context, pass);
    this.#rejects = checked.rejects;
    if (previous !== undefined) refuseChanges(previous.start, checked, current);
    return checked;
  }

  /** Compares with the account, or reuses the comparison of an earlier run, and shows it unless the confirmation does. */
  async compare(checked: CheckedImport): Promise<ComparedImport> {
    const { terminal } = this.#context;
    const [api, folder, isPlanShownLater] = [this.#api, this.#folder, this.#isPlanShownLater];
    const isResumed = this.#previous !== undefined;
    const compared =
      isResumed && folder !== undefined
        ? await earlierComparison(checked, folder)
        : await compareImport(checked, api, folder, this.#context);
    if (checked.options.dryRun || isPlanShownLater) await findDifferences(checked);
    const { counts, notCompared } = compared;
    const { accepted, suppressed } = checked.validation;
    if (counts !== null && !isPlanShownLater)
      terminal.tell(comparedText(counts, suppressed, isResumed, terminal.paint));
    if (counts !== null || accepted === 0 || api === undefined) return compared;
    const effect = 'unchanged subscribers are sent too, and this import cannot be undone';
    const text = `not compared with the account (${notCompared}): ${effect}`;
    if (checked.options.compare === 'never') terminal.note(text);
    else terminal.warn(text);
    return compared;
  }

  /** Asks before anything is sent, again after each change of the mapping. */
  async confirm(first: Planned): Promise<Planned> {
    const { terminal } = this.#context;
    const { checked, compared } = first;
    if (this.#isPlanShownLater && checked.validation.accepted === 0)
      terminal.tell(planScreen(checked.files, 0, terminal));
    const toSend = peopleToSend(checked, compared);
    if (this.#session === undefined || toSend === 0) return first;
    const done = this.#previous && rowsDone(this.#previous.batches);
    this.#api?.limits.rails?.planChanges(toSend - (done ?? 0));
    await this.#context.beforeWrite();
    const asked = { terminal, account: await this.#context.account() };
    let planned = first;
    while ((await confirmImport(planned.checked, planned.compared, asked, done)) === 'change') {
      const files = importedFiles(planned.checked.files);
      const map = await promptMapping(files, this.#fields.mapped, terminal);
      if (map.length === 0) continue;
      const { options } = planned.checked;
      const changed = await this.check({ ...options, map: [...options.map, ...map] });
      planned = { checked: changed, compared: await this.compare(changed) };
    }
    return planned;
  }

  /** The second pass, unless it is a dry run; reads back, commits the rejects file and shows the summary. */
  async sendAndFinish({ checked, compared }: Planned, started: number): Promise<ImportResult> {
    this.hasBegunToSend = true;
    const [context, api, session, folder] = [this.#context, this.#api, this.#session, this.#folder];
    const { terminal } = context;
    const { options } = checked;
    // Of standard input the copy is imported.
    const files = this.#options.files.map((file, i) => (file === '-' ? (this.#open.paths[i] ?? file) : file));
    const resumable = { ...this.#options, files };
    const resume = resumeCommand(resumable);
    const target = api &&
      session &&
      folder && { api, session, folder, fields: this.#fields, compared, resume };
    const sent = target && (await sendImport(checked, target, context));
    // An import whose file has changed cannot be resumed.
    if (sent !== undefined)
      this.#isFinished = isFinished(sent.jobs, checked, compared) || sent.failure?.code === 'file_changed';
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
      resume: this.#isFinished ? undefined : resumeCommand(resumable, existingTags),
      reasons: terminal.isStructured ? reasonTexts(checked, options.showAddresses) : [],
    });
    const first = options.dryRun ? await firstToSend(checked, compared) : undefined;
    // The hint of a failure may say them.
    const shown = failure?.hint?.startsWith(fixRows ?? '') ? [] : fixes;
    const profile = context.unnamed;
    const next = first && importAfter(checked, compared, api?.limits.rails, { account, profile });
    showSummary(summary, ended, { first, next, fixes: shown }, terminal);
    const { created, updated, skipped, accepted } = summary;
    const none = skipped === accepted && { changes: 0 };
    const ended_at = this.#isFinished ? new Date().toISOString() : null;
    folder?.update({ ended_at, created, updated, ...none });
    return { summary, requests: options.dryRun ? dryRunRequests(checked, first) : undefined, failure };
  }
}
