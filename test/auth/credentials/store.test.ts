/** Where credentials are stored, and what happens where there is no keychain: here its library is never found. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  readCredential,
  removeCredentials,
  replaceCredential,
  storeCredential,
} from '../../../src/auth/credentials/store.ts';
import { failureOf } from '../../support/failure.ts';
import { sessionSources } from '../sources.ts';

const key = { kind: 'api-key', key: 'k' } as const;
const entry = { kind: 'keychain', account: 'work 1' } as const;

function store(stored?: object) {
  const notes: string[] = [];
  const sources = {
    ...sessionSources({ ...(stored && { stored }) }),
    note: (text: string) => void notes.push(text),
  };
  const kept = () =>
    JSON.parse(readFileSync(join(sources.configDir, 'credentials.json'), 'utf8')).profiles.work;
  return { sources, notes, kept };
}

describe('a machine without a keychain', () => {
  it('when a keychain is not required, then the file is used, and that is said', async () => {
    const { sources, notes, kept } = store();
    expect(await storeCredential(sources, 'work', key, 'auto')).toBe('file');
    expect(kept()).toEqual(key);
    expect(notes.join()).toMatch(
      /credentials are saved in .*credentials\.json, readable only by you: the system keychain/,
    );
    expect(await readCredential(sources, 'work')).toEqual({ credential: key, place: 'file' });
  });

  it('when only the keychain is wanted, then nothing is stored', async () => {
    const { sources, notes } = store({ ...key, key: 'old' });
    const failure = await failureOf(storeCredential(sources, 'work', key, 'keychain'));
    expect(failure).toMatchObject({
      code: 'keychain_unavailable',
      message: 'the system keychain is not available: its library cannot be loaded',
      hint: expect.stringContaining('credential-store file'),
    });
    expect([notes, (await readCredential(sources, 'work'))?.credential]).toEqual([
      [],
      { ...key, key: 'old' },
    ]);
  });

  it('when the file is wanted, then the keychain is not asked, and nothing is said', async () => {
    const { sources, notes, kept } = store();
    expect(await storeCredential(sources, 'work', key, 'file')).toBe('file');
    expect([kept(), notes]).toEqual([key, []]);
    await replaceCredential(sources, 'work', { ...key, key: 'newer' });
    expect([kept(), notes]).toEqual([{ ...key, key: 'newer' }, []]);
    expect(await removeCredentials(sources, ['work', 'home'])).toEqual(['work']);
    expect(await readCredential(sources, 'work')).toBeUndefined();
    expect([await removeCredentials(sources, ['work']), sources.warnings]).toEqual([[], []]);
  });

  it('when a credential is in the keychain, then it cannot be read, and a renewed one is not put elsewhere', async () => {
    const { sources, kept } = store(entry);
    expect(await failureOf(readCredential(sources, 'work'))).toMatchObject({
      code: 'keychain_unavailable',
      message: expect.stringContaining('; the credentials of profile work are in it'),
      hint: expect.stringContaining('newsletter login --profile work with NEWSLETTER_CREDENTIAL_STORE=file'),
    });
    expect((await failureOf(replaceCredential(sources, 'work', key))).code).toBe('keychain_unavailable');
    expect(kept()).toEqual(entry);
  });

  it('when such a credential is replaced or removed, then what may be left in the keychain is named', async () => {
    const replaced = store(entry);
    expect(await storeCredential(replaced.sources, 'work', key, 'file')).toBe('file');
    const removed = store(entry);
    expect(await removeCredentials(removed.sources, ['work'])).toEqual(['work']);
    for (const { sources } of [replaced, removed])
      expect(sources.warnings).toEqual([
        expect.stringContaining('an entry "newsletter-cli, work 1" may be left in it'),
      ]);
  });
});
