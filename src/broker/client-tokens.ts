/** The tokens by which the broker knows its clients (`--client-token-file`), sent as a bearer token (RFC 6750). */

import { createHash, timingSafeEqual } from 'node:crypto';
import { Failure } from '../lib/failure.ts';
import { isBearerToken } from '../lib/text/printable.ts';

/** Characters: a shorter one could be guessed. */
const shortest = 16;

/** The name of the client with this Authorization header; undefined for an unknown token. */
export type IdentifyClient = (authorization: string | undefined) => string | undefined;

/**
 * Parses a token file: on each line a token, or a name and a token; empty lines and those that begin with # are
 * skipped. A token without a name is known by its line.
 *
 * @param shown the file, for messages, which never repeat a token
 * @throws Failure invalid_value
 */
export function parseClientTokens(text: string, shown: string): IdentifyClient {
  const clients = text.split(/\r?\n/).flatMap((line, index) => {
    const words = line.trim().split(/\s+/);
    if (words[0] === '' || words[0]?.startsWith('#')) return [];
    return [parseLine(words, index + 1, shown)];
  });
  if (clients.length === 0) throw new Failure('invalid_value', `${shown} contains no token`);
  return authorization => {
    const given = digest(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '');
    // All are compared, so that the time does not depend on the token.
    return clients.filter(({ token }) => timingSafeEqual(token, given)).at(0)?.name;
  };
}

function parseLine(words: readonly string[], line: number, shown: string) {
  const [name, token] = words.length === 1 ? [`line-${line}`, words[0]] : words;
  const isName = /^[\w.@-]{1,64}$/.test(name ?? '');
  const why =
    words.length > 2 || !isName
      ? 'is not "<token>" or "<name> <token>"'
      : !isBearerToken(token ?? '')
        ? 'has characters that are invalid in a token'
        : (token ?? '').length < shortest
          ? `has a token of fewer than ${shortest} characters`
          : undefined;
  if (why === undefined) return { name, token: digest(token ?? '') };
  throw new Failure('invalid_value', `line ${line} of ${shown} ${why}`, {
    hint: 'a line is "<name> <token>"; to make a token: openssl rand -base64 32',
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
