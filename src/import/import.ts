/** The main job as one story: from a file to the account, with every row accounted for. */
import type { Readable } from 'node:stream';
import type { Account, CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { Failure } from '../lib/failure.ts';
import { grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { allFields } from './custom-fields.ts';
import { isOver, verdictOn } from './exit-status.ts';
import { settleRejects } from './job-failures.ts';
import { makeBatches } from './jobs/batches.ts';
import { type Keeping, keep } from './jobs/import-session.ts';
import { importsFolder, makeImportsFolder, type Range, readJournal } from './jobs/journal.ts';
import { recover } from './jobs/resume.ts';
import { type Job, runJobs, type Sending } from './jobs/run-jobs.ts';
import { checkOriginName } from './mapping/detect-preset.ts';
import type { ImportOptions } from './options.ts';
import { createFields, mappingOf, type Plan, planImport } from './plan.ts';
import { planText, sampleText } from './preview.ts';
import { agree, changedMapping } from './prompts.ts';
import { addUp, differences, jobSummary, type Summary, summaryText } from './report.ts';
import { createRejects, type Rejects } from './rows/rejects.ts';
import { rowReader } from './rows/row-parser.ts';
import { type Check, checkFile } from './rows/validate.ts';
import { openSource, type Source } from './source/source.ts';
import { sweepCopies } from './source/stdin-spool.ts';
import { type WouldSend, wouldSend } from './would-send.ts';

/** What an import needs of the world around it. */
export interface ImportTools {
  readonly terminal: Terminal;
  readonly stdin: Readable;
  /** Where the program keeps its files. */
  readonly folder: string;
  /** Base URL. */
  readonly service: string;
  readonly api: () => Promise<Api>;
  readonly account: () => Promise<Account>;
  /** To be awaited before the first write. */
  readonly beforeWrite: () => Promise<void>;
  /** Prints the summary, and what a dry run would send; until that is done the import can still be continued. */
  readonly publish: (summary: Summary, unsent: WouldSend | undefined) => Promise<void>;
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
  tools: ImportTools,
): Promise<{ summary: Summary; verdict: Failure | undefined }> {
  const started = performance.now();
  checkOriginName(asked.from);
  const copies = importsFolder(tools.folder);
  if (!asked.dryRun || asked.file === '-') {
    makeImportsFolder(tools.folder);
    sweepCopies(copies, journal => readJournal(journal)?.start.file);
  }
  const source = await openSource(asked.file, tools.stdin, asked.encoding, copies, tools.stop);
  let keeping: Keeping | undefined;
  let rejects: Rejects | undefined;
  // Until something has been sent there is nothing to continue, unless an earlier run has sent something.
  let over = true;
  try {
    const api = await tools.api();
    if (!asked.dryRun) {
      keeping = await keep(tools.folder, source.path, tools.service, (await tools.account()).id, asked);
      over = keeping.past === undefined;
    }
    let options = keeping?.options ?? asked;
    const fields = await allFields(api);
    const seen = await lookThrough(source, fields, options, tools);
    rejects = seen.rejects;
    let { plan, check } = seen;
    if (keeping !== undefined && check.accepted > 0) {
      await tools.beforeWrite();
      while ((await agree(plan, check, options, tools.terminal)) === 'change') {
        rejects.discard();
        const map = [...options.map, ...(await changedMapping(plan, fields, tools.terminal))];
        options = { ...options, map };
        ({ plan, rejects, check } = await lookThrough(source, fields, options, tools));
      }
    }
    const sent =
      keeping === undefined
        ? undefined
        : await secondPass({ api, source, plan, check, options, keeping, tools });
    // Nor can an import be continued whose file has changed.
    if (sent !== undefined) over = isOver(sent.jobs, check, options) || sent.failure?.code === 'file_changed';
    const settled = await settleRejects(rejects, source, plan, sent?.jobs ?? []);
    const summary: Summary = {
      file: options.file,
      rows: check.rows,
      accepted: check.accepted,
      duplicates: check.duplicates,
      rejected: check.rejected,
      suppressed: check.suppressed,
      ...fates(sent, check, options),
      jobs: (sent?.jobs ?? []).map(jobSummary),
      mapping: mappingOf(sent?.plan ?? plan),
      ignored_columns: plan.ignored,
      rejects_file: settled.path,
      resumed: keeping?.past !== undefined,
      dry_run: options.dryRun,
      elapsed_seconds: Math.round((performance.now() - started) / 10) / 100,
    };
    await tell(summary, check, source, plan, options, tools.terminal, sent?.jobs ?? []);
    const unsent = options.dryRun ? await wouldSend(source, plan, check, options) : undefined;
    await tools.publish(summary, unsent);
    const resume = over ? undefined : `newsletter import ${nameToResume(source)} --resume`;
    return {
      summary,
      verdict: verdictOn(summary, sent?.failure ?? settled.failure, options, tools.stop, resume),
    };
  } finally {
    // What has not been put in its place by now is of no use.
    rejects?.discard();
    await keeping?.close(over);
    await source.close(!over);
  }
}

/** What is typed to continue: the file as the user named it, or the copy of standard input. */
function nameToResume(source: Source): string {
  const name = source.name === '-' ? source.path : source.name;
  return /[^\w./@%+=:,-]/.test(name) ? `'${name.replaceAll("'", `'\\''`)}'` : name;
}

/** Finds out how the file is to be read, says so, and judges every row. Nothing is sent. */
async function lookThrough(
  source: Source,
  fields: readonly CustomField[],
  options: ImportOptions,
  { terminal, stop }: ImportTools,
): Promise<{ plan: Plan; rejects: Rejects; check: Check }> {
  const plan = await planImport(source, fields, options);
  terminal.show(planText(source, plan, terminal.paint));
  const rejects = createRejects(options.rejects, options.report, source.path, plan.dialect);
  const progress = terminal.progress('checking', source.bytes);
  try {
    const advance = (bytes: number, rows: number) => progress.update(bytes, `${grouped(rows)} rows`);
    const check = await checkFile(
      source,
      plan.dialect,
      rowReader(plan.rules, 'check'),
      rejects,
      advance,
      stop,
    );
    // A full disk is to be found out before anything is sent.
    rejects.flush();
    return { plan, rejects, check };
  } catch (error) {
    rejects.discard();
    throw error;
  } finally {
    progress.stop();
  }
}

interface Sent {
  readonly plan: Plan;
  /** In the order of sending. */
  readonly jobs: readonly Job[];
  /** What stopped it early. */
  readonly failure: Failure | undefined;
}

interface Checked {
  readonly api: Api;
  readonly source: Source;
  readonly plan: Plan;
  readonly check: Check;
  readonly options: ImportOptions;
  readonly keeping: Keeping;
  readonly tools: ImportTools;
}

async function secondPass(checked: Checked): Promise<Sent> {
  const { api, source, check, options, keeping, tools } = checked;
  const { terminal } = tools;
  if (check.accepted === 0) return { plan: checked.plan, jobs: [], failure: undefined };
  const { journal, before } = await keeping.journal(api, source.digest() ?? '', check.accepted, options);
  const plan = await createFields(api, checked.plan);
  const progress = terminal.progress('importing', check.accepted);
  const dealt = new Map<number, number>();
  let sum = 0;
  const sending: Sending = {
    api,
    rules: options,
    limits: { rows: options.batchSize, bytes: options.maxBody },
    journal,
    skew: before.skew,
    claimed: new Set(before.jobs),
    progress({ from }: Range, rows: number) {
      sum += rows - (dealt.get(from) ?? 0);
      dealt.set(from, rows);
      progress.update(sum);
    },
  };
  try {
    const { jobs, settled } =
      keeping.past === undefined ? { jobs: [], settled: [] } : await recover(keeping.past, sending);
    for (const job of jobs) sending.progress(job, job.rows);
    const { dialect, rules } = plan;
    const batches = makeBatches(source, dialect, rules, check, options.duplicates, sending.limits, settled);
    const ended = (job: Job) => {
      jobs.push(job);
      sending.progress(job, job.rows);
    };
    const failure = await runJobs(sending, batches, ended, tools.stop);
    await batches.return(undefined);
    return { plan, jobs: jobs.sort((a, b) => a.from - b.from), failure };
  } finally {
    progress.stop();
  }
}

function fates(sent: Sent | undefined, check: Check, options: ImportOptions) {
  if (sent === undefined || !options.wait) return addUp(sent?.jobs ?? [], 0);
  return addUp(sent.jobs, check.accepted);
}

async function tell(
  summary: Summary,
  check: Check,
  source: Source,
  plan: Plan,
  options: ImportOptions,
  terminal: Terminal,
  jobs: readonly Job[],
): Promise<void> {
  if (options.dryRun) terminal.show(await sampleText(source, plan, rowReader(plan.rules, 'send')));
  terminal.show(`\n${summaryText(summary, check, options.wait, terminal.paint)}\n`);
  for (const difference of differences(jobs)) terminal.warn(difference);
  if (summary.rejects_file !== null) terminal.note(`rows that were not sent: ${summary.rejects_file}`);
  if (!options.wait) for (const { id } of jobs) terminal.note(`newsletter imports watch ${id}`);
}
