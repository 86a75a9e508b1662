import type { Subscriber } from '../contract/index.ts';
import { RecordFileWriter } from '../lib/files/record-file.ts';
import type { Step } from './change.ts';

/** The decision about a person: a step, no step and why, or `other` for people not concerned. */
export type Decision = Step | 'unchanged' | 'edited' | 'created' | 'other';

/** A decision about a person concerned; `address_in_use`: another person has the new address. */
export type Concern = Exclude<Decision, 'other'> | 'address_in_use';

/** Maximum number of changes shown in full. */
const shownSteps = 3;

export interface ChangePlan {
  /** Number of people concerned. */
  readonly matched: number;
  /** Of those, people to change. */
  readonly changes: number;
  /** Of those, people created by an import who get a tag or status. */
  readonly marks: number;
  /** Number of people who get another value, by `email`, `tags`, `fields.<variable>` or `status`. */
  readonly byField: ReadonlyMap<string, number>;
  /** The first few changes. */
  readonly shown: readonly Step[];
}

/**
 * Decides about each person, and writes the steps to a file. Those who get another address come last: whether somebody
 * else has it is known when everybody was seen.
 *
 * @param people pages of people
 * @param onDecision called with the decision about each person concerned
 * @throws Failure write_failed
 */
export async function makePlan(
  people: AsyncIterable<readonly Subscriber[]>,
  decide: (person: Subscriber) => Decision,
  path: string,
  {
    onDecision,
    newAddresses,
  }: {
    readonly onDecision: (person: Pick<Subscriber, 'id' | 'email'>, decision: Concern) => void;
    readonly newAddresses: NewAddresses | undefined;
  },
): Promise<ChangePlan> {
  const steps = new RecordFileWriter<Step>(path);
  const byField = new Map<string, number>();
  const shown: Step[] = [];
  const moving: Step[] = [];
  let [matched, marks] = [0, 0];
  const add = (step: Step) => {
    steps.add(step);
    if (step.kind === 'mark') marks++;
    if (shown.length < shownSteps) shown.push(step);
    for (const field of changedFields(step)) byField.set(field, (byField.get(field) ?? 0) + 1);
  };
  try {
    for await (const page of people) {
      for (const person of page) {
        newAddresses?.see(person);
        const decision = decide(person);
        if (decision === 'other') continue;
        matched++;
        if (typeof decision === 'object' && decision.after.email !== undefined) {
          moving.push(decision);
          continue;
        }
        onDecision(person, decision);
        if (typeof decision === 'object') add(decision);
      }
    }
    for (const step of moving) {
      const isFree = newAddresses?.give(step.after.email ?? '', step.id) === true;
      onDecision(step, isFree ? step : 'address_in_use');
      if (isFree) add(step);
    }
    steps.commit();
  } finally {
    steps.discard();
  }
  return { matched, changes: steps.count, marks, byField, shown };
}

/** The names of what a change writes: `email`, `tags`, `fields.<variable>`, `status`. */
export function changedFields({ after, status }: Pick<Step, 'after' | 'status'>): string[] {
  return [
    ...(after.email === undefined ? [] : ['email']),
    ...(after.tags === undefined ? [] : ['tags']),
    ...Object.keys(after.fields ?? {}).map(variable => `fields.${variable}`),
    ...(status === undefined ? [] : ['status']),
  ];
}

/**
 * The only place that decides whether somebody may get another address: not if another person has it, since that is no
 * correction, but the same person twice.
 */
export class NewAddresses {
  readonly #keyOf: (email: string) => string;
  /** By the normalized address: the id of the person who has it, or will; empty: none is known. */
  readonly #owners = new Map<string, string>();

  /** @param keyOf normalizes an address */
  constructor(keyOf: (email: string) => string) {
    this.#keyOf = keyOf;
  }

  /** To be called for all new addresses, before the list is read. */
  add(email: string): void {
    this.#owners.set(this.#keyOf(email), '');
  }

  /** To be called for each person of the account. */
  see({ id, email }: Pick<Subscriber, 'id' | 'email'>): void {
    if (this.#owners.size === 0) return;
    const key = this.#keyOf(email);
    if (this.#owners.has(key)) this.#owners.set(key, id);
  }

  /** Gives an address to a person, once the list was read. @returns whether no other person has it */
  give(email: string, id: string): boolean {
    const key = this.#keyOf(email);
    const owner = this.#owners.get(key) ?? '';
    if (owner !== '' && owner !== id) return false;
    this.#owners.set(key, id);
    return true;
  }
}
