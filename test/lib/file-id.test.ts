import { linkSync, mkdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileSystem, fileId } from '../../src/lib/files/file-id.ts';
import { temporaryFolder } from '../support/home.ts';

/** A file system that ignores case, with the given files in a folder. */
const caseless = (...files: string[]) => fileSystem(text => text.toLowerCase(), '/Users/Ann', files);

/** @param fold makes the same of all names of a file */
function fileSystem(fold: (path: string) => string, folder: string, files: readonly string[]): FileSystem {
  const above = folder.split('/').map((_, at, names) => names.slice(0, at + 1).join('/') || '/');
  const all = [...above, ...files.map(file => `${folder}/${file}`)];
  const find = (path: string) => all.findIndex(one => fold(one) === fold(path));
  return {
    stat: path => (find(path) < 0 ? undefined : { dev: 1n, ino: BigInt(find(path) + 1) }),
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

  it.each(['/Users/Ann', '/USERS/ANN', '/users/ann', '/data/2026', '/2026'])(
    'when it ignores case or not, then that is seen by the name of a folder as in %s',
    folder => {
      const name = (text: string, system: FileSystem) => fileId(`${folder}/${text}`, system);
      const ignoring = fileSystem(text => text.toLowerCase(), folder, []);
      // In folders without letters in their names nothing shows it; most such systems are Linux.
      const isSeen = /[a-z]/i.test(folder) || ['win32', 'darwin'].includes(process.platform);
      expect(name('new.csv', ignoring) === name('NEW.csv', ignoring)).toBe(isSeen);
      const telling = fileSystem(text => text, folder, []);
      expect(name('new.csv', telling)).not.toBe(name('NEW.csv', telling));
      expect(name('new.csv', telling)).not.toBe(name('old.csv', telling));
    },
  );

  it('when letters have no other case in one letter, then names with them are others', () => {
    const system = caseless();
    expect(fileId('/Users/Ann/straße.csv', system)).not.toBe(fileId('/Users/Ann/strasse.csv', system));
  });

  it('when a folder is there under two names, then so are its files, there or not', () => {
    const system: FileSystem = {
      stat: path => (/^[/][12]$/.test(path) ? { dev: 1n, ino: 9n } : undefined),
      realPath: path => path,
    };
    expect(fileId('/1/new.csv', system)).toBe(fileId('/2/new.csv', system));
    expect(fileId('/1/new.csv', system)).not.toBe(fileId('/1/old.csv', system));
  });

  it('when a network drive has no inode numbers, then a file is known by its path', () => {
    const system: FileSystem = { stat: () => ({ dev: 1n, ino: 0n }), realPath: path => path.toLowerCase() };
    expect(fileId('/Drive/a.csv', system)).toBe(fileId('/drive/a.csv', system));
    expect(fileId('/drive/a.csv', system)).not.toBe(fileId('/drive/b.csv', system));
    expect(fileId('/drive/a.csv', system)).not.toBe(fileId('/drive/A.csv', system));
  });

  it('when its folder is not there, then it is known by its path', () => {
    expect(fileId('/no/such/a.csv')).toBe(fileId('/no/such/folder/../a.csv'));
    expect(fileId('/no/such/a.csv')).not.toBe(fileId('/no/such/b.csv'));
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
