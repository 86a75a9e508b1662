import { type Change, renamed } from '../changes/change.ts';
import { CreatedPeople } from '../changes/journal.ts';
import { runFacts } from '../changes/run-facts.ts';
import type { RunFolder } from '../changes/runs.ts';
import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { Failure } from '../lib/failure.ts';
import { inputName } from '../lib/files/file-errors.ts';
import type { TagsRule } from '../people/tags.ts';
import { type ComparedImport, type PlannedImport, peopleToSend } from './account/compare-import.ts';
import { checkFirstChanged } from './account/first-changed.ts';
import { arrivedBatches, type SentImport } from './account/verify.ts';
import { decided } from './decisions.ts';
import type { Batch } from './jobs/batch.ts';
import { makeBatches } from './jobs/batches.ts';
import type { ImportSession } from './jobs/import-session.ts';
import { type ImportJob, skippedIn } from './jobs/job.ts';
import { sendJobs } from './jobs/send-jobs.ts';
import { withCreatedFields } from './new-fields.ts';
import type { ImportedSubscriber } from './rows/parsed-row.ts';
import type { ImportContext } from './state.ts';

/** The account that is imported into, with the lock of the import and the folder of its run. */
export interface ImportTarget {
  readonly api: Api;
  readonly session: ImportSession;
  /** Created when something is written to it. */
  readonly folder: RunFolder;
  /** The account's custom fields; `mapped` are those of the first run. */
  readonly fields: Readonly<Record<'mapped' | 'current', readonly CustomField[]>>;
  /** The command that resumes the import. */
  readonly resume: (existingTags?: TagsRule) => string;
}

/**
 * The second pass: creates the custom fields, reads the files again and sends the accepted rows.
 *
 * @throws Failure file_changed, write_failed; any failure of creating a field
 */
export async function sendImport(
  planned: PlannedImport,
  target: ImportTarget,
  context: ImportContext,
): Promise<SentImport> {
  const { checked, compared } = planned;
  const { files, options } = checked;
  const { api, session, folder, fields } = target;
  const { terminal, stop } = context;
  if (session.previous === undefined) await beginRun(folder, planned, context);
  const rows = peopleToSend(planned);
  if (rows === 0) return { files, jobs: [], failure: undefined, last: [] };
  const journal = await session.journal(decided(checked, fields.mapped, folder.id));
  const existing = session.previous === undefined ? [] : fields.current;
  const warn = (message: string) => terminal.warn(message);
  const { files: sent, variables } = await withCreatedFields(api, files, existing, warn);
  folder.update({ variables });
  const created = compared.counts === null ? undefined : new CreatedPeople(folder.created);
  const isSent = sentPeople(compared, created);
  const last: Batch[] = [];
  const spare: Buffer[] = [];
  const ended = await sendJobs({
    ...{ api, terminal, options, journal, rows, stop },
    previous: session.previous?.batches ?? [],
    first: firstChanged(planned, target, variables),
    batches: (limits, finished) =>
      makeBatches({ ...checked, files: sent }, { limits, finished, spare, isSent }),
    // From here on they may be in the account.
    onSend: () => created?.flush(),
    onEnd: batch => {
      const earlier = last.push(batch) > options.concurrency ? last.shift() : undefined;
      for (const { json } of earlier?.slices ?? []) spare.push(json);
    },
    findArrived: async lost => await arrivedBatches(lost, checked, sent, { ...context, ...target, compared }),
    deferExit: clear =>
      context.deferExit(() => {
        clear();
        checked.rejects.discard();
        return `Stopped. To resume: ${target.resume()}`;
      }),
  });
  return { files: sent, ...ended, last };
}

/** Stores the run before anything is sent. @throws Failure write_failed */
async function beginRun(
  folder: RunFolder,
  { checked: { validation, options }, compared: { counts, notCompared } }: PlannedImport,
  { service, profile, account }: ImportContext,
): Promise<void> {
  const { id, name } = await account();
  if (validation.accepted === 0) return;
  folder.make();
  folder.save({
    ...runFacts(folder, 'import', { account: { id, baseUrl: service }, accountName: name, profile }),
    what: `import ${options.files.map(inputName).join(', ')}`,
    changes: counts === null ? null : counts.new + counts.changed,
    files: options.files,
    accepted: validation.accepted,
    created: null,
    updated: null,
    unchanged: counts?.unchanged ?? null,
    compared: counts,
    not_compared: notCompared,
    given_tags: options.tag,
    tag_ids: options.tagId.length,
    tags: null,
    variables: {},
  });
}

/** Selects the accepted people to send, and notes the new ones. */
function sentPeople(
  { unchanged, changed }: ComparedImport,
  created: CreatedPeople | undefined,
): (subscriber: ImportedSubscriber) => boolean {
  let next = 0;
  return ({ email }) => {
    const place = next++;
    if (unchanged?.has(place)) return false;
    if (changed?.has(place) === false) created?.add(email);
    return true;
  };
}

/** The batches up to the first people who change are read back before others are sent. @param variables of created fields */
function firstChanged(
  { checked: { options }, compared }: PlannedImport,
  { api, folder }: ImportTarget,
  variables: Readonly<Record<string, string>>,
) {
  const [first] = compared.first;
  if (first === undefined || !options.wait || folder.readImport()?.tags === 'add') return undefined;
  const check = async (jobs: readonly ImportJob[]): Promise<Failure | undefined> => {
    const isIn = ({ place }: Change) =>
      jobs.some(({ status, from, to }) => status === 'completed' && place >= from && place < to);
    const people = compared.first.filter(isIn).map(change => renamed(change, variables));
    const hasSkipped = jobs.some(job => skippedIn(job) > 0);
    const expected = { tags: options.existingTags, hasSkipped };
    const { rule, failure } = await checkFirstChanged(people, expected, api);
    // What is not stored as sent ends the import once: --resume goes on.
    if (failure?.code === 'not_as_sent') folder.update({ tags: 'add' });
    else if (rule !== undefined) folder.update({ tags: rule });
    return failure;
  };
  return { upTo: first.place, check };
}
