import type { Subscriber } from '../contract/index.ts';
import { RecordFileWriter } from '../lib/record-file.ts';
import type { Step } from './change.ts';

/** What becomes of somebody: a step, nothing and why, or `other` for people whom it is not about. */
export type Decision = Step | 'unchanged' | 'edited' | 'created' | 'other';

/** How many changes a plan shows in full. */
const shownSteps = 3;

/** What is going to be done. */
export interface ChangePlan {
  /** People whom it is about. */
  readonly matched: number;
  /** Of those, the ones who change. */
  readonly changes: number;
  /** Of those, the ones whom an import created, and who are marked. */
  readonly marks: number;
  /** How many people get another value, by `tags`, `fields.<variable>` or `status`. */
  readonly byField: ReadonlyMap<string, number>;
  /** The first few changes. */
  readonly shown: readonly Step[];
}

/**
 * Decides about everybody, and writes the steps to a file.
 *
 * @param people pages of people
 * @param onDecision told what becomes of everybody whom it is about
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

function fieldsOf({ after, status }: Step): string[] {
  return [
    ...(after.tags === undefined ? [] : ['tags']),
    ...Object.keys(after.fields ?? {}).map(variable => `fields.${variable}`),
    ...(status === undefined ? [] : ['status']),
  ];
}
