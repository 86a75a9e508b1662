import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppendLog, readLog } from '../../src/lib/append-log.ts';
import { Failure } from '../../src/lib/failure.ts';
import { openBelow, temporaryFolder } from '../support/home.ts';

const failure = (error: unknown) => new Failure('write_failed', String(error));
const newPath = () => join(temporaryFolder(), 'journal');

function written(path: string, ...lines: object[]): void {
  const log = new AppendLog(path, failure);
  for (const line of lines) log.append(line);
  log.close();
}

describe('an append-only log', () => {
  it('is private, and has a line as soon as it is added', async () => {
    const path = newPath();
    const log = new AppendLog(path, failure);
    log.append({ a: 1 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n');
    await log.save();
    log.append({ b: 2 });
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n{"b":2}\n');
    log.remove();
    expect([existsSync(path), openBelow(path)]).toEqual([false, []]);
  });

  it('keeps its lines when it is continued', () => {
    const path = newPath();
    written(path, { a: 1 });
    written(path, { a: 2 }, { text: 'ä\n' });
    expect(readLog(path)).toEqual([{ a: 1 }, { a: 2 }, { text: 'ä\n' }]);
    for (const each of [path, newPath()]) {
      const log = new AppendLog(each, failure, true);
      log.append({ a: 3 });
      log.close();
      expect(readLog(each)).toEqual([{ a: 3 }]);
    }
  });

  it('that others can read is private when it is begun anew', () => {
    const path = newPath();
    writeFileSync(path, '{"a":1}\n', { mode: 0o644 });
    new AppendLog(path, failure, true).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('that was closed can be removed, but not written', async () => {
    const path = newPath();
    const log = new AppendLog(path, failure);
    log.close();
    log.close();
    await expect(log.save()).rejects.toMatchObject({ code: 'write_failed' });
    expect(() => log.append({ b: 1 })).toThrow(Failure);
    log.remove();
    expect(existsSync(path)).toBe(false);
  });

  it('loses no line but one that a crash cut off', () => {
    const whole = '{"a":1}\n{"b":"two","c":[3]}\n';
    for (let length = 9; length < whole.length; length++) {
      const path = newPath();
      writeFileSync(path, whole.slice(0, length));
      const isWhole = length === whole.length - 1;
      const kept = [{ a: 1 }, ...(isWhole ? [{ b: 'two', c: [3] }] : [])];
      expect(readLog(path)).toEqual(kept);
      written(path, { d: 4 }, { e: 5 });
      expect(readLog(path)).toEqual([...kept, { d: 4 }, { e: 5 }]);
    }
  });

  it('what is no object is no line', () => {
    const path = newPath();
    writeFileSync(path, '\n12;\n\n{"a":1}\n13');
    expect(readLog(path)).toEqual([{ a: 1 }]);
  });

  it('that cannot be read or written is an error', () => {
    const folder = temporaryFolder();
    expect(readLog(join(folder, 'none'))).toEqual([]);
    expect(() => readLog(folder)).toThrow(/EISDIR/);
    expect(() => new AppendLog(folder, failure)).toThrow(Failure);
  });

  it.skipIf(!existsSync('/dev/full'))('on a full disk is an error', async () => {
    const log = new AppendLog('/dev/full', failure);
    expect(() => log.append({ a: 1 })).toThrow(/ENOSPC/);
    log.close();
  });
});
