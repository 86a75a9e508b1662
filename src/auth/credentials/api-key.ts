import { Failure } from '../../lib/failure.ts';

/**
 * Cleans a personal API key of surrounding white space (keys are pasted, and files end in newlines).
 * The service document does not show what keys look like: only what no bearer token can hold (RFC 6750,
 * section 2.1: no spaces, control or non-ASCII characters) is refused.
 *
 * @param from where the key came from, for the message, which never repeats the key
 * @throws Failure invalid_value
 */
export function parseApiKey(text: string, from: string): string {
  const key = text.trim();
  if (key === '') throw new Failure('invalid_value', `${from} is empty`);
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new Failure('invalid_value', `${from} holds spaces or characters that no API key has`, {
    hint: "copy the key, and nothing else, from the account's Settings › Apps",
  });
}
