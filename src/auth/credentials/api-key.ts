import { isBearerToken } from '../../lib/bearer-token.ts';
import { Failure } from '../../lib/failure.ts';

/**
 * Checks a personal API key. service.txt does not say what keys look like: whatever can be a bearer token is valid.
 *
 * @param from the source of the key, for the message, which never repeats the key
 * @returns the key without white space around it, which pasted text and files often have
 * @throws Failure invalid_value
 */
export function parseApiKey(text: string, from: string): string {
  const key = text.trim();
  if (key === '') throw new Failure('invalid_value', `${from} is empty`);
  if (isBearerToken(key)) return key;
  throw new Failure('invalid_value', `${from} contains spaces or characters that are invalid in an API key`, {
    hint: "copy only the key from the account's Settings › Apps",
  });
}
