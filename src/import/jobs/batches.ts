import { dataRows } from '../columns/dialect.ts';
import { plainRowParser, rowParser } from '../pass/row-parser.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import type { CheckedImport, PlannedFile } from '../state.ts';
import {
  type Batch,
  type BatchLimits,
  type BatchSlice,
  batchOf,
  type FinishedRange,
  type RowNumbersOf,
} from './batch.ts';
import { DuplicateRows } from './duplicate-rows.ts';

/** Subscribers serialized to JSON together; joined people that are given out at a time. */
const someRows = 500;

/** An accepted person, and the numbers of all rows with the address. */
interface AcceptedPerson {
  readonly subscriber: ImportedSubscriber;
  readonly rowNumbers: RowNumbersOf;
}

/** What is read again: files and what the first pass found in them. */
type PeopleToRead = Pick<CheckedImport, 'validation' | 'options'> & {
  readonly files: readonly PlannedFile[];
};

interface BatchesToMake {
  /** Read again before each batch. */
  readonly limits: BatchLimits;
  /** Ranges not to send again, in order. */
  readonly finished?: readonly FinishedRange[];
  /** Slices of batches that are done. */
  readonly spare?: Buffer[];
  /** Whether to send an accepted subscriber (default: all); called for each in the sending order. */
  readonly isSent?: (subscriber: ImportedSubscriber) => boolean;
}

/** The second pass: reads the files again and builds batches. */
export async function* makeBatches(
  people: PeopleToRead,
  { limits, finished = [], spare = [], isSent = () => true }: BatchesToMake,
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(limits, finished, spare);
  for await (const some of acceptedPeople(people)) {
    for (const { subscriber, rowNumbers } of some)
      if (isSent(subscriber)) builder.add(subscriber, rowNumbers);
    yield* builder.full();
  }
  builder.end();
  yield* builder.full();
}

/**
 * Reads the files, and gives out all accepted people in the sending order, some at a time. Each address comes once; rows with
 * the same address are kept until all files are read, and come last.
 */
export async function* acceptedPeople({
  files,
  validation,
  options,
}: PeopleToRead): AsyncGenerator<readonly AcceptedPerson[]> {
  const { addresses, plain, leftOut, rowNumbers } = validation;
  const targets = files.flatMap(({ plan }) => plan.mapping.targets);
  const variables = targets.flatMap(target => (target.to === 'field' ? target.variable : []));
  const duplicates = new DuplicateRows(addresses.slots, options.duplicates, variables);
  for (const [file, { source, plan }] of files.entries()) {
    const start = rowNumbers.startOf(file);
    const parse = rowParser(plan, 'send');
    const parsePlain = plainRowParser(plan);
    for await (const rows of dataRows(source, plan.dialect)) {
      const people: AcceptedPerson[] = [];
      for (const row of rows) {
        const rowNumber = start + row.line;
        if (plain.has(rowNumber)) {
          people.push({ subscriber: parsePlain(row), rowNumbers: rowNumber });
          continue;
        }
        const parsed = leftOut.has(rowNumber) ? undefined : parse(row);
        if (parsed?.kind !== 'subscriber') continue;
        const { key, subscriber } = parsed;
        const slot = addresses.slotOf(key);
        if (addresses.isRepeated(slot)) duplicates.add(slot, subscriber, rowNumber);
        else people.push({ subscriber, rowNumbers: rowNumber });
      }
      yield people;
    }
  }
  let joined: AcceptedPerson[] = [];
  for (const person of duplicates.joined()) {
    joined.push(person);
    if (joined.length < someRows) continue;
    yield joined;
    joined = [];
  }
  yield joined;
  validation.differences = duplicates.differences;
}

/** Finds out how rows of one address differ, unless an earlier pass has: reads the files again if there are such rows. */
export async function findDifferences(checked: CheckedImport): Promise<void> {
  const { duplicates, differences } = checked.validation;
  if (duplicates > 0 && differences === undefined) for await (const _ of acceptedPeople(checked));
}

/** Collects subscribers into slices, and slices into batches. */
export class BatchBuilder {
  readonly #limits: BatchLimits;
  readonly #finished: FinishedRange[];
  readonly #spare: Buffer[];
  /** Positions in the sending order: of the next subscriber, and of the first one of the next batch. */
  #next = 0;
  #from = 0;
  readonly #subscribers: ImportedSubscriber[] = [];
  readonly #rowNumbers: RowNumbersOf[] = [];
  #slices: BatchSlice[] = [];
  #rows = 0;
  #bytes = 0;
  readonly #full: Batch[] = [];

  constructor(limits: BatchLimits, finished: readonly FinishedRange[], spare: Buffer[] = []) {
    this.#limits = limits;
    this.#spare = spare;
    this.#finished = [...finished];
  }

  /** Adds the next subscriber in the sending order; of a subscriber of a finished range only the rows are noted. */
  add(subscriber: ImportedSubscriber, rowNumbers: RowNumbersOf): void {
    const at = this.#next++;
    const [finished] = this.#finished;
    if (finished !== undefined && at >= finished.from) {
      if (at === finished.from) this.end();
      for (const each of [rowNumbers].flat()) finished.rowNumbers?.push(each);
      if (at === finished.to - 1) this.#finished.shift();
      this.#from = this.#next;
      return;
    }
    this.#subscribers.push(subscriber);
    this.#rowNumbers.push(rowNumbers);
    const count = this.#subscribers.length;
    if (count >= someRows || this.#rows + count >= this.#limits.rows)
      this.#addSlice(this.#subscribers.splice(0), this.#rowNumbers.splice(0));
  }

  /** Ends the last batch. */
  end(): void {
    this.#addSlice(this.#subscribers.splice(0), this.#rowNumbers.splice(0));
    this.#endBatch();
  }

  /** The batches that have ended since the last call. */
  full(): Batch[] {
    return this.#full.splice(0);
  }

  #addSlice(subscribers: readonly ImportedSubscriber[], rowNumbers: readonly RowNumbersOf[]): void {
    const count = subscribers.length;
    if (count === 0) return;
    const json = this.#bytesOf(subscribers);
    // How long rows are is only known by then.
    if (json.length > this.#limits.bytes && count > 1) {
      const half = Math.ceil(count / 2);
      this.#addSlice(subscribers.slice(0, half), rowNumbers.slice(0, half));
      this.#addSlice(subscribers.slice(half), rowNumbers.slice(half));
      return;
    }
    if (this.#bytes + json.length > this.#limits.bytes) this.#endBatch();
    this.#slices.push({ json, rowNumbers });
    this.#rows += count;
    this.#bytes += json.length + 1;
    if (this.#rows >= this.#limits.rows) this.#endBatch();
  }

  /** The list elements as JSON, in memory that was used before: V8 gives none back before it is 64 MiB. */
  #bytesOf(subscribers: readonly ImportedSubscriber[]): Buffer {
    const list = JSON.stringify(subscribers);
    const length = Buffer.byteLength(list);
    const used = this.#spare.pop()?.buffer;
    const isEnough = used !== undefined && used.byteLength >= length;
    const memory = Buffer.from(isEnough ? used : new ArrayBuffer(Math.ceil(length * 1.1)));
    memory.write(list);
    return memory.subarray(1, length - 1);
  }

  #endBatch(): void {
    if (this.#rows === 0) return;
    this.#full.push(batchOf(this.#slices, this.#from));
    this.#from += this.#rows;
    this.#slices = [];
    this.#rows = 0;
    this.#bytes = 0;
  }
}
