/** Which accepted people an import changes, and which it does not send because nothing would change. */
import { readFileSync, writeFileSync } from 'node:fs';
import { Failure } from '../../lib/failure.ts';
import { unwritable } from '../../lib/file-errors.ts';
import { LineSet } from '../../lib/line-set.ts';

/** Positions among the accepted people. */
export interface RunPlaces {
  readonly unchanged: LineSet;
  readonly changed: LineSet;
}

/** @throws Failure write_failed */
export function writePlaces(path: string, { unchanged, changed }: RunPlaces): void {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(unchanged.bytes.length);
  try {
    writeFileSync(path, Buffer.concat([length, unchanged.bytes, changed.bytes]), { mode: 0o600 });
  } catch (error) {
    throw unwritable(path, error, 'NEWSLETTER_CONFIG_DIR names another folder');
  }
}

/** @throws Failure import_changed if they are gone: positions could refer to other people */
export function readPlaces(path: string): RunPlaces {
  try {
    const bytes = readFileSync(path);
    const end = 4 + bytes.readUInt32LE(0);
    return { unchanged: LineSet.from(bytes.subarray(4, end)), changed: LineSet.from(bytes.subarray(end)) };
  } catch (error) {
    throw new Failure('import_changed', 'the saved state of the interrupted import is missing', {
      hint: 'start over with --restart; sending the same rows again is safe',
      cause: error,
    });
  }
}
