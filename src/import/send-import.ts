import type { RunFolder } from '../changes/runs.ts';
import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { Failure } from '../lib/failure.ts';
import type { ComparedImport } from './account/compare-import.ts';
import { ImportWatch } from './account/watch-import.ts';
import { normalizeName } from './columns/header-names.ts';
import { decided } from './decisions.ts';
import { makeBatches } from './jobs/batches.ts';
import type { ImportSession } from './jobs/import-session.ts';
import type { ImportJob } from './jobs/job.ts';
import { sendJobs } from './jobs/send-jobs.ts';
import { createsForOthers, withFields } from './shards/fields.ts';
import type { CheckedImport, ImportPlan, PassContext } from './state.ts';

export interface AccountFields {
  /** Used for the mapping: in a resumed import, the fields of the first run. */
  readonly mapped: readonly CustomField[];
  /** The fields now. */
  readonly current: readonly CustomField[];
}

interface SendContext extends PassContext {
  /**
   * After this call the first Ctrl-C lets jobs in progress finish; the second clears the screen and shows how to
   * resume.
   */
  readonly deferExit: (clear: () => void) => void;
}

/** The result of the second pass. */
export interface SentImport {
  /** The plans, with the created custom fields. */
  readonly plans: readonly ImportPlan[];
  /** In the order of sending. */
  readonly jobs: readonly ImportJob[];
  /** The error that ended it early. */
  readonly failure: Failure | undefined;
  /** What was observed while sending; undefined: nothing was sent. */
  readonly watch: ImportWatch | undefined;
}

interface PlannedImport {
  readonly checked: CheckedImport;
  readonly compared: ComparedImport;
  readonly api: Api;
  readonly session: ImportSession;
  readonly fields: AccountFields;
  /** The run's folder on this machine. */
  readonly folder: RunFolder;
}

/**
 * The second pass: creates the custom fields, reads the files again and sends the accepted rows.
 *
 * @throws Failure file_changed, write_failed; any failure of creating a field
 */
export async function sendImport(
  { checked, compared, api, session, fields, folder }: PlannedImport,
  { terminal, stop, deferExit }: SendContext,
): Promise<SentImport> {
  const { files, validation, options } = checked;
  const { accepted } = validation;
  const planned = files.map(({ plan }) => plan);
  const toSend = accepted - (compared.counts?.unchanged ?? 0);
  const context = { api, terminal, stop };
  if (toSend === 0) {
    const plans = createsForOthers(options, planned)
      ? await withFields(planned, fields.current, options, context)
      : planned;
    return { plans, jobs: [], failure: undefined, watch: undefined };
  }
  const journal = await session.journal(decided(checked, fields.mapped, folder.id));
  const existing = session.previous === undefined ? [] : fields.current;
  const plans = await withFields(planned, existing, options, context);
  folder.update({ variables: createdVariables(planned, plans) });
  const watch = new ImportWatch({ api, terminal, options, compared, folder });
  const sent = files.map(({ source, plan }, i) => ({ source, plan: plans[i] ?? plan }));
  const isSent = watch.selection();
  const rule = options.duplicates;
  const { jobs, failure } = await sendJobs(
    {
      journal,
      previous: session.previous,
      options,
      limits: { rows: options.batchSize, bytes: options.maxBody },
      rows: toSend,
      observer: watch,
      onResumed: async earlier => await watch.resume(earlier),
      batches: (limits, finished) => makeBatches({ files: sent, validation, rule, limits, finished, isSent }),
    },
    { api, terminal, stop, deferExit },
  );
  return { plans, jobs, failure, watch };
}

/** Names of the created fields, by their expected names. */
function createdVariables(
  planned: readonly ImportPlan[],
  plans: readonly ImportPlan[],
): Readonly<Record<string, string>> {
  const pairs = planned.flatMap(({ newFields }, i) =>
    newFields.flatMap(({ column, name }) => {
      const target = plans[i]?.mapping.targets[column];
      return target?.to === 'field' ? [[normalizeName(name), target.variable] as const] : [];
    }),
  );
  return Object.fromEntries(pairs);
}
