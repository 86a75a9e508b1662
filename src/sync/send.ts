/** Carries out the plan of a sync: creates fields, sends jobs, then changes people one by one. */
import type { ChangeContext } from '../changes/carry-out.ts';
import { sendSteps } from '../changes/carry-out.ts';
import { type Step, stepOf } from '../changes/change.ts';
import { ChangeJournal } from '../changes/journal.ts';
import type { ChangeReport } from '../changes/report.ts';
import type { SyncRun } from '../changes/run.ts';
import { type RunFolder, renamed } from '../changes/runs.ts';
import type { JsonObject } from '../contract/schema.ts';
import { normalizeName } from '../import/columns/header-names.ts';
import { fieldNamed } from '../import/new-fields.ts';
import type { ImportedSubscriber } from '../import/rows/parsed-row.ts';
import { AppendLog } from '../lib/append-log.ts';
import { Failure } from '../lib/failure.ts';
import { unwritable } from '../lib/files/file-errors.ts';
import { readRecords } from '../lib/files/record-file.ts';
import { allFields } from '../people/custom-fields.ts';
import { grouped } from '../terminal/numbers.ts';
import { sendSyncJobs } from './jobs.ts';
import { goesByJob, isJobable, type PlannedPerson, planFile, rowOf } from './planned.ts';

/** A change that the service refused. */
export interface RefusedChange {
  readonly place: number;
}

export const refusedFile = 'refused.log';

export interface SendSettings {
  readonly concurrency: number;
  /** Only finds out what became of an interrupted run. */
  readonly isSettling?: boolean;
}

/** Number of people who go by jobs. */
export function jobCount({ creations, jobable }: SyncRun): number {
  return goesByJob(creations, jobable) ? creations + jobable : 0;
}

/** Whether a planned person goes by a job. */
export function isByJob(planned: PlannedPerson, run: SyncRun): boolean {
  if (planned.do === 'note' || jobCount(run) === 0) return false;
  return planned.do === 'create' || isJobable(planned.change);
}

/** The lines of a plan, with the variables of the fields that were created. */
export async function* plannedPeople(
  folder: RunFolder,
  { variables }: SyncRun,
): AsyncGenerator<PlannedPerson> {
  for await (const planned of readRecords<PlannedPerson>(folder.file(planFile)))
    yield Object.keys(variables).length === 0 ? planned : withVariables(planned, variables);
}

function withVariables(planned: PlannedPerson, variables: Readonly<Record<string, string>>): PlannedPerson {
  const named = <T extends { readonly fields?: JsonObject | undefined }>(one: T): T =>
    one.fields === undefined
      ? one
      : {
          ...one,
          fields: Object.fromEntries(
            Object.entries(one.fields).map(([name, value]) => [variables[name] ?? name, value]),
          ),
        };
  const next = planned.next === null ? null : named(planned.next);
  if (planned.do === 'note') return { ...planned, next };
  if (planned.do === 'create')
    return {
      ...planned,
      person: named(planned.person as { fields?: JsonObject; email: string }) as ImportedSubscriber,
      next: next ?? planned.next,
    };
  return { ...planned, change: renamed(planned.change, variables), next: next ?? planned.next };
}

/**
 * Sends what the journals do not have yet.
 *
 * @param resume the command that resumes it
 * @returns the error that ended it early
 */
export async function sendPlan(
  folder: RunFolder,
  report: ChangeReport,
  { concurrency, isSettling = false }: SendSettings,
  resume: string,
  context: ChangeContext,
): Promise<Failure | undefined> {
  const { api, terminal, stop, deferExit } = context;
  const run = isSettling ? runOf(folder) : await withNewFields(folder, context);
  async function* byJob(): AsyncGenerator<ImportedSubscriber> {
    for await (const planned of plannedPeople(folder, run)) {
      if (planned.do === 'note' || !isByJob(planned, run)) continue;
      yield planned.do === 'create' ? planned.person : rowOf(planned.change);
    }
  }
  const count = jobCount(run);
  const failure = await sendSyncJobs(
    { folder, run, count, people: byJob, concurrency, isSettling },
    {
      api,
      terminal,
      stop,
      deferExit: clear =>
        deferExit(() => {
          clear();
          return `Stopped. To resume: ${resume}`;
        }),
    },
  );
  if (failure !== undefined || isSettling) return failure;
  if (stop.aborted) return new Failure('interrupted', 'interrupted', { hint: resume });
  const changes = (run.changes ?? 0) - count;
  return changes === 0
    ? undefined
    : await sendChanges(folder, run, { changes, report, concurrency, resume }, context);
}

async function sendChanges(
  folder: RunFolder,
  run: SyncRun,
  {
    changes,
    report,
    concurrency,
    resume,
  }: { changes: number; report: ChangeReport; concurrency: number; resume: string },
  context: ChangeContext,
): Promise<Failure | undefined> {
  async function* steps(): AsyncGenerator<Step> {
    for await (const planned of plannedPeople(folder, run))
      if ((planned.do === 'change' || planned.do === 'missing') && !isByJob(planned, run))
        yield stepOf(planned.change);
  }
  const journal = new ChangeJournal(folder.journal);
  const path = folder.file(refusedFile);
  const refused = new AppendLog<RefusedChange>(path, error => unwritable(path, error));
  try {
    return await sendSteps(
      {
        steps: steps(),
        count: changes,
        folder,
        journal,
        report,
        label: 'changing',
        resume,
        soFar: () => `${grouped(report.count('changed'))} of ${grouped(changes)} changed so far`,
        onRefused: ({ place }, { exit }) => {
          // Not found is no refusal: the person has just left.
          if (exit === 5) refused.append({ place });
        },
      },
      concurrency,
      context,
    );
  } finally {
    journal.close();
    refused.close();
  }
}

/** Creates the fields of the plan, unless they are there. */
async function withNewFields(folder: RunFolder, { api, terminal }: ChangeContext): Promise<SyncRun> {
  const run = runOf(folder);
  if (run.new_fields.length === 0) return run;
  const known = await allFields(api);
  const variables: Record<string, string> = {};
  for (const field of run.new_fields) {
    const { variable } = await fieldNamed(api, field, known, message => terminal.warn(message));
    variables[normalizeName(field.name)] = variable;
  }
  folder.update({ variables });
  return runOf(folder);
}

export function runOf(folder: RunFolder): SyncRun {
  const run = folder.read();
  if (run?.kind !== 'sync') throw new Error(`no sync in ${folder.path}`);
  return run;
}
