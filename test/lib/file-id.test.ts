import { linkSync, mkdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileSystem, fileId } from '../../src/lib/files/file-id.ts';
import { temporaryFolder } from '../support/home.ts';

/** A file system that ignores case, with the given files in the folder `/Users/Ann`. */
function caseless(...files: string[]): FileSystem {
  const all = ['/', '/Users', '/Users/Ann', ...files.map(file => `/Users/Ann/${file}`)];
  const find = (path: string) => all.findIndex(one => one.toLowerCase() === path.toLowerCase());
  return {
    inodeOf: path => (find(path) < 0 ? undefined : `1:${find(path)}`),
    realPath(path) {
      const found = all[find(path)];
      if (found === undefined) throw Object.assign(new Error('nothing there'), { code: 'ENOENT' });
      return found;
    },
  };
}

describe('the identity of a file', () => {
  it('when the file system ignores case, then every spelling is the same file, there or not', () => {
    const system = caseless('people.csv');
    const id = (path: string) => fileId(path, system);
    expect(id('/users/ANN/People.CSV')).toBe(id('/Users/Ann/people.csv'));
    expect(id('/users/ann/REJECTS.csv')).toBe(id('/Users/Ann/rejects.csv'));
    expect(id('/Users/Ann/rejects.csv')).not.toBe(id('/Users/Ann/report.csv'));
    expect(id('/Users/Ann/re\u0301sume\u0301.csv')).toBe(id('/Users/Ann/R\u00c9SUM\u00c9.csv'));
  });

  it('when it does not, then names are told apart, and links are followed', () => {
    const folder = temporaryFolder();
    const at = (name: string) => fileId(join(folder, name));
    writeFileSync(join(folder, 'people.csv'), 'a');
    mkdirSync(join(folder, 'below'));
    symlinkSync(folder, join(folder, 'below', 'up'));
    linkSync(join(folder, 'people.csv'), join(folder, 'PEOPLE.CSV'));
    expect(at('PEOPLE.CSV')).toBe(at('people.csv'));
    expect(at('below/up/people.csv')).toBe(at('people.csv'));
    expect(at('below/up/new.csv')).toBe(at('new.csv'));
    const upper = join(realpathSync(folder).toUpperCase(), 'new.csv');
    const isSensitive = statSync(folder.toUpperCase(), { throwIfNoEntry: false }) === undefined;
    expect(fileId(upper) === at('new.csv')).toBe(!isSensitive);
    if (isSensitive) expect(at('new.csv')).not.toBe(at('NEW.csv'));
  });
});
