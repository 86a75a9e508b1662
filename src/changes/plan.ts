/** The plan of many changes: a file of steps, one for each person to change. */
import type { Subscriber } from '../contract/index.ts';
import { RecordFileWriter } from '../lib/files/record-file.ts';
import { changedFields, type Decision, isStatusOnly, type Step } from './change.ts';
import type { ChangePlan, ChangeReport } from './report.ts';

/** Maximum number of changes shown in full. */
const shownSteps = 3;

/** How each person is decided about, and where the steps go. */
export interface Planning {
  readonly decide: (person: Subscriber) => Decision;
  /** Where to write the steps. */
  readonly plan: string;
  /** All addresses that people get; undefined: none. */
  readonly newAddresses?: NewAddresses | undefined;
}

/**
 * Decides about each person, and writes the steps to a file. Changes of an address come last: whether another person has
 * the new address is known once all people were read.
 *
 * @param people pages of people
 * @param report gets those who are not changed
 * @throws Failure write_failed
 */
export async function makePlan(
  people: AsyncIterable<readonly Subscriber[]>,
  { decide, plan, newAddresses }: Planning,
  report: ChangeReport,
): Promise<ChangePlan> {
  const steps = new RecordFileWriter<Step>(plan);
  const byField = new Map<string, number>();
  const shown: Step[] = [];
  const moving: Step[] = [];
  let [matched, marks, statuses] = [0, 0, 0];
  const add = (step: Step) => {
    steps.add(step);
    if (step.kind === 'mark') {
      marks++;
      // A person created by a run stays, with or without the new status.
      report.add('created', step.email, step.id);
    }
    if (isStatusOnly(step)) statuses++;
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
        if (typeof decision === 'string') report.add(decision, person.email, person.id);
        else if (decision.after.email === undefined) add(decision);
        else moving.push(decision);
      }
    }
    for (const step of moving) {
      if (newAddresses?.give(step.after.email ?? '', step.id) === true) add(step);
      else report.add('address_in_use', step.email, step.id);
    }
    steps.commit();
  } finally {
    steps.discard();
  }
  return { matched, changes: steps.count, marks, statuses, byField, shown };
}

/** The only place that decides whether a person may get another address: not if another person has it. */
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
