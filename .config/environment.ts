/** The environment of all tests, whoever starts them: imported before the first process of tests starts. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Where programs and temporary folders are, the options of these tests, and what Node on Windows and a package manager need.
const kept =
  /^(?:PATH|PATHEXT|TE?MP|TMPDIR|SystemRoot|ComSpec|NODE_ENV|VITEST\w*|NEWSLETTER_TEST_\w+|UPDATE_README)$/i;

/** A file system in memory, where there is one with room: half of the waiting of the tests is for the disk. */
function memory(): string | undefined {
  const path = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize > 4 * 2 ** 30 ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Leaves nothing of the caller's environment that a test could notice. The processes that are started from here inherit it. */
export function cleanEnvironment(): void {
  for (const name of Object.keys(process.env)) if (!kept.test(name)) delete process.env[name];
  const folder = process.env.TMPDIR ?? memory();
  if (folder !== undefined) process.env.TMPDIR = folder;
  // A home that is not there: what a test keeps has a folder of its own.
  process.env.HOME = join(tmpdir(), 'newsletter-no-home');
  process.env.TERM = 'xterm-256color';
  process.env.NO_COLOR = '1';
  process.env.TZ = 'UTC';
  process.umask(0o022);
}
