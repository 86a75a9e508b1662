import { renameSync } from 'node:fs';
import { systemCode } from '../failure.ts';

/** Replaces the file at `to`. @throws Node's system error */
export type Rename = (from: string, to: string) => void;

/** Milliseconds to wait for programs that look into every new file, such as virus scanners. */
const patience = 5000;

/**
 * Renames a file over another one. On Windows that fails while another program has either of them open: then it is
 * tried again for some seconds.
 *
 * @throws Node's system error
 */
export const renameOver: Rename = (from, to) =>
  process.platform === 'win32' ? retrying(() => renameSync(from, to), pause) : renameSync(from, to);

/**
 * Tries again while another program has the file open.
 *
 * @param wait passes the time, in milliseconds
 * @throws what `work` throws in the end
 */
export function retrying(work: () => void, wait: (time: number) => void): void {
  let waited = 0;
  for (let next = 10; ; next = Math.min(2 * next, 500)) {
    try {
      return void work();
    } catch (error) {
      if (!isInUse(error) || waited >= patience) throw error;
    }
    wait(next);
    waited += next;
  }
}

/**
 * Whether a file could not be replaced since another program has it open (Windows), since it is mounted by itself, as
 * containers do, or since it is another user's in a folder for everybody.
 */
export function isInUse(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes(systemCode(error) ?? '');
}

/** Waits without letting anything else run. */
function pause(time: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
}
