/**
 * Credentials belong to an origin ("Transport safety"): what is stored for a profile goes to the addresses it was stored
 * for and to no other, whatever a flag, a variable or a changed setting says. `login` stores credentials for another
 * address.
 */

import { Failure } from '../lib/failure.ts';
import { readText } from '../lib/files/file-errors.ts';
import { isBearerToken } from '../lib/text/printable.ts';
import type { Settings } from '../settings/resolve.ts';
import type { SettingName } from '../settings/schema.ts';
import type { Credential, OAuthClient, OAuthCredential } from './credentials/credential.ts';

type AddressName = Extract<SettingName, 'base-url' | 'auth-url' | 'token-url'>;

/**
 * Checks that the REST address in use is the one that a stored credential is for.
 *
 * @throws Failure wrong_origin, invalid_value
 */
export function checkServiceOrigin(credential: Credential, settings: Settings): void {
  const address = settings.get('base-url');
  if (address === undefined) return;
  checkAddress(settings, 'base-url', address, [credential.origin]);
}

/**
 * The server that refreshes and revokes the tokens of a stored sign-in: their issuer, or the broker they came through.
 *
 * @throws Failure wrong_origin, invalid_value
 */
export function clientOf(credential: OAuthCredential, settings: Settings): OAuthClient {
  const { clientId } = credential;
  const wanted = settings.get('auth-url');
  const isGiven = ['flag', 'environment'].includes(settings.origin('auth-url') ?? '');
  // A changed setting of the profile is for the next sign-in.
  const authUrl = isGiven && wanted !== undefined ? wanted : credential.authUrl;
  checkAddress(settings, 'auth-url', authUrl, [originOf(credential.authUrl)]);
  const tokenUrl = settings.get('token-url');
  if (tokenUrl !== undefined) {
    const own = [originOf(credential.tokenUrl), originOf(credential.authUrl)];
    checkAddress(settings, 'token-url', tokenUrl, own);
  }
  return { authUrl, clientId, tokenUrl, brokerToken: brokerToken(settings) };
}

/**
 * The access to a broker, for a sign-in. The token of the profile is sent to the profile's own broker only.
 *
 * @throws Failure wrong_origin; as `brokerToken`
 */
export function loginBrokerToken(settings: Settings): string | undefined {
  const tokenUrl = settings.get('token-url');
  if (tokenUrl !== undefined && settings.origin('broker-token-file') === 'profile') {
    checkAddress(settings, 'token-url', tokenUrl, [originOf(settings.stored('token-url'))]);
  }
  return brokerToken(settings);
}

/** @returns the origin of an address; undefined for anything else */
export function originOf(address: string | number | undefined): string | undefined {
  const text = String(address ?? '');
  return URL.canParse(text) ? new URL(text).origin : undefined;
}

function checkAddress(
  settings: Settings,
  name: AddressName,
  address: string,
  own: readonly (string | undefined)[],
): void {
  const origin = originOf(address);
  if (origin === undefined || own.includes(origin)) return;
  const { profile } = settings;
  const known = own.find(one => one !== undefined);
  const message =
    known === undefined
      ? `the credentials of profile ${profile} have no known address, so they are not sent to ${origin}`
      : `the credentials of profile ${profile} are for ${known}, not for ${origin}`;
  const from = settings.origin(name);
  const source = from === 'profile' ? `${name} of the profile` : settings.setBy(name);
  const first = from === 'environment' ? `unset ${source}; ` : from === 'flag' ? `leave out ${source}; ` : '';
  const login = from === 'profile' ? `--profile ${profile}` : `--profile <new name> --${name} ${address}`;
  throw new Failure('wrong_origin', message, {
    details: [`${source} is ${address}; nothing was sent there`],
    hint: `${first}if you mean that address: newsletter login ${login}`,
  });
}

/**
 * Reads the file that the setting `broker-token-file` names.
 *
 * @returns what is sent to the broker as a bearer token (RFC 6750); undefined without a broker or a file
 * @throws Failure unreadable_file, invalid_value
 */
function brokerToken(settings: Settings): string | undefined {
  const file = settings.get('broker-token-file');
  if (settings.get('token-url') === undefined || file === undefined) return undefined;
  const text = (readText(file) ?? '').trim();
  // People copy whole lines of the broker's own file: "<name> <token>".
  const found = text.split(/\s+/).at(-1) ?? '';
  if (isBearerToken(found) && !text.includes('\n')) return found;
  const hint = 'newsletter config get broker-token-file';
  throw new Failure('invalid_value', `there is no token in ${file} (broker-token-file)`, { hint });
}
