/**
 * Detects whether the service adds imported tags to existing tags or replaces those: service.txt does not say.
 * After the first batch with a person who has other tags, it reads that person back.
 */
import type { Change } from '../../changes/change.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { hasTags, type TagsRule } from '../../people/tags.ts';
import type { BatchRange } from '../jobs/batch.ts';
import type { BatchObserver, ImportJob } from '../jobs/job.ts';

/** A person with tags that the file does not have. */
export interface TagsCandidate {
  /** Position in the sending order. */
  readonly place: number;
  readonly id: string;
  readonly email: string;
  readonly before: readonly string[];
  readonly sent: readonly string[];
}

/** Maximum number of people of one batch to read back. */
const mostReads = 5;
/** Number of reads until the tags appear: some 4 seconds in all. */
const rounds = 5;
const firstPause = 250;
/** Number of candidates kept, and their minimum distance. */
const mostCandidates = 60;
const distance = 20;

/** Collects candidates, some of each batch. */
export class TagsCandidates {
  readonly list: TagsCandidate[] = [];

  add({ place, id, email, before: { tags = [] }, after: { tags: sent = [] } }: Change): void {
    if (sent.length === 0 || hasTags(sent, tags)) return;
    const last = this.list.at(-1)?.place ?? Number.NEGATIVE_INFINITY;
    const isFull = this.list.length >= mostCandidates;
    if (this.list.length < mostReads || (!isFull && place - last >= distance))
      this.list.push({ place, id, email, before: tags, sent });
  }
}

export interface TagsCheckContext {
  readonly api: Api;
  readonly candidates: readonly TagsCandidate[];
  /** Stores the result, so that the check is not repeated. */
  readonly onSeen: (rule: TagsRule) => void;
  /**
   * Decides what to do if tags were replaced.
   *
   * @returns the failure that ends the import; undefined: go on
   */
  readonly onReplaced: (person: TagsCandidate, batch: BatchRange) => Promise<Failure | undefined>;
}

/** Holds batches back behind the first one with a candidate until the result is known. */
export class TagsCheck implements BatchObserver {
  readonly #context: TagsCheckContext;
  #open: readonly TagsCandidate[];
  #isOver: boolean;
  #isStopped = false;
  #waiting: (() => void)[] = [];
  #failure: Failure | undefined;

  constructor(context: TagsCheckContext) {
    this.#context = context;
    this.#open = context.candidates;
    this.#isOver = this.#open.length === 0;
  }

  async mayBeSent({ from }: BatchRange): Promise<boolean> {
    while (!this.#isOver && !this.#isStopped && from > (this.#open[0]?.place ?? Number.POSITIVE_INFINITY)) {
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
    return this.#failure === undefined && !this.#isStopped;
  }

  async ended(job: ImportJob): Promise<Failure | undefined> {
    if (this.#isOver) return undefined;
    const inside = this.#open.filter(({ place }) => place >= job.from && place < job.to);
    if (inside.length === 0) return undefined;
    const seen = job.status === 'completed' ? await this.#look(inside) : undefined;
    if (seen === undefined) {
      this.#open = this.#open.filter(one => !inside.includes(one));
      this.#isOver ||= this.#open.length === 0;
    } else {
      this.#context.onSeen(seen.rule);
      if (seen.rule === 'replace') this.#failure = await this.#context.onReplaced(seen.person, job);
      this.#isOver = true;
    }
    this.#release();
    return this.#failure;
  }

  stopped(): void {
    this.#isStopped = true;
    this.#release();
  }

  over(): void {
    this.#isOver = true;
    this.#failure ??= new Failure('interrupted', 'the import has ended');
    this.#release();
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  async #look(
    people: readonly TagsCandidate[],
  ): Promise<{ readonly rule: TagsRule; readonly person: TagsCandidate } | undefined> {
    const { clock } = this.#context.api.limits;
    for (let round = 0; round < rounds; round++) {
      // A service may show imported values with a delay.
      if (round > 0) await clock.wait(firstPause * 2 ** (round - 1));
      for (const person of people.slice(0, mostReads)) {
        const rule = await seenRule(this.#context.api, person);
        if (rule !== undefined) return { rule, person };
      }
    }
    return undefined;
  }
}

/** What happened to a person's tags; undefined if that is not visible. */
async function seenRule(api: Api, { id, before, sent }: TagsCandidate): Promise<TagsRule | undefined> {
  const person = await api.call('getSubscriber', { id }).catch(() => undefined);
  if (!Array.isArray(person?.tags) || !hasTags(person.tags, sent)) return undefined;
  return hasTags(person.tags, before) ? 'add' : 'replace';
}
