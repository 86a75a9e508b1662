import { escape as percentEncoded } from 'node:querystring';
import { describe, expect, it } from 'vitest';
import { containsSecret } from '../../src/broker/secret-search.ts';

const secrets = ['sandbox-secret', 'a b+c/d=e%41"f\\g&h', 'Zm9v??>>~~Zm9v'];

/** Every character in its percent-encoded form. */
const allPercent = (text: string) =>
  [...text].map(character => `%${character.charCodeAt(0).toString(16)}`).join('');
const allEscaped = (text: string) =>
  [...text].map(character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const allReferences = (text: string) => [...text].map(character => `&#${character.charCodeAt(0)};`).join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');

const encodings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': secret => secret,
  percent: secret => percentEncoded(secret),
  'percent, every character': allPercent,
  'percent, twice': secret => encodeURIComponent(allPercent(secret)),
  'a form, with plus': secret => new URLSearchParams({ secret }).toString(),
  JSON: secret => JSON.stringify({ secret }),
  'JSON in JSON': secret => JSON.stringify(JSON.stringify({ secret })),
  'JSON, every character': allEscaped,
  'JSON with \\/': secret => JSON.stringify(secret).replaceAll('/', '\\/'),
  'references of HTML': allReferences,
  base64,
  base64url: secret => Buffer.from(secret).toString('base64url'),
  'base64 at offset 1': secret => base64(`x${secret}yz`),
  'base64 at offset 2': secret => base64(`xx${secret}z`),
  'base64url in a longer word': secret => `abc${Buffer.from(`client:${secret}`).toString('base64url')}`,
  'base64 in lines': secret => base64(`---${secret}---`).replace(/(.{7})/g, '$1\r\n'),
  'base64 in lines, in JSON': secret =>
    JSON.stringify(base64(`---${secret}---`).replace(/(.{7})/g, '$1\r\n')),
  'base64 in a form': secret => new URLSearchParams({ a: base64(secret) }).toString(),
  'base64 of base64': secret => base64(base64(secret)),
  'HTTP Basic of RFC 6749': secret => base64(`id:${new URLSearchParams({ secret }).toString().slice(7)}`),
  'base64 in JSON with \\/': secret => JSON.stringify(base64(`~~${secret}`)).replaceAll('/', '\\/'),
  hexadecimal: secret => Buffer.from(secret).toString('hex'),
  'hexadecimal, with colons': secret =>
    Buffer.from(secret)
      .toString('hex')
      .replace(/(..)(?=.)/g, '$1:'),
  'a list of bytes': secret => [...Buffer.from(secret)].map(byte => `0x${byte.toString(16)}`).join(', '),
  'octal escapes': secret =>
    [...Buffer.from(secret)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  'escapes of ECMAScript': secret =>
    [...secret].map(one => `\\u{${one.charCodeAt(0).toString(16)}}`).join(''),
  'UTF-16': secret => Buffer.from(secret, 'utf16le').toString('latin1'),
};

describe('the secret in what the service sent', () => {
  it.each(Object.entries(encodings))('when it is encoded as %s, then it is found', (_, encode) => {
    for (const secret of secrets) {
      const text = `{"error":"invalid_client","error_description":"got ${encode(secret)} instead"}`;
      expect([secret, containsSecret(text, secret)]).toEqual([secret, true]);
      expect([secret, containsSecret(text, `${secret}X`)]).toEqual([secret, false]);
    }
  });

  it('when an answer is long and full of tokens, then it is looked at whole and passes', () => {
    const token = (n: number) => Buffer.from(`token number ${n} `.repeat(90)).toString('base64url');
    const answer = JSON.stringify(Object.fromEntries(Array.from({ length: 28 }, (_, n) => [n, token(n)])));
    expect(answer.length).toBeGreaterThan(50_000);
    expect(containsSecret(answer, 'sandbox-secret')).toBe(false);
    expect(containsSecret(answer.replace(/.{9}$/, base64('sandbox-secret')), 'sandbox-secret')).toBe(true);
  });

  it('when there are too many forms to look at them all, then it does not pass', () => {
    expect(containsSecret('%25'.repeat(6_000_000), 'sandbox-secret')).toBe(true);
  });
});
