/** A process has one working folder: runs that are under way at once have to share theirs. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const empty = mkdtempSync(join(tmpdir(), 'newsletter-empty-'));
process.once('exit', () => rmSync(empty, { recursive: true, force: true }));

let runs = 0;
let home = '';

/**
 * Makes a folder the working folder while something runs.
 *
 * @param folder an empty one unless said, which has to stay empty
 * @throws Error when another run is under way elsewhere
 */
export async function inFolder<T>(work: () => Promise<T>, folder = empty): Promise<T> {
  if (runs === 0) home = process.cwd();
  else if (folder !== process.cwd()) {
    throw new Error(`another run is under way in ${process.cwd()}: share that folder, or start a process`);
  }
  runs++;
  process.chdir(folder);
  try {
    const result = await work();
    checkEmpty();
    return result;
  } finally {
    if (--runs === 0) process.chdir(home);
  }
}

function checkEmpty(): void {
  for (const left of readdirSync(empty)) {
    rmSync(join(empty, left), { recursive: true });
    throw new Error(`${left} was left in the working folder: say a folder for it`);
  }
}
