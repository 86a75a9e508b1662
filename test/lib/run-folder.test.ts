import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  KeptFolder,
  keptRuns,
  newRunId,
  type RunFacts,
  removeOldRuns,
  runWithId,
} from '../../src/lib/run-folder.ts';
import { temporaryFolder } from '../support/home.ts';

interface Facts extends RunFacts {
  readonly what?: string;
}

const now = Date.parse('2026-06-01T00:00:00Z');
const daysAgo = (days: number) => new Date(now - days * 86_400_000);

function begun(parent: string, id: string, days = 0): KeptFolder<Facts> {
  const folder = new KeptFolder<Facts>(parent, id);
  folder.make();
  folder.save({ id, started_at: daysAgo(days).toISOString() });
  return folder;
}

describe('the folder of a run', () => {
  it('when it is made, then only this user can read it and its facts', () => {
    const parent = join(temporaryFolder(), 'runs');
    const folder = begun(parent, newRunId());
    expect([parent, folder.path].map(path => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(statSync(folder.file('run.json')).mode & 0o777).toBe(0o600);
  });

  it('when its facts change, then the others stay; nothing is made of facts that are not there', () => {
    const parent = temporaryFolder();
    const folder = begun(parent, '0123abcd');
    folder.update({ what: 'tags' });
    expect(folder.read()).toEqual({ id: '0123abcd', started_at: daysAgo(0).toISOString(), what: 'tags' });
    const other = new KeptFolder<Facts>(parent, '4567abcd');
    other.update({ what: 'tags' });
    expect(existsSync(other.path)).toBe(false);
  });

  it('when files of it are removed, then the others stay', () => {
    const folder = begun(temporaryFolder(), '0123abcd');
    writeFileSync(folder.file('before.ndjson'), '{}\n');
    folder.remove('before.ndjson', 'none.txt');
    expect(readdirSync(folder.path)).toEqual(['run.json']);
    folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  });
});

it('a folder that cannot be made or deleted is a failure with a reason', () => {
  const parent = temporaryFolder();
  writeFileSync(join(parent, 'file'), '');
  const failed = (why: string) =>
    expect.objectContaining({ code: 'write_failed', message: expect.stringContaining(why) });
  expect(() => new KeptFolder(join(parent, 'file'), '00000001').make()).toThrow(failed('cannot write'));
  // What cannot be there, below a file, counts as deleted from Node 24 on.
  expect(() => begun(parent, '00000001').remove('x'.repeat(300))).toThrow(failed('cannot delete'));
});

describe('the runs of this machine', () => {
  it('when there are some, then the latest comes first; what is no run is left out', () => {
    const parent = join(temporaryFolder(), 'runs');
    expect(keptRuns(parent)).toEqual([]);
    begun(parent, '0000000b', 2);
    begun(parent, '0000000a', 1);
    begun(parent, '0000000c', 3);
    mkdirSync(join(parent, '0000000d'));
    mkdirSync(join(parent, 'account.lock'));
    const damaged = new KeptFolder(parent, '0000000c');
    for (const facts of ['{"id":', 'null', '{"id":"x"}', '{"id":"x","started_at":5}']) {
      writeFileSync(damaged.file('run.json'), facts);
      expect(damaged.read()).toBeUndefined();
    }
    expect(keptRuns(parent).map(({ run }) => run.id)).toEqual(['0000000a', '0000000b']);
  });

  it.each([
    ['0123abcd', '0123abcd'],
    ['0123', '0123abcd'],
    ['01', 'several runs begin with "01"'],
    ['9', 'no run "9" on this machine'],
    ['', 'no run "" on this machine'],
  ])('when one is named %j, then it is %s', (id, expected) => {
    const runs = ['0123abcd', '01ffabcd'].map(each => ({ run: { id: each, started_at: '' } }));
    let found: string;
    try {
      found = runWithId(runs, id, 'newsletter undo').run.id;
    } catch (error) {
      expect(error).toMatchObject({ code: 'not_found', hint: 'newsletter undo' });
      found = (error as Error).message;
    }
    expect(found).toBe(expected);
  });

  it('when they are old, then they go: after 90 days, those that never began or are damaged after 7', () => {
    const parent = temporaryFolder();
    for (const [id, days] of [
      ['00000001', 89],
      ['00000002', 91],
    ] as const)
      begun(parent, id, days);
    for (const [id, days] of [
      ['00000003', 6],
      ['00000004', 8],
      ['account.lock', 8],
    ] as const) {
      mkdirSync(join(parent, id));
      writeFileSync(join(parent, id, 'run.json'), '{');
      utimesSync(join(parent, id), daysAgo(days), daysAgo(days));
    }
    removeOldRuns(parent, now);
    expect(readdirSync(parent)).toEqual(['00000001', '00000003', 'account.lock']);
  });
});
