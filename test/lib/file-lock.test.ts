import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeLock } from '../../src/lib/file-lock.ts';
import { temporaryFolder } from '../support/home.ts';

const staleAfter = 5000;

/** A lock that nobody has renewed for a minute. */
function staleLock(path: string): void {
  mkdirSync(path);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(path, longAgo, longAgo);
}

describe('a lock', () => {
  it('when it is held, then nobody else gets it, until it is released', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'lock');
    const release = await takeLock(path, staleAfter);
    expect(await takeLock(path, staleAfter)).toBeUndefined();
    await release?.();
    const again = await takeLock(path, staleAfter);
    expect(again).toBeDefined();
    await again?.();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('when many find the lock of a killed process at the same time, then one of them gets it, and none fails', async () => {
    const folder = temporaryFolder();
    for (let round = 0; round < 100; round++) {
      const path = join(folder, `lock-${round}`);
      staleLock(path);
      const take = async () => (await takeLock(path, staleAfter)) ?? (await takeLock(path, staleAfter));
      const releases = (await Promise.all(Array.from({ length: 8 }, take))).filter(
        release => release !== undefined,
      );
      expect(releases.length).toBe(1);
      for (const release of releases) await release();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('when its holder is known to be dead, then it is taken over at once', async () => {
    const path = join(temporaryFolder(), 'lock');
    mkdirSync(path);
    expect(await takeLock(path, staleAfter, () => false)).toBeUndefined();
    const release = await takeLock(path, staleAfter, () => true);
    expect(release).toBeDefined();
    await release?.();
  });

  it('when its folder does not exist, then that is an error', async () => {
    const path = join(temporaryFolder(), 'none', 'lock');
    await expect(takeLock(path, staleAfter)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
