/** The main job as one story: from a file to the account, with every row accounted for. */
import type { Readable } from 'node:stream';
import type { CustomField } from '../contract/index.ts';
import { Failure } from '../failure.ts';
import type { Api } from '../http/api.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type BatchLimits, makeBatches } from './batches.ts';
import { type Check, checkFile, dataRows } from './check.ts';
import { type Job, runJobs } from './jobs.ts';
import type { ImportOptions } from './options.ts';
import { createFields, mappingOf, type Plan, planImport } from './plan.ts';
import { planText, sampleText } from './preview.ts';
import { rowReader } from './reading.ts';
import { createRejects, type Rejects } from './rejects.ts';
import { openSource, type Source } from './source.ts';
import {
  addUp,
  checkText,
  count,
  counted,
  differences,
  jobSummary,
  type Summary,
  summaryText,
} from './summary.ts';

/** What an import needs of the world around it. */
export interface ImportTools {
  readonly terminal: Terminal;
  readonly stdin: Readable;
  readonly api: () => Promise<Api>;
  /** To be awaited before the first write. */
  readonly beforeWrite: () => Promise<void>;
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
  options: ImportOptions,
  tools: ImportTools,
): Promise<{ summary: Summary; verdict: Failure | undefined }> {
  const started = performance.now();
  const source = await openSource(options.file, tools.stdin, options.encoding);
  try {
    const api = await tools.api();
    const fields = await allFields(api);
    const plan = await planImport(source, fields, options);
    tools.terminal.show(planText(source, plan, tools.terminal.paint));
    const rejects = createRejects(options.rejects, options.report, source.path, plan.dialect);
    const check = await firstPass(source, plan, rejects, tools);
    const sent = options.dryRun
      ? undefined
      : await secondPass(api, source, plan, check, options, tools).catch(error => {
          rejects.discard();
          throw error;
        });
    const rejectsFile = await settleRejects(rejects, source, plan, sent?.jobs ?? []);
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
      rejects_file: rejectsFile,
      resumed: false,
      dry_run: options.dryRun,
      elapsed_seconds: Math.round((performance.now() - started) / 10) / 100,
    };
    await tell(summary, check, source, plan, options, tools.terminal, sent?.jobs ?? []);
    return {
      summary,
      verdict: verdictOn(summary, sent?.failure, options, tools.stop),
    };
  } finally {
    await source.close();
  }
}

async function allFields(api: Api): Promise<CustomField[]> {
  const fields: CustomField[] = [];
  for await (const page of api.pages('listFields')) fields.push(...page.data);
  return fields;
}

async function firstPass(source: Source, plan: Plan, rejects: Rejects, tools: ImportTools): Promise<Check> {
  const progress = tools.terminal.progress('checking', source.bytes);
  try {
    const advance = (bytes: number, rows: number) => progress.update(bytes, `${count(rows)} rows`);
    const read = rowReader(plan.rules, 'check');
    const check = await checkFile(source, plan.dialect, read, rejects, advance, tools.stop);
    // A full disk is to be found out before anything is sent.
    rejects.flush();
    return check;
  } catch (error) {
    rejects.discard();
    throw error;
  } finally {
    progress.stop();
  }
}

interface Sent {
  readonly plan: Plan;
  readonly jobs: readonly Job[];
  /** What stopped it early. */
  readonly failure: Failure | undefined;
}

async function secondPass(
  api: Api,
  source: Source,
  checked: Plan,
  check: Check,
  options: ImportOptions,
  tools: ImportTools,
): Promise<Sent> {
  const { terminal } = tools;
  if (check.accepted === 0) return { plan: checked, jobs: [], failure: undefined };
  await tools.beforeWrite();
  await agree(checked, check, options, terminal);
  const plan = await createFields(api, checked);
  const jobs: Job[] = [];
  const limits: BatchLimits = {
    rows: options.batchSize,
    bytes: options.maxBody,
  };
  const batches = makeBatches(
    source,
    plan.dialect,
    rowReader(plan.rules, 'send'),
    check.addresses,
    options.duplicates,
    limits,
  );
  const progress = terminal.progress('importing', check.accepted);
  let done = 0;
  const ended = (job: Job) => {
    jobs.push(job);
    done += job.rows;
    progress.update(done, counted(jobs.length, 'job'));
  };
  try {
    const failure = await runJobs(api, batches, limits, options, ended, tools.stop);
    return { plan, jobs, failure };
  } finally {
    progress.stop();
    await batches.return(undefined);
  }
}

/** On a terminal somebody is asked, once all is known and before anything is sent. */
async function agree(plan: Plan, check: Check, options: ImportOptions, terminal: Terminal): Promise<void> {
  const people = counted(check.accepted, 'subscriber');
  if (
    options.includeSuppressed &&
    !(await terminal.confirm(`Import ${people}, even those who must not be mailed?`, '--yes'))
  ) {
    throw new Failure('declined', 'nothing was sent');
  }
  if (options.includeSuppressed || !terminal.interactive) return;
  terminal.show(`\n${checkText(check, terminal.paint)}\n`);
  const created =
    plan.newFields.length === 0 ? '' : ` and create ${counted(plan.newFields.length, 'custom field')}`;
  const apart = check.rows - check.accepted;
  const leaving = apart === 0 ? '' : `, leaving out ${counted(apart, 'row')}`;
  if (!(await terminal.confirm(`Import ${people}${leaving}${created}?`, '--yes'))) {
    throw new Failure('declined', 'nothing was sent');
  }
}

/** Adds the rows of jobs that did not end well to the rejects, and puts the files in their place. */
async function settleRejects(
  rejects: Rejects,
  source: Source,
  plan: Plan,
  jobs: readonly Job[],
): Promise<string | null> {
  const reasons = new Map<number, string>();
  for (const job of jobs) {
    if (job.status === 'pending' || job.status === 'processing') continue;
    const reason = `${job.status.replace('_', ' ')}: ${job.error ?? 'the service gave no reason'}`;
    for (const line of job.lines) reasons.set(line, reason);
  }
  if (reasons.size > 0) {
    for await (const rows of dataRows(source, plan.dialect)) {
      for (const row of rows) {
        const reason = reasons.get(row.line);
        if (reason !== undefined) rejects.add(row, 'job_failed', reason);
      }
    }
  }
  return rejects.commit();
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
  if (summary.rejects_file !== null) {
    terminal.note(`rows that were not sent: ${summary.rejects_file}`);
  }
  if (!options.wait) for (const { id } of jobs) terminal.note(`newsletter imports watch ${id}`);
}

/** The failure to end with once the summary is out; undefined when every accepted row is in and none was rejected. */
function verdictOn(
  summary: Summary,
  failure: Failure | undefined,
  options: ImportOptions,
  stop: AbortSignal,
): Failure | undefined {
  const hint =
    summary.rejects_file === null
      ? undefined
      : `mend the rows in ${summary.rejects_file} and import that file`;
  if (stop.aborted)
    return new Failure('interrupted', `interrupted: ${notIn(summary)}`, {
      hint,
    });
  if (summary.unknown > 0) {
    return new Failure(
      'outcome_unknown',
      `${counted(summary.unknown, 'row')} may or may not be in the account`,
      {
        details: failure === undefined ? [] : [failure.message, ...failure.details],
        hint: 'newsletter imports list; sending the same rows again does no harm',
        cause: failure,
      },
    );
  }
  if (failure !== undefined && summary.created + summary.updated + summary.skipped === 0) return failure;
  if (summary.failed > 0 || summary.skipped > 0) {
    return new Failure('partly_done', notIn(summary), {
      details: failure === undefined ? [] : [failure.message, ...failure.details],
      hint,
      cause: failure,
    });
  }
  if (summary.rejected > 0 && !options.allowRejects) {
    return new Failure('partly_done', `${counted(summary.rejected, 'row')} rejected`, { hint });
  }
  return undefined;
}

function notIn({ failed, skipped, rejected, accepted }: Summary): string {
  const parts = [
    failed > 0 ? `${counted(failed, 'row')} of ${count(accepted)} did not get in` : '',
    skipped > 0 ? `the service skipped ${counted(skipped, 'row')}` : '',
    rejected > 0 ? `${counted(rejected, 'row')} rejected` : '',
  ];
  return parts.filter(part => part !== '').join(', ') || 'every accepted row is in';
}
