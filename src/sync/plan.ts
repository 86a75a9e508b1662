/** The plan of a run: what is to be done about each person, written to a file line by line, and counted. */
import { changedFields, changeFor } from '../changes/change.ts';
import type { RunFolder } from '../changes/runs.ts';
import { endpoints, type Subscriber } from '../contract/index.ts';
import { requireFields } from '../http/response-body.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { RecordFileWriter } from '../lib/files/record-file.ts';
import { limitNewSpace } from '../lib/new-space.ts';
import type { AllSubscribers } from '../people/read-all.ts';
import { grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import {
  decideAbsent,
  decideMissing,
  decidePresent,
  givenStatus,
  hasMark,
  knownByMark,
  type SyncRules,
  type Verdict,
} from './decide.ts';
import { LastRun, type Pair, Pairs } from './pairs.ts';
import type { PlannedPerson, WrittenPerson } from './planned.ts';
import type { SyncSource } from './source.ts';
import { isOfLastRun, type KnownPerson, keptAs, wasKept } from './state.ts';

/** The first of some people, and how many they are. */
export class Listed {
  count = 0;
  readonly #people: (readonly [email: string, place: string | undefined])[] = [];

  /** @param place where the source has the person: in CI, addresses are masked */
  add(email: string, place?: string): void {
    if (this.count++ < mostListed) this.#people.push([email, place]);
  }

  get emails(): readonly string[] {
    return this.#people.map(([email]) => email);
  }

  /** A line for each of the first people. @param rest where all are, for the line that counts the others */
  lines(most: number, before = '', rest = ''): readonly string[] {
    const shown = this.#people.slice(0, most);
    const more = this.count - shown.length;
    return [
      ...shown.map(([email, place]) => `${before}${email}${place === undefined ? '' : ` (${place})`}`),
      ...(more > 0 ? [`  … and ${grouped(more)} more${rest}`] : []),
    ];
  }
}

/** People listed in the JSON: a saved plan has all. */
export const mostListed = 10_000;

/** What is to be done, in numbers of people. */
export class SyncPlan extends LastRun {
  readonly counts: Record<Verdict['kind'], number> = {
    create: 0,
    change: 0,
    missing: 0,
    unchanged: 0,
    gone: 0,
    unread: 0,
    unsure: 0,
    keep: 0,
  };
  /** People whose value the source changes, by `tags`, `fields.<variable>` or `status`. */
  readonly byField = new Map<string, number>();
  /** People with a value that was left as the account has it. */
  left = 0;
  /** The same by field. */
  readonly leftByField = new Map<string, number>();
  /** Of the people to change, those who are marked in the source as not to be emailed. */
  optOuts = 0;
  /** Of those, the ones whose consent is empty, which at the last run nobody's was. */
  readonly newBlanks = new Listed();
  /** Missing people who are kept, since the source may be cut. */
  readonly held = new Listed();
  /** Missing people who are kept, since this sync did not create them. */
  readonly others = new Listed();
  /** Of those, the ones who were in the source at the last run. */
  readonly newOthers = new Listed();
  /** Number of people in the source again who got a status when they were missing, and keep it. */
  stillUnsubscribed = 0;
  /** Of those, the ones who were not in the source at the last run. */
  readonly returned = new Listed();
  /** The status of the first of all. */
  returnedStatus: string | undefined;
  /** People of the last run who have left the account since. */
  readonly leaving = new Listed();
  /** People in the account whom the source marks as not to be emailed, without what `--missing` gives. */
  readonly stillEmailed = new Listed();
  /** Of those, the ones who were not at the last run. */
  readonly newlyMarked = new Listed();
  /** Whether there was a state once, and it is not on this machine. */
  isLost = false;
  /** People not created since the state was lost: they may have left. */
  readonly unsure = new Listed();
  /** The first people to create or to change. */
  readonly written: WrittenPerson[] = [];
  /** People to create. */
  readonly created = new Listed();
}

interface PlanInputs {
  readonly source: SyncSource;
  /** What the last run remembers. */
  readonly known: AsyncIterable<KnownPerson>;
  readonly reader: AllSubscribers;
  readonly rules: SyncRules;
  /** What this machine knows of a sync without a state: that it ran, or that an import gave its mark. */
  readonly earlier: EarlierRuns;
  /** Where the plan goes. */
  readonly folder: RunFolder;
}

export interface EarlierRuns {
  /** ISO 8601. */
  readonly lastSync: string | undefined;
  /** Id. */
  readonly markingImport: string | undefined;
}

/** Decides about one person after the other, and writes and counts what is to be done. */
export class Planner {
  readonly #inputs: PlanInputs;
  readonly #file: RecordFileWriter<PlannedPerson>;
  readonly #plan = new SyncPlan();
  #written = 0;

  constructor(inputs: PlanInputs) {
    this.#inputs = inputs;
    this.#file = new RecordFileWriter(inputs.folder.changes);
  }

  get #isLost(): boolean {
    const { rules, earlier } = this.#inputs;
    if (rules.hasState) return false;
    return earlier.lastSync !== undefined || (this.#plan.last > 0 && earlier.markingImport === undefined);
  }

  /** Reads the source and the account once. @throws Failure write_failed; partly_done when the account was cut */
  async plan(terminal: Terminal): Promise<SyncPlan> {
    const { reader, folder, source, known } = this.#inputs;
    const pairs = new Pairs(source, folder.path, this.#plan);
    try {
      await pairs.read(known);
      for await (const page of reader.withProgress(terminal)) {
        for (const person of page) {
          const key = addressKey(person.email);
          this.#present(person, key, pairs.take(key));
        }
        limitNewSpace();
      }
      reader.report(terminal);
      for (const pair of pairs.rest()) this.#absent(pair);
      this.#file.commit();
      this.#plan.isLost = this.#isLost;
      return this.#plan;
    } finally {
      this.#file.discard();
      pairs.close();
    }
  }

  /** A person in the account. @param key the normalized address @param pair what is known of them */
  #present(person: Subscriber, key: string, pair: Pair | undefined): void {
    requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags', 'source', 'created_at']);
    const { rules, source } = this.#inputs;
    const row = source.missingRow(key);
    const { isMarked } = row;
    // Without a state, the tag tells whom this sync created.
    const { mark } = rules;
    const isTagged = !rules.hasState && hasMark(person, mark);
    if (isTagged) this.#plan.last++;
    if (pair?.now !== undefined) {
      this.#noteReturned(pair.now.email, key, pair.before);
      this.#add(decidePresent(pair.now, pair.before, person, rules), pair, person);
      return;
    }
    const { email } = person;
    const tagged = isTagged ? knownByMark(email, mark) : undefined;
    const before = pair?.before ?? tagged ?? (isMarked ? { email } : undefined);
    if (before === undefined) return;
    if (isTagged) this.#plan.addMissing(row);
    const verdict = decideMissing(before, person, rules, row);
    const isNewlyKept =
      verdict.next?.missing === keptAs.missing &&
      before.missing === undefined &&
      rules.missing.text !== 'keep';
    // A mark is no absence: it is true of a source that may be cut, too.
    if ((verdict.kind === 'missing' || isNewlyKept) && source.doubt !== undefined && !isMarked) {
      this.#plan.held.add(before.email);
      this.#file.add({ do: 'note', known: pair?.before, next: before });
      return;
    }
    if (verdict.kind === 'keep') this.#noteKept(before, verdict.next, isMarked, source.placeOf(key));
    this.#add(verdict, { email: before.email, before: pair?.before }, person, isMarked);
  }

  #noteKept(before: KnownPerson, next: KnownPerson | undefined, isMarked: boolean, place?: string): void {
    const { stillEmailed, newlyMarked, others, newOthers } = this.#plan;
    const keepsAll = this.#inputs.rules.missing.text === 'keep';
    if (!wasKept(next?.missing)) return;
    if (isMarked) stillEmailed.add(before.email, place);
    if (isMarked && !keepsAll && before.missing !== keptAs.marked) newlyMarked.add(before.email, place);
    if (next?.missing !== keptAs.missing || keepsAll || next.created !== undefined) return;
    others.add(before.email);
    if (before.missing === undefined) newOthers.add(before.email);
  }

  #noteReturned(email: string, key: string, before: KnownPerson | undefined): void {
    const status = givenStatus(before);
    if (status === undefined) return;
    this.#plan.stillUnsubscribed++;
    this.#plan.returnedStatus ??= status;
    if (before?.missing === `status:${status}`)
      this.#plan.returned.add(email, this.#inputs.source.placeOf(key));
  }

  /** A person who is not in the account. */
  #absent(pair: Pair): void {
    const { rules, source } = this.#inputs;
    const { before, now, email } = pair;
    if (now !== undefined) this.#add(decideAbsent(now, before, rules, this.#isLost), pair, undefined);
    else if (before !== undefined) {
      const row = source.missingRow(addressKey(email));
      this.#add(decideMissing(before, undefined, rules, row), pair, undefined);
    }
  }

  /** @param before in the pair: what the state has of the person */
  #add(verdict: Verdict, { email, before }: Pair, person: Subscriber | undefined, isMarked = false): void {
    const rowOf = () => this.#inputs.source.placeOf(addressKey(email));
    const { kind, next, wanted, left } = verdict;
    const { counts, byField, leftByField, created, unsure, leaving } = this.#plan;
    counts[kind]++;
    const isLeaving = next?.gone === 'yes' && before?.gone === undefined;
    if (isLeaving && before !== undefined && isOfLastRun(before)) leaving.add(email, rowOf());
    if (kind === 'unsure') unsure.add(email, rowOf());
    if (left.length > 0) this.#plan.left++;
    for (const field of left) increment(leftByField, field === 'tags' ? field : `fields.${field}`);
    if (wanted === undefined || next === undefined) {
      this.#file.add({ do: 'note', known: before, next: next ?? null });
      return;
    }
    const place = this.#written++;
    const row = rowOf();
    if (person === undefined) {
      const { fields } = wanted;
      const { add: tags = [] } = wanted.tags;
      const after = { ...(Object.keys(fields).length > 0 && { fields }), ...(tags.length > 0 && { tags }) };
      this.#write({ do: 'create', place, id: '', email, before: {}, after, known: before, next, row });
      created.add(email, row);
      return;
    }
    const change = changeFor(person, wanted, place);
    if (change === undefined) throw new Error(`a planned change changes nothing: ${email}`);
    const isOptOut = kind === 'missing' && isMarked;
    if (isOptOut) this.#plan.optOuts++;
    if (isOptOut && this.#inputs.source.hasNewBlank(addressKey(email))) this.#plan.newBlanks.add(email, row);
    const what = kind === 'missing' ? 'missing' : 'change';
    this.#write({ do: what, ...change, known: before, next, row, ...(isOptOut && { isOptOut }) });
    for (const field of kind === 'change' ? changedFields(change) : []) increment(byField, field);
  }

  #write(person: WrittenPerson): void {
    this.#file.add(person);
    if (this.#plan.written.length < mostListed) this.#plan.written.push(person);
  }
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
