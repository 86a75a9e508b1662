/** The changes that are to be made, in a private file: decided once, and the same when they are resumed. */
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { AtomicFile } from '../lib/atomic-file.ts';
import type { PatchBody, SubscriberPatch } from './subscriber-patch.ts';

/** Writes a plan, line by line. It is there when it is complete. */
export class PatchPlanWriter {
  readonly #file: AtomicFile;
  count = 0;

  /** @throws Failure write_failed */
  constructor(path: string) {
    this.#file = new AtomicFile(path, { mode: 0o600 });
    this.#file.write('');
  }

  /** @throws Failure write_failed */
  add(id: string, email: string, body: PatchBody): void {
    this.#file.write(`${JSON.stringify({ id, email, body })}\n`);
    this.count++;
  }

  /** @throws Failure write_failed */
  commit(): void {
    this.#file.commit();
  }

  discard(): void {
    this.#file.discard();
  }
}

/** The changes of a plan, in their order. Nothing where there is no such file. */
export async function* readPatchPlan(path: string): AsyncGenerator<SubscriberPatch> {
  if (!existsSync(path)) return;
  let place = 0;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    yield { place: place++, ...(JSON.parse(line) as Omit<SubscriberPatch, 'place'>) };
  }
}
