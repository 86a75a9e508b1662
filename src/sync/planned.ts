/** The lines of a plan, in the folder of its run: what is to be done about each person. */
import { type Change, renamed, type Step, stepOf, withVariables } from '../changes/change.ts';
import type { SyncRun } from '../changes/run-facts.ts';
import type { RunFolder } from '../changes/runs.ts';
import { RecordFileWriter, readRecords } from '../lib/files/record-file.ts';
import type { KnownPerson } from './state.ts';

/** The name of the plan in the folder of its run. */
export const planFile = 'plan.ndjson';

/** A person to create or to change; `missing`: from the source. The change of a new person has no id. */
export interface WrittenPerson {
  readonly do: 'create' | 'change' | 'missing';
  readonly change: Change;
  /** What the last run has left of them. */
  readonly before?: KnownPerson | undefined;
  readonly next: KnownPerson;
  /** Where the source has the person: `line 6`. */
  readonly row?: string | undefined;
  /** The person is marked in the source as not to be emailed: sent also when a limit stops the rest. */
  readonly isOptOut?: boolean;
}

/** A line of the plan, which has everybody who is known: `note`: nothing is to be done; `next` null: to be forgotten. */
export type PlannedPerson =
  | WrittenPerson
  | { readonly do: 'note'; readonly before?: KnownPerson | undefined; readonly next: KnownPerson | null };

export const isWritten = (planned: PlannedPerson): planned is WrittenPerson => 'change' in planned;

/** The plan of a run, with the variables of the fields that were created. */
export async function* plannedPeople(
  folder: RunFolder,
  { variables }: Pick<SyncRun, 'variables'>,
): AsyncGenerator<PlannedPerson> {
  for await (const planned of readRecords<PlannedPerson>(folder.file(planFile))) {
    if (!isWritten(planned))
      yield { ...planned, next: planned.next && withVariables(planned.next, variables) };
    else
      yield {
        ...planned,
        change: renamed(planned.change, variables),
        next: withVariables(planned.next, variables),
      };
  }
}

/** The steps of a plan: a request each. */
export async function* stepsOf(folder: RunFolder, run: Pick<SyncRun, 'variables'>): AsyncGenerator<Step> {
  for await (const planned of plannedPeople(folder, run)) if (isWritten(planned)) yield stepFor(planned);
}

export function stepFor({ do: what, change, row }: WrittenPerson): Step {
  const { email, after } = change;
  if (what !== 'create') return { ...stepOf(change), row };
  return { ...change, kind: 'create', body: { email, ...after }, row };
}

/**
 * Leaves everybody in a plan as they are, but for the people who are marked in the source as not to be emailed.
 *
 * @returns these: they are within the limits
 * @throws Failure write_failed
 */
export async function keepOptOuts(folder: RunFolder): Promise<WrittenPerson[]> {
  const optOuts: WrittenPerson[] = [];
  const plan = new RecordFileWriter<PlannedPerson>(folder.file(planFile));
  try {
    for await (const planned of readRecords<PlannedPerson>(folder.file(planFile))) {
      const isOptOut = isWritten(planned) && planned.isOptOut === true;
      if (isOptOut) optOuts.push(planned);
      const { before = null } = planned;
      plan.add(isOptOut ? planned : { do: 'note', next: before });
    }
    plan.commit();
    return optOuts;
  } finally {
    plan.discard();
  }
}
