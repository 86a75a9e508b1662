/** What is said when a file cannot be read or written. */
import { describe, expect, it } from 'vitest';
import { unreadable, unwritable, whyUnwritable } from '../../src/lib/files/file-errors.ts';

const coded = (code: string) => Object.assign(new Error(`${code}: of Node`), { code });

describe('a file that cannot be read', () => {
  const rename = 'rename the file, or pass it as standard input';
  // Node puts this sign for what is not UTF-8 in the names that the shell passes.
  const garbled = 'M\uFFFDller.csv';

  it.each<[shown: string, code: string, hint: string | undefined, why: string, hinted: string | undefined]>([
    ['a.csv', 'ENOENT', undefined, 'file not found', undefined],
    ['a.csv', 'ENOENT', 'look', 'file not found', 'look'],
    ['a.csv', 'EACCES', 'look', 'permission denied', 'look'],
    ['a.csv', 'EIO', undefined, 'EIO: of Node', undefined],
    [garbled, 'ENOENT', undefined, 'file not found, or its name is not UTF-8', rename],
    [garbled, 'ENOENT', 'look', 'file not found, or its name is not UTF-8', 'look'],
    [garbled, 'EACCES', undefined, 'permission denied', undefined],
  ])('when it is %s, for %s, then it is said why', (shown, code, hint, why, hinted) => {
    const cause = coded(code);
    const failure = unreadable(shown, cause, hint);
    expect(failure).toMatchObject({
      code: 'unreadable_file',
      message: `cannot read ${shown}: ${why}`,
      cause,
    });
    if (hinted !== undefined) expect(failure.hint).toBe(hinted);
    else expect(failure.hint).not.toContain('rename');
  });
});

describe('a file that cannot be written', () => {
  it.each([
    [coded('ENOSPC'), 'the disk is full'],
    [coded('EROFS'), 'the file system is read-only'],
    [coded('EIO'), 'EIO: of Node'],
    [new Error('odd'), 'odd'],
    ['odd', 'odd'],
  ])('when it is for %s, then %s', (cause, why) => {
    expect(whyUnwritable(cause)).toBe(why);
    expect(unwritable('a.csv', cause, 'look')).toMatchObject({
      code: 'write_failed',
      message: `cannot write a.csv: ${why}`,
      hint: 'look',
      cause,
    });
  });
});
