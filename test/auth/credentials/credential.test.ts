/** Which stored entries can be used, and when a token is refreshed. */
import { describe, expect, it } from 'vitest';
import {
  isFresh,
  type OAuthCredential,
  parseApiKey,
  parseEntry,
} from '../../../src/auth/credentials/credential.ts';

const least = { kind: 'oauth', accessToken: 'a', authUrl: 'https://auth.example', clientId: 'c' } as const;
const whole = {
  ...least,
  origin: 'https://api.example',
  refreshToken: 'r',
  expiresAt: 2,
  expiresIn: 3,
  tokenUrl: 'https://broker.example',
  clientSecret: 's',
};

describe('an entry of credentials.json', () => {
  it.each<[string, unknown, isUsable: boolean]>([
    ['an API key', { kind: 'api-key', key: 'k', origin: 'o' }, true],
    ['an API key that is no text', { kind: 'api-key', key: 7 }, false],
    ['a sign-in', whole, true],
    ['a sign-in without what it does not need', least, true],
    ['a sign-in with an empty token', { ...least, accessToken: '' }, false],
    ['a sign-in without an issuer', { ...least, authUrl: undefined }, false],
    ['a sign-in without a client', { ...least, clientId: 7 }, false],
    ['the name of an entry in the keychain', { kind: 'keychain', account: 'work 1' }, true],
    ['such a name that is no text', { kind: 'keychain', account: 1 }, false],
    ['of a kind that a later version knows', { ...whole, kind: 'passkey' }, false],
    ['text', 'key', false],
    ['null', null, false],
  ])('that is %s is used or not', (_, entry, isUsable) => {
    expect(parseEntry(entry)).toEqual(isUsable ? entry : undefined);
  });
});

describe('an access token', () => {
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
  ])('that lives for %s (%j) and has %d ms left is used without a refresh: %s', (_, token, left, fresh) => {
    expect(isFresh({ ...least, expiresAt: 1_000_000, ...token }, 1_000_000 - left)).toBe(fresh);
  });

  it('is used when the service does not say when it expires', () => {
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
  ])('that is %s is read or refused', (_, text, key) => {
    const read = () => parseApiKey(text, 'the key');
    if (key === undefined) {
      const why = text.trim() === '' ? 'the key is empty' : /^the key contains spaces or characters/;
      expect(read).toThrow(why);
    } else expect(read()).toBe(key);
  });
});
