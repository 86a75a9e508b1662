import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileId } from '../../src/lib/files/file-id.ts';
import { temporaryFolder } from '../support/home.ts';

it('all names of a file have one id, whether it is there or not', () => {
  const folder = temporaryFolder();
  const at = (name: string) => fileId(join(folder, name));
  writeFileSync(join(folder, 'people.csv'), 'a');
  mkdirSync(join(folder, 'below'));
  symlinkSync(folder, join(folder, 'below', 'up'));
  linkSync(join(folder, 'people.csv'), join(folder, 'other.csv'));
  expect(at('other.csv')).toBe(at('people.csv'));
  expect(at('below/up/people.csv')).toBe(at('people.csv'));
  expect(at('below/up/new.csv')).toBe(at('new.csv'));
  expect(at('new.csv')).not.toBe(at('old.csv'));
  expect(at('none/a.csv')).toBe(at('none/folder/../a.csv'));
  expect(at('none/a.csv')).not.toBe(at('none/b.csv'));
});
