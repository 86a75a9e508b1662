/** The import in steps: open, begin, check, compare, confirm, send, read back, finish. Every row is accounted for. */

import { accountName } from '../auth/account.ts';
import { newRunFolder, RunFolder } from '../changes/runs.ts';
import type { Api } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { allFields } from '../people/custom-fields.ts';
import {
  type ComparedImport,
  compareImport,
  earlierComparison,
  type PlannedImport,
  peopleToSend,
} from './account/compare-import.ts';
import { verifyImport } from './account/verify.ts';
import { checkFiles } from './check-files.ts';
import { resumeCommand } from './codec.ts';
import { refuseChanges } from './decisions.ts';
import type { OpenFiles } from './files/open-sources.ts';
import { findDifferences } from './jobs/batches.ts';
import { type ImportSession, openSession } from './jobs/import-session.ts';
import { rowsDone } from './jobs/journal.ts';
import { saveMapping } from './mapping-file.ts';
import { openFiles } from './open-files.ts';
import type { ImportOptions } from './options.ts';
import { endImport, type ImportResult } from './outcome/end-import.ts';
import { isFinished } from './outcome/exit-status.ts';
import type { EndedImport } from './outcome/summary.ts';
import { confirmImport } from './prompts/confirm-import.ts';
import { finishRejects } from './rejects-file.ts';
import type { Rejects } from './rows/rejects.ts';
import { comparedText } from './screen/counts-text.ts';
import { ShownLines } from './screen/listed.ts';
import { planScreen } from './screen/plan-screen.ts';
import { type ImportTarget, sendImport } from './send-import.ts';
import type { CheckedImport, ImportContext } from './state.ts';

/**
 * Imports files in two passes: the first validates every row and sends nothing, the second sends.
 *
 * @throws Failure before anything is sent: any problem with the files, the mapping or the account
 */
export async function importFiles(typed: ImportOptions, context: ImportContext): Promise<ImportResult> {
  const started = performance.now();
  let run: ImportRun | undefined;
  let isUnsent = true;
  try {
    const { open, options } = await openFiles(typed, context);
    run = new ImportRun(open, options, context);
    await run.begin();
    const checked = await run.check(options);
    const planned = await run.confirm({ checked, compared: await run.compare(checked) });
    saveMapping(planned.checked);
    isUnsent = false;
    const sent = run.target && (await sendImport(planned, run.target, context));
    return await run.finish({ ...planned, sent }, started);
  } catch (error) {
    // Ctrl-C, at a prompt or elsewhere, says whether anything was sent.
    if (!isUnsent || !(error instanceof Failure) || error.code !== 'interrupted') throw error;
    throw error.reworded('Stopped. Nothing was sent.', { isWarning: true });
  } finally {
    await run?.release();
  }
}

/** An import whose files are open: what its steps share. */
class ImportRun {
  /** Undefined in a dry run. */
  target: ImportTarget | undefined;
  readonly #open: OpenFiles;
  /** With --resume those of the first run. */
  readonly #options: ImportOptions;
  readonly #context: ImportContext;
  #api: Api | undefined;
  #session: ImportSession | undefined;
  #fields: ImportTarget['fields'] = { mapped: [], current: [] };
  #rejects: Rejects | undefined;
  readonly #warned = new Set<string>();
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
      const { id: account } = await this.#context.account();
      const identity = { files: this.#open.paths, service, account };
      this.#session = await openSession(this.#context, identity, this.#options, api.limits.clock);
    }
    const [session, current] = [this.#session, await allFields(api)];
    const start = session?.previous?.start;
    this.#fields = { mapped: start?.fields ?? current, current };
    if (session === undefined) return;
    this.#isFinished = start === undefined;
    if (this.#options.resume && start === undefined)
      terminal.note('nothing to resume: the import starts from the beginning');
    const folder = start ? new RunFolder(configDir, start.run) : newRunFolder(configDir);
    // Of standard input the copy is imported.
    const files = this.#options.files.map((file, i) => (file === '-' ? (this.#open.paths[i] ?? file) : file));
    const resume: ImportTarget['resume'] = tags => resumeCommand({ ...this.#options, files }, tags);
    this.target = { api, session, folder, fields: this.#fields, resume };
  }

  /** Releases what the import holds. Committed files stay. */
  async release(): Promise<void> {
    this.#rejects?.discard();
    const folder = this.target?.folder;
    if (folder?.read() === undefined) folder?.remove();
    this.#session?.close(this.#isFinished);
    await this.#open.close(!this.#isFinished);
  }

  /** What an earlier run has noted. */
  get #previous() {
    return this.#session?.previous;
  }

  /** Whether the question before sending shows the plan. */
  get #isPlanShownLater(): boolean {
    const isNew = this.#session !== undefined && this.#previous === undefined;
    return isNew && this.#context.terminal.asks && !this.#options.includeSuppressed;
  }

  /** The first pass, with its prompts. */
  async check(options: ImportOptions): Promise<CheckedImport> {
    this.#rejects?.discard();
    const previous = this.#previous;
    const pass = {
      isResumed: previous !== undefined,
      isPlanShownLater: this.#isPlanShownLater,
      warned: this.#warned,
    };
    const { mapped, current } = this.#fields;
    const checked = await checkFiles(this.#open.sources, mapped, options, this.#context, pass);
    this.#rejects = checked.rejects;
    if (previous !== undefined) refuseChanges(previous.start, checked, current);
    return checked;
  }

  /** Compares with the account, or reuses the comparison of an earlier run, and shows it unless the confirmation does. */
  async compare(checked: CheckedImport): Promise<ComparedImport> {
    const { terminal } = this.#context;
    const [api, folder, isPlanShownLater] = [this.#api, this.target?.folder, this.#isPlanShownLater];
    const isResumed = this.#previous !== undefined;
    const compared =
      isResumed && folder !== undefined
        ? await earlierComparison(checked, folder)
        : await compareImport(checked, api, folder, this.#context);
    if (checked.options.dryRun || isPlanShownLater) await findDifferences(checked);
    const { counts, notCompared } = compared;
    const { accepted, suppressed } = checked.validation;
    if (counts !== null && !isPlanShownLater)
      terminal.tell(comparedText(counts, compared.replacing, suppressed, isResumed, terminal.paint));
    if (counts !== null || accepted + suppressed === 0 || api === undefined) return compared;
    const effect =
      accepted === 0
        ? 'people left out may be in it'
        : 'unchanged subscribers are sent too, and this import cannot be undone';
    const text = `not compared with the account (${notCompared}): ${effect}`;
    if (checked.options.compare === 'never') terminal.note(text);
    else terminal.warn(text);
    return compared;
  }

  /** Asks before anything is sent, again after each change of the mapping. */
  async confirm(first: PlannedImport): Promise<PlannedImport> {
    const { terminal } = this.#context;
    const { checked } = first;
    if (this.#isPlanShownLater && checked.validation.accepted === 0)
      terminal.tell(planScreen(checked.files, terminal, 0));
    const toSend = peopleToSend(first);
    if (this.#session === undefined || toSend === 0) return first;
    const done = this.#previous && rowsDone(this.#previous.batches);
    this.#api?.limits.rails?.planChanges(toSend - (done ?? 0));
    await this.#context.beforeWrite();
    const account = await this.#context.account();
    const asked = { terminal, account, fields: this.#fields.mapped, shown: new ShownLines() };
    let planned = first;
    for (;;) {
      const map = await confirmImport(planned, asked, done);
      if (map.length === 0) return planned;
      const { options } = planned.checked;
      const changed = await this.check({ ...options, map: [...options.map, ...map] });
      planned = { checked: changed, compared: await this.compare(changed) };
    }
  }

  /** Reads back what was sent, commits the rejects files, and says how the import ended. */
  async finish(ended: PlannedImport & Pick<EndedImport, 'sent'>, started: number): Promise<ImportResult> {
    const { checked, compared, sent } = ended;
    const [context, target] = [this.#context, this.target];
    // An import whose file has changed cannot be resumed.
    if (sent !== undefined)
      this.#isFinished = isFinished(sent.jobs, ended) || sent.failure?.code === 'file_changed';
    const verified =
      target && sent && (await verifyImport(checked, sent, { ...context, ...target, compared }));
    const { written, failure } = await finishRejects(checked, sent?.jobs ?? [], verified);
    const result = await endImport(
      {
        ...{ ...ended, verified, written },
        isConfirmed: this.#isPlanShownLater && peopleToSend(ended) > 0,
        failure: sent?.failure ?? failure,
        resume: this.#isFinished ? undefined : target?.resume,
        account: this.#api === undefined ? null : accountName(await context.account()),
        run: target?.folder.id ?? null,
        resumed: this.#previous !== undefined,
        elapsed: performance.now() - started,
      },
      { ...context, rails: this.#api?.limits.rails },
    );
    const { created, updated, skipped, accepted } = result.summary;
    const none = skipped === accepted && { changes: 0 };
    const ended_at = this.#isFinished ? new Date().toISOString() : null;
    target?.folder.update({ ended_at, created, updated, ...none });
    return result;
  }
}
