import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/lib/files/folder.ts';
import { temporaryFolder } from '../support/home.ts';

describe('a folder', () => {
  it('is made with those above, for this user alone', () => {
    const above = join(temporaryFolder(), 'a');
    const folder = join(above, 'b', 'c');
    for (let times = 0; times < 2; times++) makeFolder(folder);
    for (const each of [above, folder]) expect(statSync(each).mode & 0o777).toBe(0o700);
  });

  it('that another process has just made is no error', () => {
    const folder = temporaryFolder();
    // Only there once the folder above is.
    makeFolder(`${folder}/a/..`);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('that cannot be made is a system error', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    for (const path of ['file', 'file/below', 'link']) {
      expect(() => makeFolder(join(folder, path))).toThrow(/EEXIST|ENOTDIR/);
    }
  });

  it('is made by this function everywhere in the source', () => {
    const source = fileURLToPath(new URL('../../src', import.meta.url));
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name =>
      name.endsWith('.ts'),
    );
    const recursive = files.filter(name =>
      /mkdir\w*\([^;]*recursive/.test(readFileSync(join(source, name), 'utf8')),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(recursive).toEqual([]);
  });
});
