import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profilesWithCredentials } from '../../src/auth/credentials/credential-file.ts';
import { readConfig } from '../../src/settings/profiles.ts';
import { temporaryFolder } from '../support/home.ts';
import { limit } from '../support/load.ts';

let program = '';
let built = '';
const ignore = () => {};

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'newsletter-writer-'));
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./writer.ts', import.meta.url)),
    platform: 'node',
    logLevel: 'silent',
  });
  await bundle.write({
    dir: built,
    format: 'cjs',
    entryFileNames: 'writer.cjs',
  });
  await bundle.close();
  program = join(built, 'writer.cjs');
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** Runs a program to its end: what it printed; how it ended is in that. */
function run(file: string, args: readonly string[]): Promise<string> {
  return new Promise(resolve => {
    execFile(file, args, { timeout: limit(40), killSignal: 'SIGKILL' }, (_, stdout) => resolve(stdout));
  });
}

describe('several processes at once', () => {
  it('add profiles without losing one', async () => {
    const folder = join(temporaryFolder(), 'newsletter');
    const names = Array.from({ length: 6 }, (_, i) => [0, 1, 2].map(j => `p${i}-${j}`));
    const printed = await Promise.all(names.map(some => run(process.execPath, [program, folder, ...some])));
    expect(printed.join('')).toBe('');
    expect(Object.keys(readConfig(folder).profiles).sort()).toEqual(names.flat().sort());
    const { profiles } = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
    for (const name of names.flat())
      expect(profiles[name]).toEqual({ kind: 'api-key', key: `key-of-${name}` });
    expect(readdirSync(folder).sort()).toEqual(['config.json', 'credentials.json']);
  });
});

describe('a disk without room', () => {
  // A limit on the size of files cuts a write short, as a full disk does.
  it.each(['config.json', 'credentials.json'])('leaves %s as it was, and says so in one line', async name => {
    const folder = temporaryFolder();
    const profiles = Array.from({ length: 300 }, (_, i) => [`profile-${i}`, { base: 'x'.repeat(40) }]);
    const before = JSON.stringify({ profiles: Object.fromEntries(profiles) });
    const file = join(folder, name);
    writeFileSync(file, before, { mode: 0o600 });
    const printed = await run('/bin/sh', [
      '-c',
      'ulimit -f 8 && exec "$0" "$@"',
      process.execPath,
      program,
      folder,
      'one-more',
    ]);
    expect(printed).toBe(`write_failed: cannot write to ${folder}: the disk is full`);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter(left => left.includes('.new') || left === 'lock')).toEqual([]);
  });

  it('leaves no half-written file', async () => {
    const folder = temporaryFolder();
    const limited = ['-c', 'ulimit -f 0 && exec "$0" "$@"', process.execPath, program, folder, 'one'];
    expect(await run('/bin/sh', limited)).toMatch(/^write_failed: [^\n]+$/);
    expect(readdirSync(folder).filter(left => left.endsWith('.json'))).toEqual([]);
    expect(profilesWithCredentials(folder, ignore)).toEqual([]);
  });
});
