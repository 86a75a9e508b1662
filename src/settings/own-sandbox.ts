/**
 * The sandboxes of `sandbox exec`: rails and project files are about other accounts. Each keeps a temporary file while
 * it runs, which names its process; an address alone proves nothing, as any variable or tunnel can have it.
 */
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ignoringErrors } from '../lib/failure.ts';
import { whyUnwritable } from '../lib/files/file-errors.ts';
import { parseObject } from '../lib/json/is-object.ts';
import { lockOwner, stateOf } from '../lib/lock.ts';

/** Keeps a file for a sandbox that has just started; without it, rails hold there. @returns removes the file */
export function recordSandbox(
  baseUrl: string,
  warn: (message: string) => void,
  folder = tmpdir(),
): () => void {
  const path = fileOf(baseUrl, folder);
  if (path === undefined) return () => {};
  try {
    // Left by a sandbox that was killed.
    rmSync(path, { force: true });
    writeFileSync(path, JSON.stringify(lockOwner()), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const why = whyUnwritable(error);
    warn(`rails and .newsletterrc.json apply to this sandbox, too: cannot write ${path} (${why})`);
    return () => {};
  }
  return () => rmSync(path, { force: true });
}

/** Whether a sandbox that `sandbox exec` of this user started listens at an address. */
export function isOwnSandbox(baseUrl: string | undefined, folder = tmpdir()): boolean {
  const path = fileOf(baseUrl, folder);
  if (path === undefined) return false;
  // Everybody can make files in a shared folder such as /tmp.
  const isMine = ignoringErrors(() => lstatSync(path).uid) === (process.getuid?.() ?? 0);
  const owner = parseObject(ignoringErrors(() => readFileSync(path, 'utf8')) ?? '');
  return isMine && ['alive', 'perhaps'].includes(stateOf(owner));
}

/** Only the address at which sandboxes listen: another service may have the same port at `localhost` or `[::1]`. */
function fileOf(baseUrl = '', folder: string): string | undefined {
  const [, port] = /^http:\/\/127\.0\.0\.1:(\d+)(?:\/|$)/.exec(baseUrl) ?? [];
  return port === undefined ? undefined : join(folder, `newsletter-sandbox-${port}`);
}
