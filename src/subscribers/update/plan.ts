import type { Subscriber } from '../../contract/index.ts';
import { RecordFileWriter } from '../../lib/record-file.ts';
import type { UpdateStep } from './wishes.ts';

/** A step, and its place in its plan: the same in every run that continues it. */
export interface PlannedStep extends UpdateStep {
  readonly place: number;
}

/** What becomes of somebody: a step, nothing, or nothing because of an edit in between. */
export type Decision = UpdateStep | 'unchanged' | 'edited' | 'other';

/** How many changes a plan shows in full. */
const shownSteps = 3;
/** How many people who were edited since a plan names. */
const namedPeople = 20;

/** What an update is going to do. */
export interface UpdatePlan {
  /** People whom it is about. */
  readonly matched: number;
  /** Of those, the ones who change. */
  readonly changes: number;
  /** How many people get another value, by `tags`, `fields.<variable>` or `status`. */
  readonly byField: ReadonlyMap<string, number>;
  /** The first few changes. */
  readonly shown: readonly UpdateStep[];
  /** People who were edited since, and are left alone; and the addresses of the first few. */
  readonly edited: number;
  readonly editedNames: readonly string[];
}

/**
 * Decides about everybody, and writes the steps to a file.
 *
 * @param people pages of people
 * @param decide `other` for people whom the update is not about
 * @param onLeft told of everybody else who is not changed
 * @throws Failure write_failed
 */
export async function makePlan<S extends UpdateStep>(
  people: AsyncIterable<readonly Subscriber[]>,
  decide: (person: Subscriber) => S | Exclude<Decision, UpdateStep>,
  path: string,
  onLeft: (person: Subscriber, why: 'unchanged' | 'edited') => void,
): Promise<UpdatePlan> {
  const steps = new RecordFileWriter<S>(path);
  const byField = new Map<string, number>();
  const shown: UpdateStep[] = [];
  const editedNames: string[] = [];
  let [matched, edited] = [0, 0];
  try {
    for await (const page of people) {
      for (const person of page) {
        const decision = decide(person);
        if (decision === 'other') continue;
        matched++;
        if (decision === 'edited' && ++edited <= namedPeople) editedNames.push(person.email);
        if (typeof decision === 'string') {
          onLeft(person, decision);
          continue;
        }
        steps.add(decision);
        if (shown.length < shownSteps) shown.push(decision);
        for (const field of fieldsOf(decision)) byField.set(field, (byField.get(field) ?? 0) + 1);
      }
    }
    steps.commit();
  } finally {
    steps.discard();
  }
  return { matched, changes: steps.count, byField, shown, edited, editedNames };
}

function fieldsOf({ after, status }: UpdateStep): string[] {
  return [
    ...(after.tags === undefined ? [] : ['tags']),
    ...Object.keys(after.fields ?? {}).map(variable => `fields.${variable}`),
    ...(status === undefined ? [] : ['status']),
  ];
}
