import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkOfGroup, keepCheck, keptText } from '../../../src/subscribers/check/kept-checks.ts';
import { temporaryFolder } from '../../support/home.ts';

const account = { id: 'a', baseUrl: 'https://api.example' };
const hour = 3_600_000;
const now = Date.parse('2026-03-01T12:00:00Z');
const kept = (at: number, group = 'g') => ({ group, at, counts: { misspelt: 2 } });

it('when a check is a day old, of another group or account, then it is not named', () => {
  const folder = temporaryFolder();
  keepCheck(folder, account, kept(now - 23 * hour));
  keepCheck(folder, account, kept(now - hour, 'other'));
  expect(checkOfGroup(folder, account, 'g', now)).toEqual(kept(now - 23 * hour));
  expect(checkOfGroup(folder, account, 'g', now + hour)).toBeUndefined();
  expect(checkOfGroup(folder, account, 'g', now - 24 * hour)).toBeUndefined();
  expect(checkOfGroup(folder, { ...account, id: 'b' }, 'g', now)).toBeUndefined();
});

it('when a group is checked again, then the later check counts, and old ones leave the file, which is private', () => {
  const folder = temporaryFolder();
  for (const at of [now - 30 * hour, now - 2 * hour, now]) keepCheck(folder, account, kept(at));
  const [file = ''] = readdirSync(join(folder, 'checks'));
  const path = join(folder, 'checks', file);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([kept(now)]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { group, at, counts } = kept(now);
  const damaged = [
    1,
    null,
    { at, counts },
    { group, counts },
    { group, at },
    { group, at: String(at), counts },
  ];
  for (const text of ['{', 'null', ...damaged.map(one => JSON.stringify([one]))]) {
    writeFileSync(path, text);
    expect(checkOfGroup(folder, account, 'g', now)).toBeUndefined();
  }
});

it('when it is put in words, then only errors and warnings are', () => {
  expect(keptText({ ...kept(now), counts: { never_emailed: 9, role: 1, misspelt: 1200 } })).toBe(
    '1,200 misspelt, 1 role',
  );
  expect(keptText({ ...kept(now), counts: { example: 9 } })).toBe('');
});

it('when the settings folder cannot be written, then nothing is kept, and nothing fails', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  keepCheck(file, account, kept(now));
  expect(checkOfGroup(file, account, 'g', now)).toBeUndefined();
});
