/** How this machine authenticates to a broker that requires it. */
import { readFileSync } from 'node:fs';
import type { ClientCertificate } from '../http/api.ts';
import { isBearerToken } from '../lib/bearer-token.ts';
import { Failure } from '../lib/failure.ts';
import { unreadable } from '../lib/files/file-errors.ts';
import type { SettingName, Settings } from '../settings/schema.ts';

export interface BrokerAccess {
  /** Sent as a bearer token (RFC 6750). */
  readonly token?: string | undefined;
  readonly certificate?: ClientCertificate | undefined;
}

/**
 * Reads the files that the settings `broker-token-file`, `broker-cert` and `broker-key` name.
 *
 * @returns undefined where no broker is used
 * @throws Failure unreadable_file, invalid_value; missing_setting for a certificate without its key
 */
export function brokerAccess(settings: Settings): BrokerAccess | undefined {
  if (settings.get('token-url') === undefined) return undefined;
  const cert = readNamed(settings, 'broker-cert');
  const key = readNamed(settings, 'broker-key');
  if ((cert === undefined) !== (key === undefined)) {
    throw new Failure('missing_setting', 'broker-cert and broker-key must be set together', {
      hint: `newsletter config set ${cert === undefined ? 'broker-cert' : 'broker-key'} <file>`,
    });
  }
  return { token: token(settings), certificate: cert && key && { cert, key } };
}

function token(settings: Settings): string | undefined {
  const text = readNamed(settings, 'broker-token-file')?.toString('utf8').trim();
  if (text === undefined) return undefined;
  // People copy whole lines of the broker's own file: "<name> <token>".
  const found = text.split(/\s+/).at(-1) ?? '';
  if (isBearerToken(found) && !text.includes('\n')) return found;
  throw new Failure('invalid_value', `${settings.get('broker-token-file')} contains no token`);
}

function readNamed(
  settings: Settings,
  name: Extract<SettingName, 'broker-token-file' | 'broker-cert' | 'broker-key'>,
): Buffer | undefined {
  const file = settings.get(name);
  if (file === undefined) return undefined;
  try {
    return readFileSync(file);
  } catch (cause) {
    throw unreadable(`${file} (${name})`, cause, `newsletter config get ${name}`);
  }
}
