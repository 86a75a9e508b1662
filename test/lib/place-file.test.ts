/** When a complete file may take a name: what must not be overwritten, stays. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInUse, placed, renameOver, retrying } from '../../src/lib/files/place-file.ts';
import { temporaryFolder } from '../support/home.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

describe('a complete file', () => {
  const [never, always] = [() => false, () => true];

  it.each<[there: string, mayReplace: () => boolean, isPlaced: boolean]>([
    ['nothing', never, true],
    ['an empty file', never, true],
    ['a file that may be replaced', always, true],
    ['a file that must stay', never, false],
    ['a folder', always, false],
  ])('where there is %s, which may be replaced by %s, a file gets the name: %s', (there, may, isPlaced) => {
    const folder = temporaryFolder();
    const [complete, target] = [join(folder, 'new'), join(folder, 'name')];
    writeFileSync(complete, 'new');
    if (there === 'a folder') mkdirSync(target);
    else if (there !== 'nothing') writeFileSync(target, there === 'an empty file' ? '' : 'old');
    expect(placed(complete, target, may, renameOver)).toBe(isPlaced);
    expect(existsSync(complete)).toBe(!isPlaced);
    if (isPlaced) expect(readFileSync(target, 'utf8')).toBe('new');
    else if (there !== 'a folder') expect(readFileSync(target, 'utf8')).toBe('old');
  });

  it('a file that another program has open lets the next name be tried', () => {
    const folder = temporaryFolder();
    const [complete, target] = [join(folder, 'new'), join(folder, 'name')];
    writeFileSync(complete, 'new');
    writeFileSync(target, 'old');
    const failing = (code: string) => () => {
      throw coded(code);
    };
    expect(placed(complete, target, always, failing('EBUSY'))).toBe(false);
    expect(() => placed(complete, target, always, failing('EIO'))).toThrow('EIO');
    expect(() => placed(join(folder, 'none'), join(folder, 'other'), always, renameOver)).toThrow('ENOENT');
    expect(() => placed(complete, join(folder, 'free'), always, failing('EIO'))).not.toThrow();
    mkdirSync(complete);
    expect(() => placed(complete, join(folder, 'other'), always, failing('EBUSY'))).toThrow('EBUSY');
    expect(() => placed(complete, join(folder, 'no', 'name'), always, renameOver)).toThrow('ENOENT');
  });

  it('is tried again for five seconds, ever more seldom, while another program has the file open', () => {
    const waits: number[] = [];
    let tries = 0;
    const busy = () => {
      tries++;
      throw coded('EPERM');
    };
    expect(() => retrying(busy, time => waits.push(time))).toThrow('EPERM');
    expect(waits.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 320, 500, 500]);
    expect(waits.reduce((sum, time) => sum + time, 0)).toBe(5130);
    expect(tries).toBe(waits.length + 1);
    expect(() =>
      retrying(
        () => {
          throw coded('ENOENT');
        },
        time => waits.push(time),
      ),
    ).toThrow('ENOENT');
    expect(['EPERM', 'EACCES', 'EBUSY', 'EIO'].map(code => isInUse(coded(code)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isInUse(new Error('x'))).toBe(false);
  });
});
