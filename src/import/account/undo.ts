/** Taking an import back: the people it changed become what they were, and those it created are named. */
import type { PatchJournal } from '../../bulk/patch-journal.ts';
import { type PatchesSent, type PatchOutcome, sendPatches } from '../../bulk/send-patches.ts';
import type { PatchBody, SubscriberPatch } from '../../bulk/subscriber-patch.ts';
import { endpoints } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import { AddressTable } from '../../lib/address-table.ts';
import { asFailure, Failure } from '../../lib/failure.ts';
import { DiskIndex } from '../../people/disk-index.ts';
import { AllSubscribers } from '../../people/read-all.ts';
import { hasTags } from '../../people/tags.ts';
import type { Progress } from '../../terminal/terminal.ts';
import { addressKey } from '../rows/values/email-address.ts';
import { type BeforeImage, readBeforeImages } from './before-images.ts';
import { readCreatedPeople } from './created-people.ts';
import type { FoundRun } from './local-runs.ts';
import {
  type ImportedTags,
  isFromElsewhere,
  leftOver,
  type PresentPerson,
  restoringBodies,
  undoState,
} from './undo-state.ts';

/** What is to become of the people whom the import created. */
export interface CreatedWishes {
  readonly tag: string | undefined;
  readonly status: string | undefined;
}

/** What becomes of somebody: `restore` and `mark` are changes to make. */
export type UndoStep =
  | {
      readonly kind: 'restore';
      readonly place: number;
      readonly person: BeforeImage;
      readonly now: PresentPerson;
    }
  | { readonly kind: 'as-before' | 'edited' | 'gone'; readonly place: number; readonly person: BeforeImage }
  | { readonly kind: 'mark' | 'created'; readonly place: number; readonly now: PresentPerson };

/** The people of the account whom a run is about, by address. */
export interface PeopleNow {
  readonly people: DiskIndex<PresentPerson>;
  /** Closes and removes the file. */
  readonly close: () => void;
}

/**
 * Reads the account, as far as the run is about it.
 *
 * @param tmp a folder for a temporary file
 * @throws Failure what keeps the account from being read whole
 */
export async function peopleNow(
  api: Api,
  { folder }: FoundRun,
  tmp: string,
  progress: Progress,
  stop: AbortSignal,
): Promise<PeopleNow> {
  const wanted = new AddressTable(1024);
  for await (const { email } of readBeforeImages(folder.before)) wanted.add(addressKey(email), 1);
  for await (const email of readCreatedPeople(folder.created)) wanted.add(addressKey(email), 1);
  const people = new DiskIndex<PresentPerson>(tmp, 1024);
  const subscribers = new AllSubscribers(api, { perPage: undefined, query: {} });
  try {
    for await (const page of subscribers.pages(progress)) {
      stop.throwIfAborted();
      for (const subscriber of page) {
        const key = addressKey(subscriber.email);
        if (wanted.lineOf(key) === 0) continue;
        requireFields(endpoints.listSubscribers.response, subscriber, ['fields', 'tags', 'created_at']);
        const { id, email, fields, tags, created_at, source } = subscriber;
        people.add(key, { id, email, fields, tags, created_at, source });
      }
    }
    const incomplete = subscribers.incomplete();
    if (incomplete !== undefined) throw incomplete;
  } catch (error) {
    people.close();
    throw error;
  } finally {
    progress.stop();
  }
  return { people, close: () => people.close() };
}

/** Decides for everybody what is to be done. The places are the same in every run. */
export async function* undoSteps(
  { run, folder }: FoundRun,
  { people }: PeopleNow,
  wishes: CreatedWishes,
): AsyncGenerator<UndoStep> {
  let place = 0;
  for await (const person of readBeforeImages(folder.before, run.variables)) {
    yield stepFor(place++, person, people.take(addressKey(person.email)), run);
  }
  for await (const email of readCreatedPeople(folder.created)) {
    const now = people.take(addressKey(email));
    const at = place++;
    if (now === undefined || isFromElsewhere(now, run)) continue;
    const isMarked = wishes.tag === undefined || hasTags(now.tags, [wishes.tag]);
    const wantsMark = !isMarked || wishes.status !== undefined;
    yield { kind: wantsMark ? 'mark' : 'created', place: at, now };
  }
}

function stepFor(
  place: number,
  person: BeforeImage,
  now: PresentPerson | undefined,
  imported: ImportedTags,
): UndoStep {
  if (now === undefined || now.id !== person.id) return { kind: 'gone', place, person };
  const state = undoState(person, now, imported);
  if (state === 'after') return { kind: 'restore', place, person, now };
  return { kind: state === 'before' ? 'as-before' : 'edited', place, person };
}

/** What a step sends; undefined: nothing. */
export function patchOf(step: UndoStep, wishes: CreatedWishes): SubscriberPatch | undefined {
  if (step.kind === 'restore') {
    const { place, person, now } = step;
    const [body] = restoringBodies(person, now);
    return { place, id: person.id, email: person.email, body };
  }
  if (step.kind !== 'mark') return undefined;
  const { place, now } = step;
  return { place, id: now.id, email: now.email, body: markingBody(now, wishes) };
}

function markingBody({ tags }: PresentPerson, { tag, status }: CreatedWishes): PatchBody {
  return {
    ...(tag !== undefined && !hasTags(tags, [tag]) && { tags: [...tags, tag] }),
    ...(status !== undefined && { status }),
  };
}

/** What became of a step that sent something. */
export interface UndoResult {
  readonly step: UndoStep;
  /** Why the service refused it. */
  readonly failure?: Failure | undefined;
  /** What is not as it was before, as the response shows. */
  readonly leftOver: readonly string[];
}

export interface UndoContext {
  readonly api: Api;
  readonly concurrency: number;
  readonly stop: AbortSignal;
  readonly journal: PatchJournal;
  readonly onResult: (result: UndoResult) => void;
}

/**
 * Carries out the steps that send something. When the first person shows that the service does not restore what it
 * is told to, the others are left alone.
 */
export async function carryOut(
  steps: AsyncIterable<UndoStep>,
  wishes: CreatedWishes,
  { api, concurrency, stop, journal, onResult }: UndoContext,
): Promise<PatchesSent> {
  const underWay = new Map<number, UndoStep>();
  async function* patches(): AsyncGenerator<SubscriberPatch> {
    for await (const step of steps) {
      const patch = patchOf(step, wishes);
      if (patch === undefined) continue;
      underWay.set(patch.place, step);
      yield patch;
    }
  }
  let isFirst = true;
  const onOutcome = async ({ place }: SubscriberPatch, first: PatchOutcome) => {
    const step = underWay.get(place);
    underWay.delete(place);
    if (step === undefined) return;
    const outcome = 'failure' in first ? await otherwise(api, step, first) : first;
    if ('record' in outcome && 'failure' in first) journal.done(place);
    const result = resultOf(step, outcome);
    onResult(result);
    if (isFirst) refuseDamage(result, outcome);
    isFirst = false;
  };
  return await sendPatches(patches(), { api, concurrency, stop, journal, onOutcome });
}

/** Tries what else restores somebody when the service refuses the best change. */
async function otherwise(api: Api, step: UndoStep, refused: PatchOutcome): Promise<PatchOutcome> {
  if (step.kind !== 'restore') return refused;
  const [, ...others] = restoringBodies(step.person, step.now);
  for (const body of others) {
    try {
      return { record: await api.call('updateSubscriber', { id: step.person.id, body }) };
    } catch (error) {
      if (asFailure(error).exit !== 5) throw error;
    }
  }
  return refused;
}

function resultOf(step: UndoStep, outcome: PatchOutcome): UndoResult {
  if ('failure' in outcome) return { step, failure: outcome.failure, leftOver: [] };
  return { step, leftOver: step.kind === 'restore' ? leftOver(step.person, outcome.record) : [] };
}

/** Where a value that was there is another one now, further changes would do damage. */
function refuseDamage({ step, leftOver: wrong }: UndoResult, outcome: PatchOutcome): void {
  if (step.kind !== 'restore' || !('record' in outcome)) return;
  const lost = wrong.filter(field => field === 'tags' || hadValue(step.person, field));
  if (lost.length === 0) return;
  throw new Failure('partly_done', `the service did not restore ${step.person.email}: ${lost.join(', ')}`, {
    details: ['nobody else was changed'],
    hint: `newsletter subscribers get ${step.person.email}`,
  });
}

function hadValue({ fields }: BeforeImage, field: string): boolean {
  return (fields[field.slice('fields.'.length)] ?? null) !== null;
}

/**
 * Reads back those who were restored.
 *
 * @returns those who are not what they were, and in what
 */
export async function verifyRestored(
  found: FoundRun,
  now: PeopleNow,
  wasRestored: (place: number) => boolean,
): Promise<{
  readonly checked: number;
  readonly different: readonly { email: string; fields: readonly string[] }[];
}> {
  const different: { email: string; fields: readonly string[] }[] = [];
  let [place, checked] = [0, 0];
  for await (const person of readBeforeImages(found.folder.before, found.run.variables)) {
    if (!wasRestored(place++)) continue;
    checked++;
    const there = now.people.take(addressKey(person.email));
    const fields = there === undefined ? ['email'] : leftOver(person, there);
    if (fields.length > 0) different.push({ email: person.email, fields });
  }
  return { checked, different };
}
