import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/lib/files/folder.ts';
import { temporaryFolder } from '../support/home.ts';

describe('making a folder', () => {
  it('when those above are missing, then they are made for this user alone, and once', () => {
    const above = join(temporaryFolder(), 'a');
    const folder = join(above, 'b', 'c');
    for (let times = 0; times < 2; times++) makeFolder(folder);
    for (const each of [above, folder]) expect(statSync(each).mode & 0o777).toBe(0o700);
  });

  it('when it is there at the moment at which it is made, then that is no error', () => {
    const folder = temporaryFolder();
    // Only there once the folder above is.
    makeFolder(`${folder}/a/..`);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('when something else is in the way, then that is a system error', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    for (const path of ['file', 'file/below', 'link']) {
      expect(() => makeFolder(join(folder, path))).toThrow(/EEXIST|ENOTDIR/);
    }
  });

  it('when the source makes folders elsewhere, then never with those above, which may not end', () => {
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
