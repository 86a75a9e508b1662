/** What is read back of stored credentials, and when a token is refreshed. */
import { describe, expect, it } from 'vitest';
import {
  bearerOf,
  isFresh,
  type OAuthCredential,
  parseApiKey,
  parseCredential,
  parseFileEntry,
} from '../../../src/auth/credentials/credential.ts';

const least = { kind: 'oauth', accessToken: 'a', authUrl: 'https://auth.example', clientId: 'c' } as const;
const whole = {
  ...least,
  origin: 'https://api.example',
  refreshToken: 'r',
  refreshBegan: 1,
  expiresAt: 2,
  expiresIn: 3,
  tokenUrl: 'https://broker.example',
  clientSecret: 's',
};

describe('a stored credential', () => {
  it.each<[string, unknown, unknown]>([
    ['a key', { kind: 'api-key', key: 'k', origin: 'o' }, { kind: 'api-key', key: 'k', origin: 'o' }],
    ['a key of an earlier version', { kind: 'api-key', key: 'k' }, { kind: 'api-key', key: 'k' }],
    ['a key with an odd origin', { kind: 'api-key', key: 'k', origin: 7 }, { kind: 'api-key', key: 'k' }],
    ['a key that is no text', { kind: 'api-key', key: 7 }, undefined],
    ['a sign-in', whole, whole],
    ['a sign-in with what it needs', least, least],
    ['a sign-in of a newer version', { ...least, more: 1 }, least],
    [
      'a sign-in with odd fields',
      { ...least, ...Object.fromEntries(Object.keys(whole).map(key => [key, []])), ...least },
      least,
    ],
    ['a sign-in with times as texts', { ...least, refreshBegan: '1', expiresAt: '2', expiresIn: '3' }, least],
    ['a sign-in with empty texts', { ...least, refreshToken: '', tokenUrl: '', clientSecret: '' }, least],
    ['a sign-in without a token', { ...least, accessToken: '' }, undefined],
    ['a sign-in without an issuer', { ...least, authUrl: undefined }, undefined],
    ['a sign-in without a client', { ...least, clientId: 7 }, undefined],
    ['another kind', { ...whole, kind: 'passkey' }, undefined],
    ['no object', 'key', undefined],
    ['nothing', null, undefined],
  ])('when it is %s, then that is what can be used of it', (_, entry, expected) => {
    expect(parseCredential(entry)).toEqual(expected);
    expect(parseFileEntry(entry)).toEqual(expected);
  });

  it('when it is in the keychain, then the file says under which name', () => {
    const entry = { kind: 'keychain', account: 'work 1' } as const;
    expect(parseFileEntry({ ...entry, more: 1 })).toEqual(entry);
    expect(parseFileEntry({ kind: 'keychain', account: 1 })).toBeUndefined();
    expect(parseFileEntry(undefined)).toBeUndefined();
    expect(parseCredential(entry)).toBeUndefined();
  });

  it('when a request is sent, then with its key or access token', () => {
    expect([bearerOf({ kind: 'api-key', key: 'k' }), bearerOf(whole)]).toEqual(['k', 'a']);
  });
});

describe('when a token is refreshed', () => {
  const minute = 60_000;
  // Shortly before expiry: a minute, or after 80 % of a short lifetime.
  it.each<[title: string, token: Partial<OAuthCredential>, left: number, fresh: boolean]>([
    ['an hour', { expiresIn: 3600 }, minute + 1, true],
    ['an hour', { expiresIn: 3600 }, minute, false],
    ['an hour', { expiresIn: 3600 }, -1, false],
    ['a hundred seconds', { expiresIn: 100 }, 20_001, true],
    ['a hundred seconds', { expiresIn: 100 }, 20_000, false],
    ['a time that is not known', {}, 1, true],
    ['a time that is not known', {}, 0, false],
  ])(
    'when it lives for %s (%j) and %d ms are left, then whether it is used is %s',
    (_, token, left, fresh) => {
      expect(isFresh({ ...least, expiresAt: 1_000_000, ...token }, 1_000_000 - left)).toBe(fresh);
    },
  );

  it('when the service does not say when it ends, then it is used', () => {
    expect(isFresh({ ...least, expiresIn: 1 }, Number.MAX_SAFE_INTEGER)).toBe(true);
  });
});

describe('an API key', () => {
  it.each<[what: string, text: string, key: string | undefined]>([
    ['as it is', 'nl_abc-123', 'nl_abc-123'],
    ['between white space', ' nl_abc\n', 'nl_abc'],
    ['nothing', '', undefined],
    ['white space', ' \n', undefined],
    ['two words', 'nl abc', undefined],
    ['with an accent', 'nl_\u00e9', undefined],
  ])('when it is %s', (_, text, key) => {
    const read = () => parseApiKey(text, 'the key');
    if (key === undefined) {
      const why = text.trim() === '' ? 'the key is empty' : /^the key contains spaces or characters/;
      expect(read).toThrow(why);
    } else expect(read()).toBe(key);
  });
});
