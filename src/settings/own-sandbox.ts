/**
 * Which sandboxes of this program run on this machine: rails do not apply to those. Each keeps a file `sandbox-<port>` in
 * the config dir while it runs, which names its process. An address alone proves nothing: any variable or tunnel can have
 * one on this machine.
 */
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseObject } from '../lib/json/is-object.ts';
import { ignoringErrors, lockOwner, stateOf } from '../lib/lock.ts';
import { prepareConfigDir, type Warn } from './config-dir.ts';

/**
 * Keeps a file for a sandbox that has just started. Without it rails hold for the sandbox, too.
 *
 * @returns removes the file
 */
export function recordSandbox(configDir: string, baseUrl: string, warn: Warn): () => void {
  const path = fileOf(configDir, baseUrl);
  if (path === undefined) return () => {};
  const made = [configDir, dirname(configDir)].filter(folder => !existsSync(folder));
  try {
    prepareConfigDir(configDir, warn);
    removeEnded(configDir);
    writeFileSync(path, JSON.stringify({ ...lockOwner(), network: network() }), { mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warn(`rails and .newsletterrc.json apply to this sandbox, too: cannot write ${path} (${why})`);
    return () => {};
  }
  return () => {
    rmSync(path, { force: true });
    // A sandbox leaves nothing in the home; a folder in which something else was written stays.
    for (const folder of made) ignoringErrors(() => rmdirSync(folder));
  };
}

/** Whether a sandbox of this program listens at an address. */
export function isOwnSandbox(configDir: string, baseUrl: string | undefined): boolean {
  const path = fileOf(configDir, baseUrl);
  return path !== undefined && isRunning(path);
}

/** Only the address at which sandboxes listen: another service may have the same port at `localhost` or `[::1]`. */
function fileOf(configDir: string, baseUrl = ''): string | undefined {
  const [, port] = /^http:\/\/127\.0\.0\.1:(\d+)(?:\/|$)/.exec(baseUrl) ?? [];
  return port === undefined ? undefined : join(configDir, `sandbox-${port}`);
}

function isRunning(path: string): boolean {
  const owner = parseObject(ignoringErrors(() => readFileSync(path, 'utf8')) ?? '');
  return owner?.network === network() && ['alive', 'perhaps'].includes(stateOf(owner));
}

/** Each network namespace has a 127.0.0.1 of its own (Linux). */
const network = () => ignoringErrors(() => readlinkSync('/proc/self/ns/net'));

/** The files of sandboxes that were killed. */
function removeEnded(configDir: string): void {
  const paths = readdirSync(configDir)
    .filter(name => /^sandbox-\d+$/.test(name))
    .map(name => join(configDir, name));
  for (const path of paths) if (!isRunning(path)) rmSync(path, { force: true });
}
