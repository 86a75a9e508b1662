import { Failure } from '../lib/failure.ts';
import { isLoopback } from '../lib/loopback.ts';
import { nearest } from '../lib/nearest.ts';
import { type Setting, type SettingKind, type SettingName, settings } from './schema.ts';

/**
 * Reads the text of a setting, from wherever it came.
 *
 * @param from how the user named it: `--timeout`, `NEWSLETTER_TIMEOUT` … ; the setting's name unless said
 * @returns the value, with surrounding white space gone; URLs without a trailing slash
 * @throws Failure invalid_value naming the setting, the value and what is allowed
 */
export function parseSetting(name: SettingName, text: string, from: string = name): string | number {
  const value = text.trim();
  const kind: SettingKind = (settings[name] satisfies Setting).value;
  if (value === '') throw empty(from, kind);
  switch (kind.kind) {
    case 'text':
      return parseText(value, from);
    case 'url':
      return parseUrl(value, from);
    case 'redirect-uri':
      return parseRedirectUri(value, from);
    case 'integer':
      return parseNumber(value, from, kind, /^\d+$/);
    case 'seconds':
      return parseNumber(value, from, kind, /^(\d+\.?\d*|\.\d+)$/);
    case 'choice':
      return parseChoice(value, from, kind);
  }
}

function empty(from: string, kind: SettingKind): Failure {
  const more = kind.kind === 'text' ? '' : `: ${allowed(kind)}`;
  return new Failure('invalid_value', `${from} is empty${more}`, { hint: whereToRead(from) });
}

/** The help of the command says nothing of variables and files. */
function whereToRead(from: string): string | undefined {
  if (from.startsWith('NEWSLETTER_')) return 'newsletter help environment';
  return from.includes('.newsletterrc.json') ? 'newsletter help accounts' : undefined;
}

/** What a setting takes, in words, for messages and help. */
function allowed(kind: Exclude<SettingKind, { kind: 'text' }>): string {
  switch (kind.kind) {
    case 'url':
      return 'it takes an https address (http to this machine only)';
    case 'redirect-uri':
      return 'it takes an address on this machine, such as http://127.0.0.1:8976/callback';
    case 'integer':
      return `it takes a whole number from ${kind.least} to ${kind.most}`;
    case 'seconds':
      return `it takes seconds from ${kind.least} to ${kind.most}`;
    case 'choice':
      return `it takes one of ${kind.values.join(', ')}`;
  }
}

function refuse(value: string, from: string, why: string, hint?: string): Failure {
  return new Failure('invalid_value', `${from} cannot be "${value}": ${why}`, {
    hint: hint ?? whereToRead(from),
  });
}

function parseText(value: string, from: string): string {
  // biome would have the escape written as a control character: \p{Cc} says the same.
  if (/\p{Cc}/u.test(value)) throw refuse(value, from, 'it holds control characters');
  return value;
}

function parseNumber(
  value: string,
  from: string,
  kind: Extract<SettingKind, { least: number }>,
  pattern: RegExp,
): number {
  const number = Number(value);
  if (!pattern.test(value) || number < kind.least || number > kind.most) {
    throw refuse(value, from, allowed(kind));
  }
  return number;
}

function parseChoice(value: string, from: string, kind: Extract<SettingKind, { kind: 'choice' }>): string {
  if (kind.values.includes(value)) return value;
  const near = nearest(value, kind.values);
  throw refuse(value, from, allowed(kind), near && `did you mean ${near}?`);
}

function parseUrl(value: string, from: string): string {
  if (!URL.canParse(value)) throw refuse(value, from, allowed({ kind: 'url' }), addressHint(value));
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(value, from, allowed({ kind: 'url' }), addressHint(value));
  }
  if (url.username !== '' || url.password !== '') {
    // Not repeated in the message: it may hold a password.
    throw new Failure('invalid_value', `${from} must not hold a user name or password`);
  }
  if (url.search !== '' || url.hash !== '') throw refuse(value, from, 'it must end before any ? or #');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refuse(value, from, 'plain http would show the credentials to everybody on the way; use https');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Only the loopback addresses of RFC 8252, section 7.3, and `localhost`, with the port that is registered. */
function parseRedirectUri(value: string, from: string): string {
  const why = allowed({ kind: 'redirect-uri' });
  if (!URL.canParse(value)) throw refuse(value, from, why);
  const { protocol, hostname, port, username, password, hash } = new URL(value);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol !== 'http:' || !isHere || username !== '' || password !== '' || hash !== '') {
    throw refuse(value, from, why);
  }
  if (port === '' || port === '0') throw refuse(value, from, 'it must name the port that is registered');
  return value;
}

function addressHint(value: string): string | undefined {
  return URL.canParse(`https://${value}`) && value.includes('.') && !value.includes('//')
    ? `did you mean https://${value}?`
    : undefined;
}
