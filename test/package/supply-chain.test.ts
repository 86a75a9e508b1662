/** What comes from others: what is installed, what of it is in the bundle, and under which licences. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unverified, verifyInstalled } from '../../.config/verify-lock.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('what is installed', () => {
  it('when the build begins, then every package has the checksum of the lock file', () => {
    expect(() => verifyInstalled(pathToFileURL(root))).not.toThrow();
  });

  it('when a package has no checksum there, or another one, then it is named', () => {
    const locked = {
      'node_modules/a': { integrity: 'sha512-a' },
      'node_modules/b': {},
      'node_modules/c': { link: true },
    };
    const installed = {
      'node_modules/a': { integrity: 'sha512-x' },
      'node_modules/b': { integrity: 'sha512-b' },
    };
    expect(unverified(locked, installed)).toEqual(['node_modules/a', 'node_modules/b']);
    expect(unverified(locked, { ...locked, 'node_modules/d': { integrity: 'sha512-d' } })).toEqual([
      'node_modules/b',
      'node_modules/d',
    ]);
  });
});

/** Licences that allow to pass the code on in a program of any licence, with their text. */
const free = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}

/** The notices of dist/LICENSES.txt. */
function notices(): Notice[] {
  const file = readFileSync(join(root, 'dist', 'LICENSES.txt'), 'utf8');
  return file.split(/^(?=Name: )/m).map(text => {
    const of = (field: string) => new RegExp(`^${field}: (.*)$`, 'm').exec(text)?.[1] ?? '';
    return { name: of('Name'), version: of('Version'), licence: of('License'), text };
  });
}

/** The packages of which the bundle has code: the build writes down every module that it takes in. */
function bundled(): string[] {
  const modules = JSON.parse(readFileSync(join(root, 'dist', '.modules.json'), 'utf8')) as object;
  const names = Object.keys(modules).map(path => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter(name => name !== undefined))].sort();
}

describe('the libraries in the bundle', () => {
  it('when the licences are read, then each is free, and its text is in LICENSES.txt where there is one', () => {
    for (const { name, licence, text } of notices()) {
      const any = licence
        .replace(/ \(http.*\)$/, '')
        .replace(/[()]/g, '')
        .split(' OR ');
      expect([name, any.some(one => free.includes(one))]).toEqual([name, true]);
      const hasText = readdirSync(join(root, 'node_modules', name)).some(file =>
        /^(licen[cs]e|copying)/i.test(file),
      );
      expect([name, text.includes('License Text:')]).toEqual([name, hasText]);
    }
  });

  it('when a module of a package is in it, then that package is named in LICENSES.txt, and no other is', () => {
    expect(bundled().length).toBeGreaterThan(20);
    expect([...new Set(notices().map(({ name }) => name))].sort()).toEqual(bundled());
  });

  it('when packed, then nothing of how it was built is in it', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
    expect(files).toContain('!dist/.modules.json');
    expect(readdirSync(join(root, 'dist'))).toContain('.modules.json');
  });
});
