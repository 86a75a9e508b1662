/** What signing out leaves behind: nothing here, whatever the service or the keychain says. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { profilesWithCredentials, removeCredential } from '../../src/auth/credentials/store.ts';
import { signOut } from '../../src/auth/sign-out.ts';
import { withCredentialLock } from '../../src/settings/config-lock.ts';
import { failureOf } from '../support/failure.ts';
import { sessionSources } from './sources.ts';

const key = { kind: 'api-key', key: 'k' };

describe('signing out here', () => {
  it('removes a key without a request', async () => {
    const sources = sessionSources({ stored: key });
    expect(await signOut(sources)).toEqual({ kind: 'api-key' });
    expect(profilesWithCredentials(sources.configDir, () => {})).toEqual([]);
    expect(await signOut(sources)).toBeUndefined();
  });

  it('makes no folder', async () => {
    const sources = sessionSources();
    rmSync(sources.configDir, { recursive: true });
    expect(await signOut(sources)).toBeUndefined();
    expect(existsSync(sources.configDir)).toBe(false);
  });

  it('has nothing to do if another process signed out meanwhile', async () => {
    const sources = sessionSources({ stored: key });
    let second: Promise<unknown> | undefined;
    await withCredentialLock(sources, 'work', sources.http.signal, async () => {
      second = signOut(sources);
      await removeCredential(sources, 'work');
    });
    expect(await second).toBeUndefined();
  });

  it('leaves a credential of a later version', async () => {
    const sources = sessionSources({ stored: { kind: 'passkey' } });
    expect((await failureOf(signOut(sources))).code).toBe('unreadable_file');
    expect(existsSync(join(sources.configDir, 'credentials.json'))).toBe(true);
    expect(profilesWithCredentials(sources.configDir, () => {})).toEqual(['work']);
  });
});
