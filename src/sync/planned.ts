/** The lines of a plan, and how each goes to the service. */
import type { Change } from '../changes/change.ts';
import type { ImportedSubscriber } from '../import/rows/parsed-row.ts';
import { hasTags } from '../people/tags.ts';
import type { KnownPerson } from './decide.ts';

/** The name of the plan in the folder of its run. */
export const planFile = 'plan.ndjson';

/** A person to create. */
export interface Creation {
  readonly do: 'create';
  readonly person: ImportedSubscriber;
  readonly next: KnownPerson;
  /** To remember if the service refuses it. */
  readonly digest: string;
}

/** A person to change. */
export interface PlannedChange {
  readonly do: 'change' | 'missing';
  readonly change: Change;
  readonly next: KnownPerson;
  readonly digest: string;
}

/** A line of the plan; `note`: there is nothing to do, but something to remember, or (null) to forget. */
export type PlannedPerson =
  | Creation
  | PlannedChange
  | { readonly do: 'note'; readonly email: string; readonly next: KnownPerson | null };

export type WrittenPerson = Creation | PlannedChange;

/**
 * Whether an import job can make a change: it sets values and adds tags, but clears nothing, and gives no status
 * (service.txt does not show how).
 */
export function isJobable({ before, after, status }: Change): boolean {
  if (status !== undefined) return false;
  if (Object.values(after.fields ?? {}).some(value => value === null || value === '')) return false;
  return after.tags === undefined || hasTags(after.tags, before.tags ?? []);
}

/**
 * Whether what import jobs can do goes by jobs: the fewest requests that write. One change alone is a PATCH, whose
 * response shows the result.
 */
export function goesByJob(creations: number, jobable: number): boolean {
  return creations > 0 || jobable > 1;
}

/** What a job sends of a change: all tags, so that it does not matter whether the service adds or replaces them. */
export function rowOf({ email, after: { fields, tags } }: Change): ImportedSubscriber {
  return { email, ...(fields && { fields }), ...(tags && { tags }) } as ImportedSubscriber;
}
