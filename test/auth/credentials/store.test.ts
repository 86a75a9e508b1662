/** Where credentials are stored, where there is no keychain: here its library is never found. */
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
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Credential } from '../../../src/auth/credentials/credential.ts';
import {
  copyEntry,
  profilesWithCredentials,
  readCredential,
  removeCredential,
  replaceCredential,
  storeCredential,
} from '../../../src/auth/credentials/store.ts';
import { failureOf } from '../../support/failure.ts';
import { sessionSources } from '../sources.ts';

const key = (text: string) => ({ kind: 'api-key', key: text }) as const;
const inKeychain = { kind: 'keychain', account: 'work 1' } as const;

/** @param content of credentials.json, as text or by profile */
function machine(content?: string | object) {
  const notes: string[] = [];
  const sources = { ...sessionSources(), note: (text: string) => void notes.push(text) };
  const file = join(sources.configDir, 'credentials.json');
  const text = typeof content === 'object' ? JSON.stringify({ profiles: content }) : content;
  if (text !== undefined) writeFileSync(file, text, { mode: 0o600 });
  return {
    sources,
    file,
    notes,
    store: (name: string, credential: Credential, wanted = 'file') =>
      storeCredential(sources, name, credential, wanted),
    read: async (name = 'work') => (await readCredential(sources, name))?.credential,
    remove: (name: string) => removeCredential(sources, name),
    profiles: () => JSON.parse(readFileSync(file, 'utf8')).profiles,
  };
}

describe('credentials.json', () => {
  it('is for its owner alone, and so is its folder', async () => {
    const { sources, file, store, read } = machine();
    rmSync(sources.configDir, { recursive: true });
    for (const name of ['work', 'home']) {
      expect(await store(name, key(name))).toBe('file');
      // Before the program reads it, which would repair its mode.
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(await read()).toEqual(key('work'));
    expect(readdirSync(sources.configDir)).toEqual(['credentials.json']);
    expect(statSync(sources.configDir).mode & 0o777).toBe(0o700);
  });

  it('keeps the other entries when one is removed or copied', async () => {
    const { sources, file, remove, profiles } = machine({ a: key('a'), b: key('b'), c: key('c') });
    const before = statSync(file).ino;
    expect(await remove('x')).toBe(false);
    await copyEntry(sources, 'x', 'b');
    expect(statSync(file).ino).toBe(before);
    expect(await remove('a')).toBe(true);
    await copyEntry(sources, 'b', 'd');
    expect(profiles()).toEqual({ b: key('b'), c: key('c'), d: key('b') });
  });

  it('is not made when there is nothing to remove or copy', async () => {
    const { sources, remove } = machine();
    rmSync(sources.configDir, { recursive: true });
    expect(await remove('work')).toBe(false);
    await copyEntry(sources, 'a', 'b');
    expect(existsSync(sources.configDir)).toBe(false);
  });

  it('keeps an entry of a later version, which is not used', async () => {
    const later = { kind: 'later', secret: 's' };
    const { store, read, profiles } = machine({ later });
    await store('work', key('k'));
    expect(profiles()).toEqual({ later, work: key('k') });
    expect(await failureOf(read('later'))).toMatchObject({
      code: 'unreadable_file',
      hint: 'newsletter login --profile later',
    });
  });

  it('is closed to others who can read it, with one warning', async () => {
    const { sources, file, read } = machine({ work: key('k') });
    chmodSync(file, 0o644);
    expect([await read(), await read()]).toEqual([key('k'), key('k')]);
    expect(sources.warnings).toEqual([expect.stringContaining(`${file} (mode 644)`)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['', '{"profiles":{"work":{"kind":"api-key","key":"se', '[]', '{"profiles":7}'])(
    'that holds %j is reported without its text, and left as it is',
    async text => {
      const { file, read, remove, store } = machine(text);
      for (const work of [read, () => remove('work'), () => store('work', key('k'))]) {
        expect(await failureOf(work())).toMatchObject({
          code: 'unreadable_file',
          message: expect.stringMatching(new RegExp(`^${file} is damaged: (?!.*api-key)`)),
          hint: expect.stringContaining('newsletter login'),
        });
        expect(readFileSync(file, 'utf8')).toBe(text);
      }
    },
  );

  it.skipIf(process.platform === 'win32').each([
    ['a link to itself', /circular symbolic link/, (file: string) => symlinkSync(file, file)],
    ['a folder', /it is a folder/, (file: string) => mkdirSync(file, { mode: 0o755 })],
    ['a named pipe', /not a regular file/, (file: string) => void execFileSync('mkfifo', [file])],
  ])('that is %s is reported, and left as it is', async (_, message, make) => {
    const { file, read } = machine();
    make(file);
    const before = lstatSync(file).mode;
    const failure = { code: 'unreadable_file', message: expect.stringMatching(message) };
    expect(await failureOf(read())).toMatchObject(failure);
    expect(lstatSync(file).mode).toBe(before);
  });

  it.runIf(existsSync('/proc/self/status'))('that cannot be closed to others is not used', async () => {
    const { file, read } = machine();
    symlinkSync('/proc/self/status', file);
    expect(await failureOf(read())).toMatchObject({
      code: 'unreadable_file',
      message: `other users can read ${file} (mode 444), so it is not used`,
      hint: `chmod 600 ${file}`,
    });
  });

  // Only root can give files away.
  it.runIf(process.getuid?.() === 0)('of another user is neither used nor moved', async () => {
    const { sources, file, store, read } = machine({ work: key('mine') });
    chownSync(file, 12_345, 12_345);
    for (const work of [read, () => store('work', key('k'))])
      expect(await failureOf(work())).toMatchObject({
        code: 'untrusted_file',
        message: `${file} belongs to another user (id 12345), so it is not used`,
        hint: expect.stringContaining("sudo -u '#12345' newsletter"),
      });
    expect(readdirSync(sources.configDir).sort()).toEqual(['config.json', 'credentials.json']);
    expect(readFileSync(file, 'utf8')).toContain('"mine"');
  });

  it('may have a path below a file, as homes of system users have: then there is none', () => {
    expect(profilesWithCredentials('/dev/null/.config/newsletter', () => {})).toEqual([]);
  });
});

describe('a machine without a keychain', () => {
  it('stores credentials in the file, and says so, unless a keychain is required', async () => {
    const { sources, notes, store, profiles } = machine();
    expect(await store('work', key('k'), 'auto')).toBe('file');
    expect(profiles().work).toEqual(key('k'));
    expect(notes.join()).toMatch(
      /credentials are saved in .*credentials\.json, readable only by you: the system keychain/,
    );
    expect(await readCredential(sources, 'work')).toEqual({ credential: key('k'), place: 'file' });
  });

  it('stores nothing when only the keychain is wanted', async () => {
    const { notes, store, read } = machine({ work: key('old') });
    expect(await failureOf(store('work', key('k'), 'keychain'))).toMatchObject({
      code: 'keychain_unavailable',
      message: 'the system keychain is not available: its library cannot be loaded',
      hint: expect.stringContaining('credential-store file'),
    });
    expect([notes, await read()]).toEqual([[], key('old')]);
  });

  it('is asked for no keychain when the file is wanted', async () => {
    const { sources, notes, store, read, remove } = machine();
    await store('work', key('k'));
    await replaceCredential(sources, 'work', key('newer'));
    expect(await read()).toEqual(key('newer'));
    expect(await remove('work')).toBe(true);
    expect([await read(), notes, sources.warnings]).toEqual([undefined, [], []]);
  });

  it('cannot read a credential that is in the keychain, and does not put a refreshed one elsewhere', async () => {
    const { sources, read, profiles } = machine({ work: inKeychain });
    expect(await failureOf(read())).toMatchObject({
      code: 'keychain_unavailable',
      message: expect.stringContaining('; the credentials of profile work are in it'),
      hint: expect.stringContaining('NEWSLETTER_CREDENTIAL_STORE=file newsletter login --profile work'),
    });
    const replacing = failureOf(replaceCredential(sources, 'work', key('k')));
    expect((await replacing).code).toBe('keychain_unavailable');
    expect(profiles().work).toEqual(inKeychain);
  });

  it('names what may be left in the keychain when such a credential is replaced or removed', async () => {
    const [replaced, removed] = [machine({ work: inKeychain }), machine({ work: inKeychain })];
    expect(await replaced.store('work', key('k'))).toBe('file');
    expect(await removed.remove('work')).toBe(true);
    for (const { sources } of [replaced, removed])
      expect(sources.warnings).toEqual([
        expect.stringContaining('an entry "newsletter-cli, work 1" may be left in it'),
      ]);
  });
});
