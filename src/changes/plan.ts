import type { Subscriber } from '../contract/index.ts';
import { RecordFileWriter } from '../lib/files/record-file.ts';
import type { Step } from './change.ts';

/** The decision about a person: a step, no step and why, or `other` for people not concerned. */
export type Decision = Step | 'unchanged' | 'edited' | 'created' | 'other';

/** Maximum number of changes shown in full. */
const shownSteps = 3;

export interface ChangePlan {
  /** Number of people concerned. */
  readonly matched: number;
  /** Of those, people to change. */
  readonly changes: number;
  /** Of those, people created by an import who get a tag or status. */
  readonly marks: number;
  /** Number of people who get another value, by `tags`, `fields.<variable>` or `status`. */
  readonly byField: ReadonlyMap<string, number>;
  /** The first few changes. */
  readonly shown: readonly Step[];
}

/**
 * Decides about each person, and writes the steps to a file.
 *
 * @param people pages of people
 * @param onDecision called with the decision about each person concerned
 * @throws Failure write_failed
 */
export async function makePlan(
  people: AsyncIterable<readonly Subscriber[]>,
  decide: (person: Subscriber) => Decision,
  path: string,
  onDecision: (person: Subscriber, decision: Exclude<Decision, 'other'>) => void,
): Promise<ChangePlan> {
  const steps = new RecordFileWriter<Step>(path);
  const byField = new Map<string, number>();
  const shown: Step[] = [];
  let [matched, marks] = [0, 0];
  try {
    for await (const page of people) {
      for (const person of page) {
        const decision = decide(person);
        if (decision === 'other') continue;
        matched++;
        onDecision(person, decision);
        if (typeof decision === 'string') continue;
        steps.add(decision);
        if (decision.kind === 'mark') marks++;
        if (shown.length < shownSteps) shown.push(decision);
        for (const field of fieldsOf(decision)) byField.set(field, (byField.get(field) ?? 0) + 1);
      }
    }
    steps.commit();
  } finally {
    steps.discard();
  }
  return { matched, changes: steps.count, marks, byField, shown };
}

/** The names of what a change writes: `tags`, `fields.<variable>`, `status`. */
export function fieldsOf({ after, status }: Pick<Step, 'after' | 'status'>): string[] {
  return [
    ...(after.tags === undefined ? [] : ['tags']),
    ...Object.keys(after.fields ?? {}).map(variable => `fields.${variable}`),
    ...(status === undefined ? [] : ['status']),
  ];
}
