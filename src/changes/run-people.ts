import { endpoints, type Subscriber } from '../contract/index.ts';
import { requireFields } from '../http/required-fields.ts';
import { DiskIndex } from '../people/disk-index.ts';
import { hasTags } from '../people/tags.ts';
import { type Change, hasValues, type PersonValues, type Step } from './change.ts';
import { readCreatedPeople } from './created-people.ts';
import { changesDone } from './journal.ts';
import { NewAddresses } from './new-addresses.ts';
import type { Decision } from './plan.ts';
import { rulesOf } from './run.ts';
import type { FoundRun } from './runs.ts';
import { isFromElsewhere, restoringStep, undoState } from './undo-state.ts';

/** The tag or status for people created by the import. */
export interface CreatedMark {
  readonly tag: string | undefined;
  readonly status: string | undefined;
}

/** A person created by an import; the id is not always known. */
type CreatedPerson = Pick<Change, 'place' | 'email'>;

/** The people of a run, on disk: changed people by id, created people by address. */
export class RunPeople {
  /** Number of people who got a status. */
  readonly statuses: number;
  /** The earlier addresses of those who got another one. */
  readonly newAddresses: NewAddresses;
  /** Number of people found whom the run created. */
  created = 0;
  readonly #found: FoundRun;
  readonly #index: DiskIndex<Change | CreatedPerson>;
  readonly #addressKey: (email: string) => string;
  /** Values that the service stored differently from what was sent. */
  readonly #made: ReadonlyMap<number, PersonValues>;

  private constructor(
    found: FoundRun,
    index: DiskIndex<Change | CreatedPerson>,
    addressKey: (email: string) => string,
    known: Pick<RunPeople, 'statuses' | 'newAddresses'> & {
      readonly made: ReadonlyMap<number, PersonValues>;
    },
  ) {
    this.#found = found;
    this.#index = index;
    this.#addressKey = addressKey;
    this.#made = known.made;
    this.statuses = known.statuses;
    this.newAddresses = known.newAddresses;
  }

  /** The caller must close it. @param matters keeps these changes only, and no created people */
  static async of(
    found: FoundRun,
    addressKey: (email: string) => string,
    matters?: (change: Change) => boolean,
  ): Promise<RunPeople> {
    const { run, folder } = found;
    const index = new DiskIndex<Change | CreatedPerson>(folder.path, run.changes ?? 1024);
    const newAddresses = new NewAddresses(addressKey);
    let [statuses, next] = [0, 0];
    for await (const change of folder.readChanges('variables' in run ? run.variables : {})) {
      if (change.status !== undefined) statuses++;
      if (change.before.email !== undefined) newAddresses.add(change.before.email);
      next = Math.max(next, change.place + 1);
      if (matters?.(change) ?? Object.keys(change.after).length > 0) index.add(change.id, change);
    }
    if (matters === undefined)
      for await (const email of readCreatedPeople(folder.created))
        index.add(addressKey(email), { place: next++, email });
    const made = new Map(folder.storedValues().map(({ place, ...values }) => [place, values]));
    // An interrupted run has not come to all.
    if (run.ended_at === null) statuses = Math.min(statuses, changesDone(folder.journal) ?? 0);
    return new RunPeople(found, index, addressKey, { statuses, newAddresses, made });
  }

  /** Takes the change of a person, once. A person deleted and added again has another id and does not match. */
  changeOf({ id }: Subscriber): Change | undefined {
    const known = this.#index.take(id);
    return known !== undefined && 'id' in known && known.id === id ? known : undefined;
  }

  /** The decision about a person in the account. */
  decide(person: Subscriber, mark: CreatedMark): Decision {
    requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags']);
    const change = this.changeOf(person);
    if (change === undefined) return this.#decideCreated(person, mark);
    const { run } = this.#found;
    const rules = rulesOf(run);
    const made = this.#made.get(change.place);
    const isMade = made !== undefined && hasValues(person, made);
    const hasMoved = this.#addressKey(person.email) !== this.#addressKey(change.email);
    const state = isMade ? 'after' : rules.isWhole && hasMoved ? 'edited' : undoState(change, person, rules);
    if (state === 'after') return restoringStep(change, person, rules);
    return state === 'before' ? 'unchanged' : 'edited';
  }

  /** Addresses of people no longer in the account. Call this after all people were read. */
  *missing(): Generator<string> {
    for (const person of this.#index.rest()) if ('id' in person) yield person.email;
  }

  close(): void {
    this.#index.close();
  }

  #decideCreated(person: Subscriber, { tag, status }: CreatedMark): Decision {
    const created = this.#index.take(this.#addressKey(person.email));
    if (created === undefined || 'id' in created) return 'other';
    requireFields(endpoints.listSubscribers.response, person, ['created_at']);
    if (isFromElsewhere(person, this.#found.run.started_at)) return 'other';
    this.created++;
    const { id, email, tags } = person;
    const isTagged = tag === undefined || hasTags(tags, [tag]);
    if (isTagged && status === undefined) return 'created';
    const after = isTagged ? {} : { tags: [...tags, tag] };
    const body = { ...after, ...(status !== undefined && { status }) };
    const before = isTagged ? {} : { tags };
    return { place: created.place, id, email, before, after, kind: 'mark', bodies: [body] } satisfies Step;
  }
}
