/** The lines of a plan, which is the change set of its run: everybody of whom something is done, or remembered anew. */
import { type Change, type Step, stepOf } from '../changes/change.ts';
import type { SyncRun } from '../changes/run-facts.ts';
import type { RunFolder } from '../changes/runs.ts';
import { RecordFileWriter, readRecords } from '../lib/files/record-file.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import type { KnownPerson } from './state.ts';

/** A person to create, who has no id, or to change; `missing`: from the source. */
export interface WrittenPerson extends Change {
  readonly do: 'create' | 'change' | 'missing';
  readonly next: KnownPerson;
  /** Where the source has the person: `line 6`. */
  readonly row?: string | undefined;
  /** The person is marked in the source as not to be emailed: sent also when a limit stops the rest. */
  readonly isOptOut?: boolean;
}

/** A line of the plan. `note`: nothing is to be done, but to remember what has changed; `next` null: to be forgotten. */
export type PlannedPerson =
  | WrittenPerson
  | { readonly do: 'note'; readonly email: string; readonly next: KnownPerson | null };

/** What to type to run a sync again. */
export const lineOf = ({ files, sync }: Pick<SyncRun, 'files' | 'sync'>) =>
  `newsletter sync ${files.map(shellWord).join(' ')} --name ${sync}`;

/** The same, as only its files and its name are kept. */
export const againWith = (run: Pick<SyncRun, 'files' | 'sync'>, option = '') =>
  `${lineOf(run)}${option}, with the other options of this run`;

/** The steps of a plan: a request each. */
export async function* stepsOf(folder: RunFolder, run: Pick<SyncRun, 'variables'>): AsyncGenerator<Step> {
  for await (const planned of folder.readChanges(run.variables)) yield stepFor(planned as WrittenPerson);
}

export function stepFor(person: WrittenPerson): Step {
  const { email, after } = person;
  return person.do === 'create' ? { ...person, kind: 'create', body: { email, ...after } } : stepOf(person);
}

/** Leaves out everybody whom the source does not mark. @returns who is marked @throws Failure write_failed */
export async function keepOptOuts(folder: RunFolder): Promise<WrittenPerson[]> {
  const optOuts: WrittenPerson[] = [];
  const plan = new RecordFileWriter<PlannedPerson>(folder.changes);
  try {
    for await (const planned of readRecords<PlannedPerson>(folder.changes)) {
      if (planned.do === 'note' || planned.isOptOut !== true) continue;
      plan.add(planned);
      optOuts.push(planned);
    }
    plan.commit();
    return optOuts;
  } finally {
    plan.discard();
  }
}
