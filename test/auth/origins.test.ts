/** Where stored credentials may go (command-line.md, "Transport safety"). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OAuthCredential } from '../../src/auth/credentials/credential.ts';
import { checkServiceOrigin, clientOf, loginBrokerToken, originOf } from '../../src/auth/origins.ts';
import { thrownBy } from '../support/failure.ts';
import { temporaryFolder } from '../support/home.ts';
import { type Given, sessionSources } from './sources.ts';

const api = 'https://api.example';
const other = 'https://other.example';
const key = { kind: 'api-key', key: 'k' } as const;
const auth = 'https://auth.example';
const signIn: OAuthCredential = {
  kind: 'oauth',
  accessToken: 'a',
  authUrl: auth,
  clientId: 'c',
  origin: api,
};

describe('a stored credential and the address of the service', () => {
  it.each<[title: string, origin: string | undefined, given: Given, isSent: boolean]>([
    ['its own', api, { settings: { 'base-url': api } }, true],
    ['its own, with a path', api, { settings: { 'base-url': `${api}/v2/` } }, true],
    ['its own by a flag', api, { flags: { baseUrl: api } }, true],
    ['another one by a flag', api, { flags: { baseUrl: other } }, false],
    ['another one by a variable', api, { environment: { NEWSLETTER_BASE_URL: other } }, false],
    ['another one of the profile', api, { settings: { 'base-url': other } }, false],
    ['another port', api, { flags: { baseUrl: `${api}:444` } }, false],
    ['a flag, where none is known', undefined, { flags: { baseUrl: other } }, false],
  ])('%s', (_, origin, given, isSent) => {
    const failure = thrownBy(() => checkServiceOrigin({ ...key, origin }, sessionSources(given).settings));
    expect(failure === undefined).toBe(isSent);
    if (failure) expect(failure.code).toBe('wrong_origin');
  });

  it.each<[Given, details: string, hint: RegExp]>([
    [
      { flags: { baseUrl: other } },
      '--base-url is',
      /^leave out --base-url; .* --profile <new name> --base-url/,
    ],
    [
      { environment: { NEWSLETTER_BASE_URL: other } },
      'NEWSLETTER_BASE_URL is',
      /^unset NEWSLETTER_BASE_URL; .* --profile <new name>/,
    ],
    [
      { settings: { 'base-url': other } },
      'base-url of the profile is',
      /^if you mean that address: newsletter login --profile work$/,
    ],
  ])('another one (%j) is named, with where it was set and what to do', (given, details, hint) => {
    const failure = thrownBy(() =>
      checkServiceOrigin({ ...key, origin: api }, sessionSources(given).settings),
    );
    expect(failure?.message).toBe(`the credentials of profile work are for ${api}, not for ${other}`);
    expect(failure?.details[0]).toContain(details);
    expect(failure?.hint).toMatch(hint);
  });

  it('a credential without an address is sent nowhere', () => {
    const failure = thrownBy(() =>
      checkServiceOrigin(key, sessionSources({ flags: { baseUrl: other } }).settings),
    );
    expect(failure?.message).toContain(`have no known address, so they are not sent to ${other}`);
  });

  it.each([
    ['https://a.example/x?y', 'https://a.example'],
    ['nonsense', undefined],
    [7, undefined],
    [undefined, undefined],
  ])('the origin of %s is %s', (address, origin) => {
    expect(originOf(address)).toBe(origin);
  });
});

describe('the server that refreshes a sign-in', () => {
  const broker = 'https://broker.example';

  it.each<[title: string, stored: Partial<OAuthCredential>, given: Given, expected: object | 'wrong_origin']>(
    [
      ['nothing is set', {}, {}, { authUrl: auth, tokenUrl: undefined }],
      // A changed setting of the profile is for the next sign-in.
      ['the profile has another issuer', {}, { settings: { 'auth-url': other } }, { authUrl: auth }],
      ['a flag names another issuer', {}, { flags: { authUrl: other } }, 'wrong_origin'],
      [
        'a variable names another issuer',
        {},
        { environment: { NEWSLETTER_AUTH_URL: other } },
        'wrong_origin',
      ],
      ['a flag names its issuer', {}, { flags: { authUrl: `${auth}/x` } }, { authUrl: `${auth}/x` }],
      [
        'it came through the broker',
        { tokenUrl: broker },
        { settings: { 'token-url': broker } },
        { tokenUrl: broker },
      ],
      [
        'it came through another broker',
        { tokenUrl: broker },
        { settings: { 'token-url': other } },
        'wrong_origin',
      ],
      ['it came through none', {}, { settings: { 'token-url': broker } }, 'wrong_origin'],
      [
        "the token address is the issuer's",
        {},
        { settings: { 'token-url': `${auth}/t` } },
        { tokenUrl: `${auth}/t` },
      ],
    ],
  )('if %s', (_, stored, given, expected) => {
    const asked = () => clientOf({ ...signIn, ...stored }, sessionSources(given).settings);
    if (typeof expected === 'string') expect(thrownBy(asked)?.code).toBe(expected);
    else expect(asked()).toMatchObject({ clientId: 'c', ...expected });
  });
});

describe('the token for a broker', () => {
  const broker = 'https://broker.example';
  const file = (text: string) => {
    const path = join(temporaryFolder(), 'file');
    writeFileSync(path, text);
    return path;
  };
  const access = (settings: object, more: Given = {}) =>
    loginBrokerToken(sessionSources({ settings, ...more }).settings);

  it.each([
    ['tok', 'tok'],
    [' tok\n', 'tok'],
    // A whole line of the broker's own file.
    ['ann tok', 'tok'],
    ['ann tok\nbob kot', undefined],
    ['', undefined],
    ['tök', undefined],
  ])('in a file with %j is %j', (text, token) => {
    const asked = () => access({ 'token-url': broker, 'broker-token-file': file(text) });
    if (token === undefined) expect(thrownBy(asked)?.code).toBe('invalid_value');
    else expect(asked()).toBe(token);
  });

  it('is not read without a broker', () => {
    expect(access({ 'broker-token-file': '/none' })).toBeUndefined();
  });

  it('in a file that is not there is an error that names file and setting', () => {
    const failure = thrownBy(() => access({ 'token-url': broker, 'broker-token-file': '/none/x' }));
    expect(failure).toMatchObject({
      code: 'invalid_value',
      message: 'there is no token in /none/x (broker-token-file)',
      hint: 'newsletter config get broker-token-file',
    });
  });

  it("of the profile goes to the profile's broker only", () => {
    const settings = { 'token-url': broker, 'broker-token-file': file('tok') };
    const elsewhere = { flags: { tokenUrl: other } };
    expect(thrownBy(() => access(settings, elsewhere))?.code).toBe('wrong_origin');
    expect(access(settings, { flags: { tokenUrl: `${broker}/x` } })).toBe('tok');
    const { 'broker-token-file': named, ...others } = settings;
    const environment = { NEWSLETTER_BROKER_TOKEN_FILE: named };
    expect(access(others, { ...elsewhere, environment })).toBe('tok');
  });
});
