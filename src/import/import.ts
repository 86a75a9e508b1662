/** The main job as one story: from a file to the account, with every row accounted for. */
import type { Readable } from 'node:stream';
import type { Account, CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { Failure } from '../lib/failure.ts';
import { grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { allFields } from './custom-fields.ts';
import { exitFailure, isFinished } from './exit-status.ts';
import { finishRejects } from './job-failures.ts';
import { makeBatches } from './jobs/batches.ts';
import { type ImportSession, openSession } from './jobs/import-session.ts';
import { type BatchRange, importsFolder, makeImportsFolder, readJournal } from './jobs/journal.ts';
import { recoverJobs } from './jobs/resume.ts';
import { type ImportJob, type JobContext, runJobs } from './jobs/run-jobs.ts';
import { checkPresetName } from './mapping/detect-preset.ts';
import type { ImportOptions } from './options.ts';
import { createFields, type ImportPlan, mappingSummary, planImport } from './plan.ts';
import { planText, sampleText } from './preview.ts';
import { confirmImport, promptMapping } from './prompts.ts';
import { countMismatches, type ImportSummary, jobSummary, summaryText, sumOutcomes } from './report.ts';
import { createRejects, type Rejects } from './rows/rejects.ts';
import { rowParser } from './rows/row-parser.ts';
import { type ValidationResult, validateFile } from './rows/validate.ts';
import { openSource, type Source } from './source/source.ts';
import { removeOldSpools } from './source/stdin-spool.ts';
import { type DryRunRequests, dryRunRequests } from './would-send.ts';

/** What an import needs of the world around it. */
export interface ImportContext {
  readonly terminal: Terminal;
  readonly stdin: Readable;
  /** Where the program keeps its files. */
  readonly configDir: string;
  /** Base URL. */
  readonly service: string;
  readonly api: () => Promise<Api>;
  readonly account: () => Promise<Account>;
  /** To be awaited before the first write. */
  readonly beforeWrite: () => Promise<void>;
  /** Prints the summary, and what a dry run would send; until that is done the import can still be continued. */
  readonly publish: (summary: ImportSummary, unsent: DryRunRequests | undefined) => Promise<void>;
  /** The first Ctrl-C: no new work, but what is under way comes to its end. */
  readonly stop: AbortSignal;
}

/**
 * Imports a CSV. Two passes over the file: the first judges every row and sends nothing, the second sends.
 *
 * @returns what happened; rows always add up
 * @throws Failure before anything is sent: whatever is wrong with the file, the mapping, the account
 */
export async function importFile(
  asked: ImportOptions,
  context: ImportContext,
): Promise<{ summary: ImportSummary; failure: Failure | undefined }> {
  const started = performance.now();
  checkPresetName(asked.from);
  const copies = importsFolder(context.configDir);
  if (!asked.dryRun || asked.file === '-') {
    makeImportsFolder(context.configDir);
    removeOldSpools(copies, journal => readJournal(journal)?.start.file);
  }
  const source = await openSource(asked.file, context.stdin, asked.encoding, copies, context.stop);
  let session: ImportSession | undefined;
  let rejects: Rejects | undefined;
  // Until something has been sent there is nothing to continue, unless an earlier run has sent something.
  let over = true;
  try {
    const api = await context.api();
    if (!asked.dryRun) {
      session = await openSession(
        context.configDir,
        source.path,
        context.service,
        (await context.account()).id,
        asked,
      );
      over = session.previous === undefined;
    }
    let options = session?.options ?? asked;
    const fields = await allFields(api);
    const seen = await validateFirst(source, fields, options, context);
    rejects = seen.rejects;
    let { plan, validation } = seen;
    if (session !== undefined && validation.accepted > 0) {
      await context.beforeWrite();
      while ((await confirmImport(plan, validation, options, context.terminal)) === 'change') {
        rejects.discard();
        const map = [...options.map, ...(await promptMapping(plan, fields, context.terminal))];
        options = { ...options, map };
        ({ plan, rejects, validation } = await validateFirst(source, fields, options, context));
      }
    }
    const sent =
      session === undefined
        ? undefined
        : await sendAccepted({ api, source, plan, validation, options, session, context });
    // Nor can an import be continued whose file has changed.
    if (sent !== undefined)
      over = isFinished(sent.jobs, validation, options) || sent.failure?.code === 'file_changed';
    const finished = await finishRejects(rejects, source, plan, sent?.jobs ?? []);
    const summary: ImportSummary = {
      file: options.file,
      rows: validation.rows,
      accepted: validation.accepted,
      duplicates: validation.duplicates,
      rejected: validation.rejected,
      suppressed: validation.suppressed,
      ...fates(sent, validation, options),
      jobs: (sent?.jobs ?? []).map(jobSummary),
      mapping: mappingSummary(sent?.plan ?? plan),
      ignored_columns: plan.ignored,
      rejects_file: finished.path,
      resumed: session?.previous !== undefined,
      dry_run: options.dryRun,
      elapsed_seconds: Math.round((performance.now() - started) / 10) / 100,
    };
    await showSummary(summary, validation, source, plan, options, context.terminal, sent?.jobs ?? []);
    const unsent = options.dryRun ? await dryRunRequests(source, plan, validation, options) : undefined;
    await context.publish(summary, unsent);
    const resume = over ? undefined : `newsletter import ${nameToResume(source)} --resume`;
    return {
      summary,
      failure: exitFailure(summary, sent?.failure ?? finished.failure, options, context.stop, resume),
    };
  } finally {
    // What has not been put in its place by now is of no use.
    rejects?.discard();
    await session?.close(over);
    await source.close(!over);
  }
}

/** What is typed to continue: the file as the user named it, or the copy of standard input. */
function nameToResume(source: Source): string {
  const name = source.name === '-' ? source.path : source.name;
  return /[^\w./@%+=:,-]/.test(name) ? `'${name.replaceAll("'", `'\\''`)}'` : name;
}

/** Finds out how the file is to be read, says so, and judges every row. Nothing is sent. */
async function validateFirst(
  source: Source,
  fields: readonly CustomField[],
  options: ImportOptions,
  { terminal, stop }: ImportContext,
): Promise<{ plan: ImportPlan; rejects: Rejects; validation: ValidationResult }> {
  const plan = await planImport(source, fields, options);
  terminal.show(planText(source, plan, terminal.paint));
  const rejects = createRejects(options.rejects, options.report, source.path, plan.dialect);
  const progress = terminal.progress('checking', source.bytes);
  try {
    const advance = (bytes: number, rows: number) => progress.update(bytes, `${grouped(rows)} rows`);
    const validation = await validateFile(
      source,
      plan.dialect,
      rowParser(plan.rules, 'validate'),
      rejects,
      advance,
      stop,
    );
    // A full disk is to be found out before anything is sent.
    rejects.flush();
    return { plan, rejects, validation };
  } catch (error) {
    rejects.discard();
    throw error;
  } finally {
    progress.stop();
  }
}

interface Sent {
  readonly plan: ImportPlan;
  /** In the order of sending. */
  readonly jobs: readonly ImportJob[];
  /** What stopped it early. */
  readonly failure: Failure | undefined;
}

interface Checked {
  readonly api: Api;
  readonly source: Source;
  readonly plan: ImportPlan;
  readonly validation: ValidationResult;
  readonly options: ImportOptions;
  readonly session: ImportSession;
  readonly context: ImportContext;
}

async function sendAccepted(checked: Checked): Promise<Sent> {
  const { api, source, validation, options, session, context } = checked;
  const { terminal } = context;
  if (validation.accepted === 0) return { plan: checked.plan, jobs: [], failure: undefined };
  const { journal, baseline: before } = await session.journal(
    api,
    source.digest() ?? '',
    validation.accepted,
    options,
  );
  const plan = await createFields(api, checked.plan);
  const progress = terminal.progress('importing', validation.accepted);
  const dealt = new Map<number, number>();
  let sum = 0;
  const jobContext: JobContext = {
    api,
    options: options,
    limits: { rows: options.batchSize, bytes: options.maxBody },
    journal,
    skew: before.skew,
    claimed: new Set(before.jobs),
    progress({ from }: BatchRange, rows: number) {
      sum += rows - (dealt.get(from) ?? 0);
      dealt.set(from, rows);
      progress.update(sum);
    },
  };
  try {
    const { jobs, finished } =
      session.previous === undefined
        ? { jobs: [], finished: [] }
        : await recoverJobs(session.previous, jobContext);
    for (const job of jobs) jobContext.progress(job, job.rows);
    const { dialect, rules } = plan;
    const batches = makeBatches(
      source,
      dialect,
      rules,
      validation,
      options.duplicates,
      jobContext.limits,
      finished,
    );
    const ended = (job: ImportJob) => {
      jobs.push(job);
      jobContext.progress(job, job.rows);
    };
    const failure = await runJobs(jobContext, batches, ended, context.stop);
    await batches.return(undefined);
    return { plan, jobs: jobs.sort((a, b) => a.from - b.from), failure };
  } finally {
    progress.stop();
  }
}

function fates(sent: Sent | undefined, validation: ValidationResult, options: ImportOptions) {
  if (sent === undefined || !options.wait) return sumOutcomes(sent?.jobs ?? [], 0);
  return sumOutcomes(sent.jobs, validation.accepted);
}

async function showSummary(
  summary: ImportSummary,
  validation: ValidationResult,
  source: Source,
  plan: ImportPlan,
  options: ImportOptions,
  terminal: Terminal,
  jobs: readonly ImportJob[],
): Promise<void> {
  if (options.dryRun) terminal.show(await sampleText(source, plan, rowParser(plan.rules, 'send')));
  terminal.show(`\n${summaryText(summary, validation, options.wait, terminal.paint)}\n`);
  for (const difference of countMismatches(jobs)) terminal.warn(difference);
  if (summary.rejects_file !== null) terminal.note(`rows that were not sent: ${summary.rejects_file}`);
  if (!options.wait) for (const { id } of jobs) terminal.note(`newsletter imports watch ${id}`);
}
