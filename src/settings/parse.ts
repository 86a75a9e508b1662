import { resolve } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { isLoopback } from '../lib/loopback.ts';
import { nearest } from '../lib/text/nearest.ts';
import { type Setting, type SettingKind, type SettingName, settings } from './schema.ts';

/**
 * Parses the value of a setting.
 *
 * @param text the value as a flag, a variable or a file gives it
 * @param from where it comes from, for messages: `--timeout`, `NEWSLETTER_TIMEOUT`, …; by default the setting's name
 * @returns the value without white space around it; a URL without a trailing slash
 * @throws Failure invalid_value, which names the setting, the value and what is allowed
 */
export function parseSetting(name: SettingName, text: string, from: string = name): string | number {
  const value = text.trim();
  const kind: SettingKind = (settings[name] satisfies Setting).value;
  if (value === '') throw emptyValue(from, kind);
  switch (kind.kind) {
    case 'text':
      return parseText(value, from);
    case 'url':
      return withoutPath(name, parseUrl(value, from), value, from);
    case 'redirect-uri':
      return parseRedirectUri(value, from);
    case 'file':
      return resolve(parseText(value, from));
    case 'integer':
      return parseNumber(value, from, kind, /^\d+$/);
    case 'seconds':
      return parseNumber(value, from, kind, /^(\d+\.?\d*|\.\d+)$/);
    case 'choice':
      return parseChoice(value, from, kind);
  }
}

function emptyValue(from: string, kind: SettingKind): Failure {
  const rule = kind.kind === 'text' ? '' : `: ${allowed(kind)}`;
  return new Failure('invalid_value', `${from} is empty${rule}`, { hint: helpTopic(from) });
}

/** Variables and files have help topics of their own; the help of the command does not mention them. */
function helpTopic(from: string): string | undefined {
  if (from.startsWith('NEWSLETTER_')) return 'newsletter help environment';
  return from.includes('.newsletterrc.json') ? 'newsletter help accounts' : undefined;
}

function allowed(kind: Exclude<SettingKind, { kind: 'text' }>): string {
  switch (kind.kind) {
    case 'url':
      return 'expected an https URL (http only for this machine)';
    case 'redirect-uri':
      return 'expected a URL on this machine, such as http://127.0.0.1:8976/callback';
    case 'file':
      return 'expected a file path';
    case 'integer':
      return `expected a whole number from ${kind.min} to ${kind.max}`;
    case 'seconds':
      return `expected seconds from ${kind.min} to ${kind.max}`;
    case 'choice':
      return `expected one of ${kind.values.join(', ')}`;
  }
}

function invalid(value: string, from: string, why: string, hint?: string): Failure {
  return new Failure('invalid_value', `invalid value "${value}" for ${from}: ${why}`, {
    hint: hint ?? helpTopic(from),
  });
}

function parseText(value: string, from: string): string {
  if (/\p{Cc}/u.test(value)) throw invalid(value, from, 'it contains control characters');
  return value;
}

function parseNumber(
  value: string,
  from: string,
  kind: Extract<SettingKind, { min: number }>,
  pattern: RegExp,
): number {
  const number = Number(value);
  if (!pattern.test(value) || number < kind.min || number > kind.max) {
    throw invalid(value, from, allowed(kind));
  }
  return number;
}

function parseChoice(value: string, from: string, kind: Extract<SettingKind, { kind: 'choice' }>): string {
  if (kind.values.includes(value)) return value;
  const near = nearest(value, kind.values);
  throw invalid(value, from, allowed(kind), near && `did you mean ${near}?`);
}

function parseUrl(value: string, from: string): string {
  if (!URL.canParse(value)) throw invalid(value, from, allowed({ kind: 'url' }), addressHint(value));
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid(value, from, allowed({ kind: 'url' }), addressHint(value));
  }
  if (url.username !== '' || url.password !== '') {
    // The message does not repeat the URL, since it may have a password in it.
    throw new Failure('invalid_value', `${from} must not contain a user name or password`);
  }
  if (url.search !== '' || url.hash !== '') throw invalid(value, from, 'it must not contain ? or #');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalid(value, from, 'plain http exposes the credentials; use https');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Paths that the program adds to an address; users copy them from examples of requests. */
const addedPaths: Partial<Record<SettingName, RegExp>> = {
  'base-url': /\/v1(?:\/(?:account|groups|emails|subscribers|subscriber-imports|fields|tags)(?:\/.*)?)?$/,
  'auth-url': /\/oauth\/(?:authorize|token|revoke)$/,
};

/** @throws Failure invalid_value for an address that contains a path that the program adds */
function withoutPath(name: SettingName, address: string, value: string, from: string): string {
  const added = addedPaths[name]?.exec(address);
  if (!added) return address;
  const why = `leave out ${added[0]}, which the program adds`;
  throw invalid(value, from, why, `did you mean ${address.slice(0, added.index)}?`);
}

/** A loopback address (RFC 8252, section 7.3) or `localhost`, with a port; kept as it is, for the service compares it. */
function parseRedirectUri(value: string, from: string): string {
  const why = allowed({ kind: 'redirect-uri' });
  if (!URL.canParse(value)) throw invalid(value, from, why);
  const { protocol, hostname, port, username, password, hash } = new URL(value);
  const isAllowedHost = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol !== 'http:' || !isAllowedHost || username !== '' || password !== '' || hash !== '') {
    throw invalid(value, from, why);
  }
  if (port === '' || port === '0') throw invalid(value, from, 'it must contain the registered port');
  return value;
}

/** For an address without its scheme: `api.example.com`, `localhost:8080`. */
function addressHint(value: string): string | undefined {
  if (value.includes('//') || !URL.canParse(`https://${value}`)) return undefined;
  const local = isLoopback(new URL(`https://${value}`).hostname);
  return local || value.includes('.') ? `did you mean ${local ? 'http' : 'https'}://${value}?` : undefined;
}
