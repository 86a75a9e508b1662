/** How this machine authenticates to a broker that requires it. */
import { readFileSync } from 'node:fs';
import { isBearerToken } from '../lib/bearer-token.ts';
import { Failure } from '../lib/failure.ts';
import { unreadable } from '../lib/files/file-errors.ts';
import type { Settings } from '../settings/schema.ts';

/**
 * Reads the file that the setting `broker-token-file` names.
 *
 * @returns what is sent to the broker as a bearer token (RFC 6750); undefined without a broker or a file
 * @throws Failure unreadable_file, invalid_value
 */
export function brokerToken(settings: Settings): string | undefined {
  const file = settings.get('broker-token-file');
  if (settings.get('token-url') === undefined || file === undefined) return undefined;
  const text = read(file).trim();
  // People copy whole lines of the broker's own file: "<name> <token>".
  const found = text.split(/\s+/).at(-1) ?? '';
  if (isBearerToken(found) && !text.includes('\n')) return found;
  throw new Failure('invalid_value', `${file} contains no token`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw unreadable(`${file} (broker-token-file)`, cause, 'newsletter config get broker-token-file');
  }
}
