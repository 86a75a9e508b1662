import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AtomicFile, writeAtomically } from '../../src/lib/files/atomic-file.ts';
import { replaceByDraft } from '../../src/lib/files/place-file.ts';
import { openBelow, temporaryFolder } from '../support/home.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('a file that is written whole', () => {
  it('leaves the older one until it is complete', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.txt');
    writeFileSync(path, 'old');
    const file = new AtomicFile(path);
    file.write('new');
    file.flush();
    expect(readFileSync(path, 'utf8')).toBe('old');
    file.discard();
    expect(readdirSync(folder)).toEqual(['a.txt']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('has its parts in their order, and stays open nowhere', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.txt');
    const file = new AtomicFile(path);
    const long = 'ä'.repeat(70_000);
    const parts = ['1', new Uint8Array([50]), '3', '', new Uint8Array(), long, new Uint8Array([52, 53]), '6'];
    for (const part of parts) file.write(part);
    expect(file.commit()).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe(`123${long}456`);
    expect([file.isStarted, openBelow(folder)]).toEqual([false, []]);
  });

  it('collects what is written before it writes to the disk', () => {
    const folder = temporaryFolder();
    const file = new AtomicFile(join(folder, 'a.txt'));
    const size = () => statSync(join(folder, readdirSync(folder)[0] ?? '')).size;
    const sizes = [1, 64 * 1024 - 2, 1].map(count => {
      file.write('x'.repeat(count));
      return size();
    });
    expect(sizes).toEqual([0, 0, 64 * 1024]);
    file.discard();
  });

  it.each<[string, (file: AtomicFile) => unknown]>([
    ['saved', file => file.flush()],
    ['completed', file => file.commit()],
    ['completed beside another one', file => file.commitBeside(() => true)],
    ['given up', file => file.discard()],
  ])('without a write, %s, makes no file', (_, end) => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.txt');
    writeFileSync(path, 'old');
    const file = new AtomicFile(path);
    expect(end(file)).toBeUndefined();
    expect(file.isStarted).toBe(false);
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a.txt'], 'old']);
  });

  it('of an empty text is empty', () => {
    const path = join(temporaryFolder(), 'a.txt');
    const file = new AtomicFile(path);
    file.write('');
    expect(file.isStarted).toBe(true);
    expect(file.commit()).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('completed beside a file that stays has another name', () => {
    const folder = temporaryFolder();
    const target = join(folder, 'rejects.csv');
    const path = join(folder, 'link.csv');
    symlinkSync(target, path);
    const beside = (mayReplace: boolean) => {
      const file = new AtomicFile(path);
      file.write('new');
      return file.commitBeside(() => mayReplace);
    };
    // As it was typed, where the name is the one that was asked for.
    expect(beside(false)).toBe(path);
    expect(beside(false)).toBe(join(folder, 'rejects-2.csv'));
    expect(beside(true)).toBe(path);
    expect(readFileSync(join(folder, 'rejects-2.csv'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['link.csv', 'rejects-2.csv', 'rejects.csv']);
    expect(openBelow(folder)).toEqual([]);
  });

  it.each(['664', '600', '755'])('has the mode %s of the one that it replaces', octal => {
    const mode = Number.parseInt(octal, 8);
    const path = join(temporaryFolder(), 'a.txt');
    writeFileSync(path, 'old');
    chmodSync(path, mode);
    writeAtomically(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(modeOf(path)).toBe(mode);
  });

  it('has the mode that is given', () => {
    const path = join(temporaryFolder(), 'a.txt');
    writeFileSync(path, 'old', { mode: 0o644 });
    writeAtomically(path, 'new', { mode: 0o600 });
    expect(modeOf(path)).toBe(0o600);
  });

  it('is written where links lead', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'far', 'away'), { recursive: true });
    symlinkSync('far/away', join(folder, 'near'));
    symlinkSync('../b.txt', join(folder, 'far', 'away', 'a.txt'));
    symlinkSync('c.txt', join(folder, 'far', 'b.txt'));
    for (const text of ['first', 'second']) {
      writeAtomically(join(folder, 'near', 'a.txt'), text);
      expect(readFileSync(join(folder, 'far', 'b.txt'), 'utf8')).toBe(text);
    }
    expect(readlinkSync(join(folder, 'near', 'a.txt'))).toBe('../b.txt');
    expect(lstatSync(join(folder, 'near')).isSymbolicLink()).toBe(true);
    expect(readdirSync(join(folder, 'far')).toSorted()).toEqual(['away', 'b.txt', 'c.txt']);
    expect(readdirSync(join(folder, 'near'))).toEqual(['a.txt']);
  });

  it('whose name a folder has taken leaves nothing behind', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.txt');
    const file = new AtomicFile(path, { hint: 'elsewhere' });
    file.write('text');
    mkdirSync(path);
    expect(() => file.commit()).toThrow(
      expect.objectContaining({
        code: 'write_failed',
        hint: 'elsewhere',
        message: `cannot write ${path}: it is a folder`,
      }),
    );
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  // Not a device of this machine's: whoever breaks this as root would be without it.
  it('replaces nothing but a file', async () => {
    const path = join(temporaryFolder(), 'a.txt');
    const socket = createServer();
    await new Promise<void>(resolve => socket.listen(path, resolve));
    onTestFinished(() => void socket.close());
    expect(() => writeAtomically(path, 'text', { hint: 'elsewhere' })).toThrow(
      expect.objectContaining({ code: 'usage', hint: 'elsewhere' }),
    );
    expect(statSync(path).isSocket()).toBe(true);
  });

  it.each([
    ['no/a.txt', 'folder not found'],
    ['file/a.txt', 'part of the path is a file, not a folder'],
    ['circle', 'circular symbolic link'],
    ['long', 'the name is too long'],
    ['.', 'it is a folder'],
  ])('that cannot be "%s" says why', (name, why) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('circle', join(folder, 'circle'));
    const path = join(folder, name === 'long' ? 'a'.repeat(300) : name);
    expect(() => new AtomicFile(path)).toThrow(`cannot write ${path}: ${why}`);
    expect(readdirSync(folder).toSorted()).toEqual(['circle', 'file']);
  });

  it('in a folder that does not exist leads to that folder', () => {
    const hint = 'create the folder no/such';
    expect(() => new AtomicFile('no/such/a.txt')).toThrow(expect.objectContaining({ hint }));
  });
});

describe('a file that another program has open', () => {
  const inUse = (code: string) => Object.assign(new Error('in use'), { code });
  const refuse = (code: string) => () => {
    throw inUse(code);
  };

  it.each(['EPERM', 'EACCES', 'EBUSY'])('is kept beside one that another program has open (%s)', code => {
    const folder = temporaryFolder();
    const path = join(folder, 'people.csv');
    writeFileSync(path, 'old');
    writeFileSync(join(folder, 'people-2.csv'), 'another');
    const rename = (from: string, to: string) => (to === path ? refuse(code)() : renameSync(from, to));
    expect(() => writeAtomically(path, 'new', { rename })).toThrow(
      expect.objectContaining({
        code: 'write_failed',
        message: `cannot replace ${path}: ${code === 'EBUSY' ? 'another program has it open, or it is mounted by itself' : 'permission denied'}`,
        details: [expect.stringContaining('people-3.csv')],
      }),
    );
    expect(readFileSync(join(folder, 'people-2.csv'), 'utf8')).toBe('another');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readFileSync(join(folder, 'people-3.csv'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('gets the next name if the one that it may replace is open', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'rejects.csv');
    writeFileSync(path, 'old');
    const file = new AtomicFile(path, { rename: refuse('EPERM') });
    file.write('new');
    expect(file.commitBeside(() => true)).toBe(join(folder, 'rejects-2.csv'));
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('a draft that cannot be renamed is copied, and stays where not even that works', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'credentials.json');
    writeFileSync(path, 'old');
    replaceByDraft(path, draft => writeFileSync(draft, 'new'), refuse('EBUSY'));
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['credentials.json']);
  });
});
