/** The people of a run that is undone: who still has its values, and the step that restores the earlier ones. */
import { endpoints, type Subscriber } from '../contract/index.ts';
import { requireFields } from '../http/response-body.ts';
import { isSameAddress, isSameValue, type PresentValues } from '../people/compare.ts';
import { DiskIndex } from '../people/disk-index.ts';
import {
  areSameTags,
  areSpelledAlike,
  distinctTags,
  hasTags,
  type TagsRule,
  tagsAfter,
  tagsWithout,
} from '../people/tags.ts';
import { type Change, changeFor, type Decision, hasValues, type Step } from './change.ts';
import { readCreatedPeople, readJournal } from './journal.ts';
import { NewAddresses } from './plan.ts';
import type { ChangeRun } from './run-facts.ts';
import type { FoundRun } from './runs.ts';

/** How the service has stored the changes of a run. */
export interface UndoRules {
  /** Possible handling of the sent tags by the service. */
  readonly tags: readonly TagsRule[];
  /** Number of further tags that each person got, whose names are not known. */
  readonly tagIds: number;
  /** Whether the service cleared fields that were not sent. */
  readonly clearsFields: boolean;
}

function rulesOf(run: ChangeRun): UndoRules {
  if (run.kind !== 'import')
    return { tags: ['replace'], tagIds: 0, clearsFields: run.clears_fields === true };
  const tags = run.tags === null ? (['add', 'replace'] as const) : [run.tags];
  return { tags, tagIds: run.tag_ids, clearsFields: false };
}

/** The values that a run changed: as before it, as after it, or neither: values edited since are not overwritten. */
type UndoState = 'before' | 'after' | 'edited';

export function undoState({ before, after }: Change, now: PresentValues, rules: UndoRules): UndoState {
  let isBefore = true;
  if (before.email !== undefined && !isSameAddress(now.email, before.email)) {
    if (!isSameAddress(now.email, after.email)) return 'edited';
    isBefore = false;
  }
  for (const [name, sent] of Object.entries(after.fields ?? {})) {
    if (isSameValue(now.fields[name], before.fields?.[name])) continue;
    if (!isSameValue(now.fields[name], sent)) return 'edited';
    isBefore = false;
  }
  const tags = tagsState(before.tags, after.tags ?? [], now.tags, rules);
  return tags === 'before' && !isBefore ? 'after' : tags;
}

function tagsState(
  before: readonly string[] | undefined,
  sent: readonly string[],
  now: readonly string[],
  { tags: rules, tagIds }: UndoRules,
): UndoState {
  if (before === undefined || areSpelledAlike(now, before)) return 'before';
  const left = rules.map(rule => tagsAfter(before, sent, rule));
  // Only capitals changed: compare the spelling.
  if (areSameTags(now, before)) return left.some(tags => areSpelledAlike(now, tags)) ? 'after' : 'before';
  const isLeft = (tags: readonly string[]) =>
    hasTags(now, tags) && tagsWithout(distinctTags(now), tags).length <= tagIds;
  return left.some(isLeft) ? 'after' : 'edited';
}

/**
 * The step that restores the earlier values; undefined: they are there. Its body names all fields, since service.txt does
 * not say whether omitted ones stay. A status cannot be restored: the service does not show the earlier one.
 */
export function restoringStep(
  change: Change,
  now: Subscriber,
  { clearsFields }: UndoRules,
): Step | undefined {
  const { place, before, after, kept } = change;
  const fields = Object.fromEntries(
    Object.keys(after.fields ?? {}).map(name => [name, before.fields?.[name] ?? null]),
  );
  const earlier = { ...before, tags: { exactly: before.tags }, fields, status: undefined };
  const restored = changeFor(now, earlier, place);
  if (restored === undefined) return undefined;
  const { fields: values } = restored.after;
  const whole = values && { fields: { ...(clearsFields && kept), ...restored.kept, ...values } };
  return { ...restored, kind: 'restore', body: { ...restored.after, ...whole } };
}

/** Milliseconds by which the clocks of this machine and of the service may differ. */
const clockTolerance = 10 * 60_000;
/** Sources of people that no import creates (service.txt, "Subscriber": source): sign-up form and MCP. */
const otherSources = new Set(['form', 'mcp']);

/** Whether a person came from elsewhere: the import may have failed to create them. */
export function isFromElsewhere(
  { created_at, source }: { readonly created_at: string; readonly source: string },
  startedAt: string,
): boolean {
  return otherSources.has(source) || Date.parse(created_at) < Date.parse(startedAt) - clockTolerance;
}

/** The people of a run, on disk: changed people by id, created people by address. */
export class RunPeople {
  /** Number of people who got a status. */
  statuses = 0;
  /** The earlier addresses of those who got another one. */
  readonly newAddresses: NewAddresses;
  /** Number of people found that the run created. */
  created = 0;
  readonly #found: FoundRun;
  readonly #index: DiskIndex<Change | Pick<Change, 'email'>>;
  readonly #addressKey: (email: string) => string;
  readonly #journal: ReturnType<typeof readJournal>;

  /** The caller must close it. */
  constructor(found: FoundRun, addressKey: (email: string) => string) {
    const { run, folder } = found;
    this.#found = found;
    this.#index = new DiskIndex(folder.path, run.changes ?? 1024);
    this.#addressKey = addressKey;
    this.#journal = readJournal(folder.journal);
    this.newAddresses = new NewAddresses(addressKey);
  }

  /** Reads them; to be called first. */
  async read(): Promise<void> {
    const { run, folder } = this.#found;
    for await (const change of folder.readChanges('variables' in run ? run.variables : {})) {
      if (change.status !== undefined && this.#journal.done.has(change.place)) this.statuses++;
      if (change.before.email !== undefined) this.newAddresses.add(change.before.email);
      // Created by a sync.
      if (change.id === '') this.#addCreated(change.email);
      else if (Object.keys(change.after).length > 0) this.#index.add(change.id, change);
    }
    for await (const email of readCreatedPeople(folder.created)) this.#addCreated(email);
  }

  #addCreated(email: string): void {
    this.#index.add(this.#addressKey(email), { email });
  }

  /** The decision about a person in the account. @param status for people that the run created */
  decide(person: Subscriber, status: string | undefined): Decision {
    requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags']);
    const change = this.#index.take(person.id);
    // A person deleted and added again has another id and does not match.
    if (change === undefined || !('id' in change) || change.id !== person.id)
      return this.#decideCreated(person, status);
    const rules = rulesOf(this.#found.run);
    const made = this.#journal.stored.get(change.place);
    const isMade = made !== undefined && hasValues(person, made);
    const state = isMade ? 'after' : undoState(change, person, rules);
    if (state !== 'after') return state === 'before' ? 'unchanged' : 'edited';
    // The service may have stored the earlier values in place of those sent.
    return restoringStep(change, person, rules) ?? 'unchanged';
  }

  /**
   * Addresses of people no longer in the account. Call this after all people were read.
   *
   * @param withCreated also those that the run created: one may have another address now, and gets no status
   */
  *missing(withCreated: boolean): Generator<string> {
    for (const person of this.#index.rest()) if (withCreated || 'id' in person) yield person.email;
  }

  close(): void {
    this.#index.close();
  }

  #decideCreated(person: Subscriber, status: string | undefined): Decision {
    const created = this.#index.take(this.#addressKey(person.email));
    if (created === undefined || 'id' in created) return 'other';
    requireFields(endpoints.listSubscribers.response, person, ['created_at']);
    if (isFromElsewhere(person, this.#found.run.started_at)) return 'other';
    this.created++;
    if (status === undefined) return 'created';
    const { id, email } = person;
    return { place: 0, id, email, before: {}, after: {}, status, kind: 'mark', body: { status } };
  }
}
