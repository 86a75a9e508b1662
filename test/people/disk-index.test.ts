import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ignoringErrors } from '../../src/lib/failure.ts';
import { DiskIndex } from '../../src/people/disk-index.ts';
import { temporaryFolder } from '../support/home.ts';

const person = (n: number) => ({
  email: `p${n}@example.org`,
  fields: { city: n % 100 === 0 ? `${n}${'Zürich 🚂 '.repeat(40_000)}` : `${n} Zürich 🚂\n` },
});

describe('people in a temporary file', () => {
  test('when they are taken in any order, then each comes back as it was, once', () => {
    const people = new DiskIndex<object>(temporaryFolder(), 10);
    const count = 1500;
    for (let n = 0; n < count; n++) people.add(person(n).email, person(n));
    for (let n = count - 1; n >= 0; n -= 3) expect(people.take(person(n).email)).toEqual(person(n));
    for (let n = 0; n < count; n += 3) expect(people.take(person(n).email)).toEqual(person(n));
    expect(people.take(person(0).email)).toBeUndefined();
    expect(people.take('nobody@example.org')).toBeUndefined();
    const left = Array.from({ length: count }, (_, n) => n).filter(n => n % 3 === 1);
    expect(people.left).toBe(left.length);
    expect([...people.rest()]).toEqual(left.map(person));
    people.close();
  });

  test('when it is closed, then nothing stays behind', () => {
    const place = temporaryFolder();
    const people = new DiskIndex<object>(place, 1);
    people.add('a', person(1));
    people.close();
    expect(readdirSync(place)).toEqual([]);
  });

  test.runIf(existsSync('/proc/self/fd'))('when it is open, then no other user can read it', () => {
    const place = temporaryFolder();
    const people = new DiskIndex<object>(place, 1);
    const handles = readdirSync('/proc/self/fd').map(handle => join('/proc/self/fd', handle));
    const own = handles.filter(path => ignoringErrors(() => readlinkSync(path))?.startsWith(place));
    expect(own.map(path => statSync(path).mode & 0o777)).toEqual([0o600]);
    people.close();
  });

  test('when there is no place for it, then that is said', () => {
    const place = join(temporaryFolder(), 'none');
    expect(() => new DiskIndex<object>(place, 1)).toThrow(
      /cannot write the file's people to .*: folder not found/,
    );
    expect(existsSync(place)).toBe(false);
  });
});
