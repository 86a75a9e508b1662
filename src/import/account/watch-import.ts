/** Observes an import while it sends: created people, a sample of the sent, and the handling of tags. */
import { CreatedPeople } from '../../changes/created-people.ts';
import { ChangeJournal } from '../../changes/journal.ts';
import type { RunFolder } from '../../changes/runs.ts';
import { type SentStep, sendChanges } from '../../changes/send-changes.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { tagsWithout } from '../../people/tags.ts';
import { counted } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Batch, BatchRange } from '../jobs/batch.ts';
import type { BatchObserver, ImportJob } from '../jobs/job.ts';
import type { ImportOptions } from '../options.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import type { ComparedImport } from './compare-import.ts';
import { type TagsCandidate, TagsCheck } from './tags-check.ts';
import { SentSample } from './verify.ts';

interface WatchContext {
  readonly api: Api;
  readonly terminal: Terminal;
  readonly options: ImportOptions;
  readonly compared: ComparedImport;
  readonly folder: RunFolder;
}

export class ImportWatch implements BatchObserver {
  readonly sample: SentSample;
  readonly #context: WatchContext;
  readonly #created: CreatedPeople | undefined;
  readonly #tags: TagsCheck;
  readonly #completed: BatchRange[] = [];

  /** @throws Failure write_failed */
  constructor(context: WatchContext) {
    const { api, options, compared, folder } = context;
    this.#context = context;
    this.sample = new SentSample(options.concurrency);
    this.#created = compared.counts === null ? undefined : new CreatedPeople(folder.created);
    const isSeen = folder.readImport()?.tags === 'add';
    this.#tags = new TagsCheck({
      api,
      candidates: isSeen || !options.wait ? [] : compared.candidates,
      onSeen: tags => folder.update({ tags }),
      onReplaced: async person => await this.#replaced(person),
    });
  }

  /** Selects the accepted people to send, and notes the new ones. */
  selection(): (subscriber: ImportedSubscriber) => boolean {
    const { unchanged, changed } = this.#context.compared;
    let next = 0;
    return ({ email }) => {
      const place = next++;
      if (unchanged?.has(place)) return false;
      if (changed?.has(place) === false) this.#created?.add(email);
      return true;
    };
  }

  /** Takes over the jobs of an earlier run. @returns the failure that ends the import before anything is sent */
  async resume(jobs: readonly ImportJob[]): Promise<Failure | undefined> {
    for (const job of jobs) {
      const failure = await this.ended(job);
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  async mayBeSent(batch: Batch): Promise<boolean> {
    if (!(await this.#tags.mayBeSent(batch))) return false;
    // From here on they may be in the account.
    this.#created?.flush();
    this.sample.add(batch);
    return true;
  }

  async ended(job: ImportJob): Promise<Failure | undefined> {
    if (job.status === 'completed') this.#completed.push(job);
    return await this.#tags.ended(job);
  }

  stopped(): void {
    this.#tags.stopped();
  }

  over(): void {
    this.#tags.over();
  }

  /** Whether the person at a position in the sending order is in a completed job. */
  isIn(place: number): boolean {
    return this.#completed.some(({ from, to }) => place >= from && place < to);
  }

  async #replaced(person: TagsCandidate): Promise<Failure | undefined> {
    const { options, terminal } = this.#context;
    if (options.tagsRule === 'replace') return undefined;
    const failure = replacedFailure(person);
    if (!terminal.asks || options.tagsRule !== undefined) return failure;
    const answer = await terminal.choose<'stop' | 'on'>(
      `${failure.message}. What should be done?`,
      [
        { name: 'stop, and restore the tags', value: 'stop' },
        { name: 'continue, and replace tags (--existing-tags replace)', value: 'on' },
      ],
      '--existing-tags replace',
    );
    if (answer === 'on') return undefined;
    const count = await this.#putTagsBack();
    return failure.reworded(`${failure.message}; the tags of ${counted(count, 'subscriber')} were restored`);
  }

  /** Restores the earlier tags of the sent people. */
  async #putTagsBack(): Promise<number> {
    const { api, folder, options } = this.#context;
    const isIn = (place: number) => this.isIn(place);
    async function* steps(): AsyncGenerator<SentStep> {
      for await (const { place, id, before } of folder.readChanges()) {
        if (isIn(place)) yield { place, id, bodies: [{ tags: before.tags ?? [] }] };
      }
    }
    const journal = new ChangeJournal(`${folder.undoJournal}-tags`);
    const stop = new AbortController().signal;
    const { concurrency } = options;
    const sent = await sendChanges(steps(), { api, concurrency, stop, journal, onOutcome: () => {} });
    journal.remove();
    if (sent.failure !== undefined) throw sent.failure;
    return sent.done;
  }
}

function replacedFailure({ email, before, sent }: TagsCandidate): Failure {
  const had = tagsWithout(before, sent);
  const lost = had.map(tag => `"${tag}"`).join(', ');
  return new Failure('tags_replaced', `the service replaces tags: ${email} lost ${lost}`);
}
