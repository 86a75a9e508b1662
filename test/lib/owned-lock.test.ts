import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { takeOwnedLock } from '../../src/lib/owned-lock.ts';
import { temporaryFolder } from '../support/home.ts';

/** A lock that somebody holds, as far as its files say. */
function heldBy(pid: number): string {
  const path = join(temporaryFolder(), 'journal');
  mkdirSync(`${path}.lock`);
  writeFileSync(`${path}.owner`, JSON.stringify({ pid, host: hostname() }));
  return path;
}

/** A process that has ended, and whose parent never asks how. @returns its id */
async function zombie(): Promise<number> {
  // The shell becomes a `sleep`, which does not know that it has a child.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [pid] = await once(parent.stdout, 'data');
  return Number(String(pid));
}

describe.skipIf(process.platform !== 'linux')('a lock whose holder is known', () => {
  it('when the holder lives, then nobody else gets it', async () => {
    expect(await takeOwnedLock(heldBy(process.pid))).toBeUndefined();
  });

  it('when the holder was killed, and nobody has buried it, then the next one gets it at once', async () => {
    const path = heldBy(await zombie());
    let release: Awaited<ReturnType<typeof takeOwnedLock>>;
    const take = async () => {
      release = await takeOwnedLock(path);
      return release;
    };
    // Less than it takes until a lock that nobody renews is stale.
    await expect.poll(take, { timeout: 3000 }).toBeTypeOf('function');
    await release?.();
  });
});
