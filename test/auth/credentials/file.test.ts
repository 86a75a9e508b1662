import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  copyFileEntry,
  profilesWithCredentials,
  readFileEntry,
  removeFileEntries,
  writeFileEntry,
} from '../../../src/auth/credentials/file.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { temporaryFolder } from '../../support/home.ts';

const ignore = () => {};
const at = (configDir: string, warn: (message: string) => void = ignore) => ({
  configDir,
  warn,
  clock: systemClock,
});
const key = (text: string) => ({ kind: 'api-key', key: text }) as const;

describe('keeping credentials', () => {
  it('when one is stored, then it is read back from a file for its owner alone, apart from settings', async () => {
    const folder = join(temporaryFolder(), 'newsletter');
    const file = join(folder, 'credentials.json');
    for (const [name, text] of [
      ['work', 'k1'],
      ['home', 'k2'],
    ] as const) {
      await writeFileEntry(at(folder), name, key(text));
      // Before the program reads it, which would repair its mode.
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(readFileEntry(folder, 'work', ignore)).toEqual(key('k1'));
    expect(profilesWithCredentials(folder, ignore)).toEqual(['work', 'home']);
    expect(readdirSync(folder)).toEqual(['credentials.json']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('when some are forgotten, then the others stay', async () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b', 'c']) await writeFileEntry(at(folder), name, key(name));
    expect(await removeFileEntries(at(folder), ['a', 'x'])).toEqual(['a']);
    expect(profilesWithCredentials(folder, ignore)).toEqual(['b', 'c']);
    expect(readFileSync(join(folder, 'credentials.json'), 'utf8')).not.toContain('"a"');
    expect(await removeFileEntries(at(folder), ['b', 'c'])).toEqual(['b', 'c']);
    expect(profilesWithCredentials(folder, ignore)).toEqual([]);
  });

  it('when none of those named has one, then the file is not touched', async () => {
    const folder = temporaryFolder();
    await writeFileEntry(at(folder), 'a', key('k'));
    const before = statSync(join(folder, 'credentials.json')).ino;
    expect(await removeFileEntries(at(folder), ['x'])).toEqual([]);
    expect(statSync(join(folder, 'credentials.json')).ino).toBe(before);
  });

  it('when one is copied, then both profiles have it, and the others theirs', async () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b']) await writeFileEntry(at(folder), name, key(name));
    await copyFileEntry(at(folder), 'a', 'c');
    await copyFileEntry(at(folder), 'x', 'b');
    const kept = profilesWithCredentials(folder, ignore).map(name => [
      name,
      readFileEntry(folder, name, ignore),
    ]);
    expect(kept).toEqual([
      ['a', key('a')],
      ['b', key('b')],
      ['c', key('a')],
    ]);
  });

  it('when there is nothing to forget, then nothing is made', async () => {
    const folder = join(temporaryFolder(), 'newsletter');
    expect(await removeFileEntries(at(folder), ['work'])).toEqual([]);
    await copyFileEntry(at(folder), 'a', 'b');
    expect(existsSync(folder)).toBe(false);
  });

  it('when a newer version stored another kind, then it is kept, but not used', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'credentials.json');
    const later = { kind: 'later', secret: 's' };
    writeFileSync(file, JSON.stringify({ profiles: { new: later } }), {
      mode: 0o600,
    });
    await writeFileEntry(at(folder), 'work', key('k'));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      profiles: { new: later, work: key('k') },
    });
    expect(() => readFileEntry(folder, 'new', ignore)).toThrow(
      expect.objectContaining({
        code: 'unreadable_file',
        hint: expect.stringContaining('--profile new'),
      }),
    );
  });
});

describe('a file that is not as it should be', () => {
  it('when others can read it, then it is closed to them, with one warning', async () => {
    const folder = temporaryFolder();
    await writeFileEntry(at(folder), 'work', key('k'));
    const file = join(folder, 'credentials.json');
    chmodSync(file, 0o644);
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    expect(readFileEntry(folder, 'work', warn)).toEqual(key('k'));
    expect(readFileEntry(folder, 'work', warn)).toEqual(key('k'));
    expect(warnings).toEqual([expect.stringContaining(`${file} (mode 644)`)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['', '{"profiles":{"work":{"kind":"api-key","key":"se', '[]', '{"profiles":7}'])(
    'when it holds %j, then reading and forgetting say so without quoting it, and leave it',
    async text => {
      const folder = temporaryFolder();
      const file = join(folder, 'credentials.json');
      writeFileSync(file, text, { mode: 0o600 });
      const damaged = expect.objectContaining({
        code: 'unreadable_file',
        message: expect.stringMatching(new RegExp(`^${file} is damaged: (?!.*api-key)`)),
        hint: expect.stringContaining('newsletter login'),
      });
      expect(() => readFileEntry(folder, 'work', ignore)).toThrow(damaged);
      await expect(removeFileEntries(at(folder), ['work'])).rejects.toEqual(damaged);
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it.skipIf(process.platform === 'win32').each([
    ['a link to itself', /circular symbolic link/, (file: string) => symlinkSync(file, file)],
    ['a folder', /it is a folder/, (file: string) => mkdirSync(file, { mode: 0o755 })],
    [
      'a named pipe',
      /not a regular file/,
      (file: string) => execFileSync('mkfifo', [file], { timeout: 10_000 }),
    ],
  ])('when it is %s, then that is said, and it stays as it is', (_, message, make) => {
    const file = join(temporaryFolder(), 'credentials.json');
    make(file);
    const before = lstatSync(file).mode;
    const failure = expect.objectContaining({
      code: 'unreadable_file',
      message: expect.stringMatching(message),
    });
    expect(() => readFileEntry(dirname(file), 'work', ignore)).toThrow(failure);
    expect(lstatSync(file).mode).toBe(before);
  });

  it.runIf(existsSync('/proc/self/status'))(
    'when others can read it and it cannot be closed to them, then it is not used',
    async () => {
      const folder = temporaryFolder();
      const file = join(folder, 'credentials.json');
      symlinkSync('/proc/self/status', file);
      const failure = expect.objectContaining({
        code: 'unreadable_file',
        message: `other users can read ${file} (mode 444), so it is not used`,
        hint: `chmod 600 ${file}`,
      });
      expect(() => readFileEntry(folder, 'work', ignore)).toThrow(failure);
    },
  );

  // Only root can give files away.
  it.runIf(process.getuid?.() === 0)(
    "when it is another user's, then it is neither used, replaced nor moved; a draft of theirs is passed over",
    async () => {
      const folder = temporaryFolder();
      const file = join(folder, 'credentials.json');
      await writeFileEntry(at(folder), 'work', key('own'));
      const draft = `${file}.new`;
      writeFileSync(draft, JSON.stringify({ profiles: { work: key('theirs') } }), { mode: 0o600 });
      chownSync(draft, 12_345, 12_345);
      expect(readFileEntry(folder, 'work', ignore)).toEqual(key('own'));
      rmSync(draft);
      chownSync(file, 12_345, 12_345);
      const untrusted = expect.objectContaining({
        code: 'untrusted_file',
        message: `${file} belongs to another user (id 12345), so it is not used`,
        hint: expect.stringContaining("sudo -u '#12345' newsletter"),
      });
      expect(() => readFileEntry(folder, 'work', ignore)).toThrow(untrusted);
      await expect(writeFileEntry(at(folder), 'work', key('k'))).rejects.toEqual(untrusted);
      expect(readdirSync(folder)).toEqual(['credentials.json']);
      expect(readFileSync(file, 'utf8')).toContain('"own"');
    },
  );

  it.skipIf(process.platform === 'win32')('when the folder is below a file, then there is nothing', () => {
    // System users have such a home.
    expect(readFileEntry('/dev/null/.config/newsletter', 'work', ignore)).toBeUndefined();
  });

  it('when it is damaged and a new credential comes, then the damaged one is kept aside', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'credentials.json'), '{"prof', { mode: 0o600 });
    const warnings: string[] = [];
    await writeFileEntry(
      at(folder, message => warnings.push(message)),
      'work',
      key('k'),
    );
    expect(readFileEntry(folder, 'work', ignore)).toEqual(key('k'));
    const aside = readdirSync(folder).find(name => name !== 'credentials.json') ?? '';
    expect(aside).toMatch(/^credentials\.json\.corrupt-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/);
    expect(readFileSync(join(folder, aside), 'utf8')).toBe('{"prof');
    expect(warnings).toEqual([expect.stringContaining(aside)]);
  });

  it('when a newer one could not take its place, then that is used; a draft that was cut short is not', async () => {
    const folder = temporaryFolder();
    await writeFileEntry(at(folder), 'work', key('old'));
    const draft = join(folder, 'credentials.json.new');
    writeFileSync(draft, JSON.stringify({ profiles: { work: key('newest') } }), { mode: 0o600 });
    expect(readFileEntry(folder, 'work', ignore)).toEqual(key('newest'));
    await writeFileEntry(at(folder), 'home', key('k'));
    expect(readdirSync(folder)).toEqual(['credentials.json']);
    expect(readFileEntry(folder, 'work', ignore)).toEqual(key('newest'));
    writeFileSync(draft, JSON.stringify({ profiles: { work: key('older') } }), { mode: 0o600 });
    utimesSync(draft, 0, 0);
    expect(readFileEntry(folder, 'work', ignore)).toEqual(key('newest'));
    writeFileSync(draft, '{"profiles":{"work":', { mode: 0o600 });
    expect(readFileEntry(folder, 'work', ignore)).toEqual(key('newest'));
  });
});
