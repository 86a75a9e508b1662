/** Where rejects go: what may be replaced, and what a run that sends nothing leaves behind. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultRejects } from '../../../src/commands/import/options.ts';
import { temporaryFile } from '../../../src/import/rejects-file.ts';
import { createRejects, leftOutPath } from '../../../src/import/rows/rejects.ts';
import { temporaryFolder } from '../../support/home.ts';

describe('a private folder', () => {
  it('an empty one goes; a file in it stays', () => {
    const empty = temporaryFile('people.rejects.csv');
    const full = temporaryFile('/some/where/people.rejects.csv');
    if (empty === undefined || full === undefined) throw new Error('no temporary file');
    onTestFinished(() => rmSync(dirname(full.path), { recursive: true }));
    expect(full.path).toMatch(/newsletter-\w+.people\.rejects\.csv$/);
    empty.release();
    writeFileSync(full.path, 'email\n');
    full.release();
    expect([existsSync(dirname(empty.path)), readFileSync(full.path, 'utf8')]).toEqual([false, 'email\n']);
  });
});

describe('the rejects of', () => {
  it.each([
    ['people.csv', 'people.csv.rejects.csv'],
    ['-', 'stdin.rejects.csv'],
    ['people.csv.rejects.csv', 'people.csv.rejects-2.csv'],
    ['a/people.csv.rejects-9.csv', 'a/people.csv.rejects-10.csv'],
    ['people.csv.rejects-2-2.csv', 'people.csv.rejects-3.csv'],
    ['people.csv.rejects.2-of-8.csv', 'people.csv.rejects.2-of-8-2.csv'],
  ])('%s are written to %s', (file, rejects) => {
    expect(defaultRejects([file])).toBe(rejects);
  });
});

it.each([
  ['people.csv.rejects.csv', 'people.csv.left-out.csv'],
  ['a/b.rejects.c/people.csv.rejects-9.csv', 'a/b.rejects.c/people.csv.left-out-9.csv'],
  ['people.csv.rejects.2-of-8.csv', 'people.csv.left-out.2-of-8.csv'],
  ['x.rejects.csv.rejects.csv', 'x.rejects.csv.left-out.csv'],
  ['out.csv', 'out.left-out.csv'],
  ['out', 'out.left-out'],
])('beside the rejects file %s, people left out are in %s', (rejects, leftOut) => {
  expect(leftOutPath(rejects)).toBe(leftOut);
});

it('files of two layouts have a rejects file each, which is none of an earlier import', () => {
  const path = join(temporaryFolder(), 'r.csv');
  const files = ['Email', 'Mail'].map(name => {
    const layout = { header: [name], delimiter: ',', lineEnd: '\n', hasBom: false, namesFiles: false };
    return { label: name, layout, address: 0, plain: undefined };
  });
  const written = [
    { path, files: [0] },
    { path: path.replace('.csv', '-2.csv'), files: [1] },
  ];
  // The second run writes the same.
  for (let run = 0; run < 2; run++) {
    const rejects = createRejects({ rejects: path, report: undefined }, [], files);
    for (const n of [0, 1])
      rejects.add(n, { line: 2, cells: ['bad'] }, { code: 'invalid_email', reason: 'no @' });
    expect(rejects.commit()).toEqual({ rejects: written, leftOut: undefined });
  }
});
