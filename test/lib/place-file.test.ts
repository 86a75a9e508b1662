/** When a complete file may take a name, and where files of a run stay: what must not be overwritten, stays. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppendLog } from '../../src/lib/append-log.ts';
import { Failure } from '../../src/lib/failure.ts';
import {
  isInUse,
  linkTarget,
  numbered,
  placed,
  renameOver,
  retrying,
  syncFolder,
} from '../../src/lib/files/place-file.ts';
import { RecordFileWriter, readRecords } from '../../src/lib/files/record-file.ts';
import { KeptFolder, keptRuns, removeOldRuns } from '../../src/lib/run-folder.ts';
import { openBelow, temporaryFolder } from '../support/home.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

describe('a complete file', () => {
  const [never, always] = [() => false, () => true];

  it.each<[there: string, mayReplace: () => boolean, isPlaced: boolean]>([
    ['nothing', never, true],
    ['an empty file', never, true],
    ['a file that may be replaced', always, true],
    ['a file that must stay', never, false],
    ['a folder', always, false],
  ])(
    'when there is %s, and it may be replaced by %s, then whether it gets the name is %s',
    (there, may, isPlaced) => {
      const folder = temporaryFolder();
      const [complete, target] = [join(folder, 'new'), join(folder, 'name')];
      writeFileSync(complete, 'new');
      if (there === 'a folder') mkdirSync(target);
      else if (there !== 'nothing') writeFileSync(target, there === 'an empty file' ? '' : 'old');
      expect(placed(complete, target, may, renameOver)).toBe(isPlaced);
      expect(existsSync(complete)).toBe(!isPlaced);
      if (isPlaced) expect(readFileSync(target, 'utf8')).toBe('new');
      else if (there !== 'a folder') expect(readFileSync(target, 'utf8')).toBe('old');
    },
  );

  it('when another program has the file open, then the next name is tried; any other error is one', () => {
    const folder = temporaryFolder();
    const [complete, target] = [join(folder, 'new'), join(folder, 'name')];
    writeFileSync(complete, 'new');
    writeFileSync(target, 'old');
    const failing = (code: string) => () => {
      throw coded(code);
    };
    expect(placed(complete, target, always, failing('EBUSY'))).toBe(false);
    expect(() => placed(complete, target, always, failing('EIO'))).toThrow('EIO');
    expect(() => placed(join(folder, 'none'), join(folder, 'other'), always, renameOver)).toThrow('ENOENT');
    expect(() => placed(complete, join(folder, 'free'), always, failing('EIO'))).not.toThrow();
    mkdirSync(complete);
    expect(() => placed(complete, join(folder, 'other'), always, failing('EBUSY'))).toThrow('EBUSY');
    expect(() => placed(complete, join(folder, 'no', 'name'), always, renameOver)).toThrow('ENOENT');
  });

  it('when the file system has no links, as none has to folders, then it is renamed', () => {
    const folder = temporaryFolder();
    const [complete, target] = [join(folder, 'new'), join(folder, 'name')];
    mkdirSync(complete);
    expect(placed(complete, target, never, renameOver)).toBe(true);
    expect(readdirSync(folder)).toEqual(['name']);
  });

  it('when a rename is saved, then nothing stays open; a folder that is not there is an error', () => {
    const folder = temporaryFolder();
    syncFolder(folder);
    expect(openBelow(folder)).toEqual([]);
    if (process.platform !== 'win32') expect(() => syncFolder(join(folder, 'none'))).toThrow('ENOENT');
  });

  it('when another program has it open, then it is tried again for five seconds, ever more seldom', () => {
    const waits: number[] = [];
    let tries = 0;
    const busy = () => {
      tries++;
      throw coded('EPERM');
    };
    expect(() => retrying(busy, time => waits.push(time))).toThrow('EPERM');
    expect(waits.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 320, 500, 500]);
    expect(waits.reduce((sum, time) => sum + time, 0)).toBe(5130);
    expect(tries).toBe(waits.length + 1);
    expect(() =>
      retrying(
        () => {
          throw coded('ENOENT');
        },
        time => waits.push(time),
      ),
    ).toThrow('ENOENT');
    const before = waits.length;
    let left = 2;
    retrying(
      () => {
        if (left-- > 0) throw coded('EBUSY');
      },
      time => waits.push(time),
    );
    expect(waits.length - before).toBe(2);
    expect(['EPERM', 'EACCES', 'EBUSY', 'EIO'].map(code => isInUse(coded(code)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isInUse(new Error('x'))).toBe(false);
  });

  it('when names are counted, then the number stands before the extension; links are followed to their end', () => {
    expect([numbered('a/p.csv', 1), numbered('a/p.rejects.csv', 2), numbered('p', 3)]).toEqual([
      'a/p.csv',
      join('a', 'p.rejects-2.csv'),
      'p-3',
    ]);
    const folder = temporaryFolder();
    symlinkSync('two', join(folder, 'one'));
    symlinkSync('three', join(folder, 'two'));
    expect(linkTarget(join(folder, 'one'))).toMatch(/three$/);
    expect(linkTarget(join(folder, 'plain'))).toBe(join(folder, 'plain'));
    symlinkSync('a', join(folder, 'b'));
    symlinkSync('b', join(folder, 'a'));
    expect(() => linkTarget(join(folder, 'a'))).toThrow('ELOOP');
  });

  it('when records are written, then they are there when all are; when given up, none', async () => {
    const path = join(temporaryFolder(), 'records');
    const read = async () => {
      const all: object[] = [];
      for await (const one of readRecords<object>(path)) all.push(one);
      return all;
    };
    const given = new RecordFileWriter<object>(path);
    given.add({ a: 1 });
    given.discard();
    expect(readdirSync(join(path, '..'))).toEqual([]);
    const writer = new RecordFileWriter<object>(path);
    writer.add({ a: 1 });
    writer.add({ b: 2 });
    expect([writer.count, existsSync(path)]).toEqual([2, false]);
    writer.commit();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await read()).toEqual([{ a: 1 }, { b: 2 }]);
    const empty = new RecordFileWriter<object>(`${path}.2`);
    empty.commit();
    expect(readFileSync(`${path}.2`, 'utf8')).toBe('');
  });
});

describe('what is kept of runs', () => {
  const day = 86_400_000;
  const now = Date.parse('2026-06-01T00:00:00Z');
  const keep = (parent: string, id: string, facts: unknown) => {
    mkdirSync(join(parent, id), { recursive: true });
    writeFileSync(join(parent, id, 'run.json'), typeof facts === 'string' ? facts : JSON.stringify(facts));
    return new KeptFolder(parent, id);
  };
  const at = (ago: number) => ({ id: 'x', started_at: new Date(now - ago).toISOString() });

  it.each<[what: string, facts: unknown]>([
    ['text', '"x"'],
    ['null', 'null'],
    ['damaged', '{"id":"x","star'],
    ['without a time', { id: 'x' }],
    ['with a number for a time', { id: 'x', started_at: 5 }],
  ])('when the facts of a run are %s, then there are none', (_, facts) => {
    const parent = temporaryFolder();
    expect(keep(parent, '0123abcd', facts).read()).toBeUndefined();
    expect(keptRuns(parent)).toEqual([]);
  });

  it('when several are kept, then the latest comes first, and only folders of runs are looked at', () => {
    const parent = temporaryFolder();
    for (const [id, ago] of [
      ['00000001', 2],
      ['00000002', 0],
      ['00000003', 1],
    ] as const)
      keep(parent, id, at(ago * day));
    keep(parent, 'x00000004', at(0));
    keep(parent, '00000005x', at(0));
    expect(keptRuns(parent).map(({ folder }) => folder.id)).toEqual(['00000002', '00000003', '00000001']);
  });

  it('when a run is 90 days old, then it is kept, and a moment later deleted; other folders stay', () => {
    const parent = temporaryFolder();
    keep(parent, '00000001', at(90 * day));
    keep(parent, '00000002', at(90 * day + 1));
    keep(parent, 'backups-00000003', at(900 * day));
    // As if another process deleted it meanwhile.
    symlinkSync(join(parent, 'nowhere'), join(parent, '00000004'));
    removeOldRuns(parent, now);
    expect(['00000001', '00000002', 'backups-00000003'].map(id => existsSync(join(parent, id)))).toEqual([
      true,
      false,
      true,
    ]);
    expect(() => removeOldRuns(join(parent, 'none'), now)).not.toThrow();
  });

  it('when a folder cannot be made, then that is a failure with a way out', () => {
    const parent = temporaryFolder();
    writeFileSync(join(parent, 'file'), '');
    const folder = new KeptFolder(join(parent, 'file'), '00000001');
    expect(() => folder.make()).toThrow(Failure);
  });

  it('when something cannot be deleted, then that is a failure with a reason', () => {
    const folder = new KeptFolder(temporaryFolder(), '00000001');
    folder.make();
    // What cannot be there, below a file, counts as deleted from Node 24 on.
    expect(() => folder.remove('x'.repeat(300))).toThrow(
      expect.objectContaining({
        code: 'write_failed',
        message: expect.stringMatching(/^cannot delete .*x: .*\blong\b/),
      }),
    );
  });

  it('when a log is removed or saved after it was closed, then that is an error, and no silent loss', async () => {
    const log = new AppendLog<object>(
      join(temporaryFolder(), 'log'),
      error => new Failure('write_failed', String(error)),
    );
    log.append({ a: 1 });
    log.close();
    await expect(log.save()).rejects.toMatchObject({ code: 'write_failed' });
    expect(() => log.append({ b: 1 })).toThrow(Failure);
  });
});
