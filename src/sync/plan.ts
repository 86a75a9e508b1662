/** Makes the plan of a run: reads the source, the last run and the account once, and decides about each person. */
import { type Change, changeFor, type RequestedChanges } from '../changes/change.ts';
import type { RunFolder } from '../changes/runs.ts';
import { endpoints, type Subscriber } from '../contract/index.ts';
import { requireFields } from '../http/response-body.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { RecordFileWriter } from '../lib/files/record-file.ts';
import { limitNewSpace } from '../lib/new-space.ts';
import { isSameJson } from '../people/compare.ts';
import { DiskIndex } from '../people/disk-index.ts';
import type { AllSubscribers } from '../people/read-all.ts';
import type { Terminal } from '../terminal/terminal.ts';
import {
  decideAbsent,
  decideMissing,
  decidePresent,
  hasMark,
  knownByMark,
  type SourcePerson,
  type Verdict,
} from './decide.ts';
import type { PlannedPerson, WrittenPerson } from './planned.ts';
import type { SyncRules } from './policy.ts';
import type { SyncSource } from './source.ts';
import type { KnownLine, KnownPerson } from './state.ts';
import { type DecidedPerson, type EarlierRuns, SyncPlan } from './sync-plan.ts';

interface PlanInputs {
  readonly source: SyncSource;
  /** What the last run remembers. */
  readonly known: AsyncIterable<readonly KnownLine[]>;
  readonly reader: AllSubscribers;
  readonly rules: SyncRules;
  readonly earlier: EarlierRuns;
  /** Where the plan goes. */
  readonly folder: RunFolder;
}

/** Decides about one person after the other, and writes and counts what is to be done. */
export class Planner {
  readonly #inputs: PlanInputs;
  readonly #file: RecordFileWriter<PlannedPerson>;
  readonly #plan: SyncPlan;
  /** The people of the last run and those of the source: on disk, since there may be millions. */
  readonly #earlier: DiskIndex<KnownPerson>;
  readonly #now: DiskIndex<SourcePerson>;
  #written = 0;

  /** @throws Failure write_failed */
  constructor(inputs: PlanInputs) {
    const { folder, source } = inputs;
    const { accepted } = source.validation;
    this.#inputs = inputs;
    this.#plan = new SyncPlan(source.placeOf);
    this.#file = new RecordFileWriter(folder.changes);
    this.#earlier = new DiskIndex(folder.path, accepted);
    this.#now = new DiskIndex(folder.path, accepted);
  }

  /** Reads everything once. @throws Failure write_failed; partly_done when the account was cut */
  async plan(terminal: Terminal): Promise<SyncPlan> {
    const { reader, source, known, rules, earlier } = this.#inputs;
    try {
      for await (const some of known)
        for (const [person, line] of some) this.#earlier.add(addressKey(person.email), person, line);
      await source.people((person, key) => this.#now.add(key, person));
      for await (const page of reader.withProgress(terminal)) {
        for (const person of page) this.#present(person, addressKey(person.email));
        limitNewSpace();
      }
      reader.report(terminal);
      const hasRun =
        earlier.lastSync !== undefined || (this.#plan.last > 0 && earlier.markingImport === undefined);
      this.#plan.isLost = hasRun && !rules.hasState;
      this.#absent();
      this.#file.commit();
      return this.#plan;
    } finally {
      this.#file.discard();
      this.#earlier.close();
      this.#now.close();
    }
  }

  /** A person in the account. @param key the normalized address */
  #present(person: Subscriber, key: string): void {
    requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags', 'source', 'created_at']);
    const { rules, source, earlier } = this.#inputs;
    const { mark, hasState } = rules;
    const [now, known] = [this.#now.take(key), this.#earlier.take(key)];
    // Without a state, the tag tells whom this sync created.
    const byMark = !hasState && hasMark(person, mark) ? knownByMark(person.email, mark) : known;
    if (now !== undefined) {
      const verdict = decidePresent(now, known, person, rules, earlier.newStatuses.has(key));
      this.#add({ email: now.email, key, before: byMark, verdict, row: undefined, person }, known);
      return;
    }
    const row = source.missingRow(key);
    const before = byMark ?? (row.isMarked ? { email: person.email } : undefined);
    if (before === undefined) return;
    const decided = decideMissing(before, person, rules, row, earlier.newStatuses.get(key));
    // A mark is no absence: it is true of a source that may be cut, too.
    const isSaidOrDone = decided.kind === 'missing' || (decided.kind === 'other' && decided.isNew === true);
    const isHeld = source.doubt !== undefined && isSaidOrDone;
    const verdict: Verdict = isHeld ? { kind: 'held', next: before } : decided;
    this.#add({ email: before.email, key, before, verdict, row, person }, known);
  }

  /** People who are not in the account. */
  #absent(): void {
    const { rules, source } = this.#inputs;
    for (const now of this.#now.rest()) {
      const { email } = now;
      const key = addressKey(email);
      const before = this.#earlier.take(key);
      const verdict = decideAbsent(now, before, rules, this.#plan.isLost);
      this.#add({ email, key, before, verdict, row: undefined, person: undefined }, before);
    }
    for (const before of this.#earlier.rest()) {
      const { email } = before;
      const key = addressKey(email);
      const row = source.missingRow(key);
      const verdict = decideMissing(before, undefined, rules, row);
      this.#add({ email, key, before, verdict, row, person: undefined }, before);
    }
  }

  /** @param known what the state has of the person */
  #add(found: DecidedPerson, known: KnownPerson | undefined): void {
    const { email, key, person } = found;
    const { kind, next, wanted } = found.verdict;
    const { source } = this.#inputs;
    this.#plan.add(found);
    if (wanted === undefined || next === undefined) {
      if (!isSameJson(known, next)) this.#file.add({ do: 'note', email, next: next ?? null });
      return;
    }
    const at = this.#written++;
    const change = person === undefined ? creationOf(email, wanted, at) : changeFor(person, wanted, at);
    if (change === undefined) throw new Error(`a planned change changes nothing: ${email}`);
    const isOptOut = kind === 'optedOut';
    const what: WrittenPerson['do'] = person === undefined ? 'create' : kind === 'change' ? kind : 'missing';
    const written = { do: what, ...change, next, row: source.placeOf(key), ...(isOptOut && { isOptOut }) };
    this.#file.add(written);
    this.#plan.addWritten(written);
  }
}

function creationOf(
  email: string,
  { fields, tags: { add: tags = [] } }: RequestedChanges,
  place: number,
): Change {
  const after = { ...(Object.keys(fields).length > 0 && { fields }), ...(tags.length > 0 && { tags }) };
  return { place, id: '', email, before: {}, after };
}
