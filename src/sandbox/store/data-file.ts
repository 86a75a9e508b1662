/** The data file: one JSON value on each line, first every subscriber, then everything else in one object. */
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Failure } from '../../lib/failure.ts';
import { AtomicFile } from '../../lib/files/atomic-file.ts';
import { isObject } from '../../lib/json/is-object.ts';
import type { SandboxState, StoredSubscriber } from './state.ts';

const version = 1;

/**
 * Reads the state that a sandbox saved.
 *
 * @returns undefined when there is no such file
 * @throws Failure unreadable_file, also when it is not a data file, or cut off
 */
export async function loadState(file: string): Promise<SandboxState | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    const subscribers: StoredSubscriber[] = [];
    let last: unknown;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: 100 })) {
      const value: unknown = JSON.parse(line);
      if (isObject(value) && 'sandbox' in value) last = value;
      else subscribers.push(value as StoredSubscriber);
    }
    if (!isObject(last) || last.sandbox !== version) throw new Error('the last line is missing');
    return { ...(last as unknown as Omit<SandboxState, 'subscribers'>), subscribers };
  } catch (error) {
    const hint = 'Pass another file to --data.';
    throw new Failure('unreadable_file', `${file} is not a sandbox data file`, { cause: error, hint });
  }
}

/** Writes the whole state. @throws Failure write_failed */
export function saveState(path: string, { subscribers, ...rest }: SandboxState): void {
  const file = new AtomicFile(path, { mode: 0o600 });
  try {
    for (const subscriber of subscribers) file.write(`${JSON.stringify(subscriber)}\n`);
    file.write(`${JSON.stringify({ sandbox: version, ...rest })}\n`);
    file.commit();
  } finally {
    file.discard();
  }
}
