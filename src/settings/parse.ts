import { resolve } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { isLoopback } from '../lib/loopback.ts';
import { nearest } from '../lib/text/nearest.ts';
import { type SettingKind, type SettingName, settings } from './schema.ts';

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
  const kind: SettingKind = settings[name];
  const refuse: Refuse = (why = allowed(kind), hint = helpTopic(from)) => {
    throw new Failure('invalid_value', `invalid value "${value}" for ${from}: ${why}`, { hint });
  };
  if (value === '') {
    const rule = kind.kind === 'text' ? '' : `: ${allowed(kind)}`;
    throw new Failure('invalid_value', `${from} is empty${rule}`, { hint: helpTopic(from) });
  }
  switch (kind.kind) {
    case 'text':
    case 'file':
      if (/\p{Cc}/u.test(value)) refuse('it contains control characters');
      return kind.kind === 'file' ? resolve(value) : value;
    case 'url':
      return withoutPath(name, parseUrl(value, from, refuse), refuse);
    case 'redirect-uri':
      return parseRedirectUri(value, refuse);
    case 'integer':
    case 'seconds': {
      const isNumber = kind.kind === 'integer' ? /^\d+$/ : /^(\d+\.?\d*|\.\d+)$/;
      const number = Number(value);
      return isNumber.test(value) && number >= kind.min && number <= kind.max ? number : refuse();
    }
    case 'choice': {
      const near = nearest(value, kind.values);
      return kind.values.includes(value) ? value : refuse(undefined, near && `did you mean ${near}?`);
    }
  }
}

/** Throws the failure of an invalid value. @param why by default what is allowed */
type Refuse = (why?: string, hint?: string) => never;

/** Variables and files have help topics of their own; the help of the command does not mention them. */
function helpTopic(from: string): string | undefined {
  return /^NEWSLETTER_|\.newsletterrc\.json/.test(from) ? 'newsletter help environment' : undefined;
}

function allowed(kind: SettingKind): string {
  switch (kind.kind) {
    case 'text':
      return 'expected a text';
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

function parseUrl(value: string, from: string, refuse: Refuse): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
    return refuse(undefined, addressHint(value));
  }
  if (url.username !== '' || url.password !== '') {
    // The message does not repeat the URL, since it may have a password in it.
    throw new Failure('invalid_value', `${from} must not contain a user name or password`);
  }
  if (url.search !== '' || url.hash !== '') refuse('it must not contain ? or #');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    refuse('plain http exposes the credentials; use https');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Paths that the program adds to an address; users copy them from examples of requests. */
const addedPaths: Partial<Record<SettingName, RegExp>> = {
  'base-url': /\/v1(?:\/(?:account|groups|emails|subscribers|subscriber-imports|fields|tags)(?:\/.*)?)?$/,
  'auth-url': /\/oauth\/(?:authorize|token|revoke)$/,
};

function withoutPath(name: SettingName, address: string, refuse: Refuse): string {
  const added = addedPaths[name]?.exec(address);
  if (!added) return address;
  const hint = `did you mean ${address.slice(0, added.index)}?`;
  return refuse(`leave out ${added[0]}, which the program adds`, hint);
}

/** A loopback address (RFC 8252, section 7.3) or `localhost`, with a port; kept as it is, for the service compares it. */
function parseRedirectUri(value: string, refuse: Refuse): string {
  if (!URL.canParse(value)) return refuse();
  const { protocol, hostname, port, username, password, hash } = new URL(value);
  const isAllowedHost = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol !== 'http:' || !isAllowedHost || username !== '' || password !== '' || hash !== '') {
    return refuse();
  }
  return port === '' || port === '0' ? refuse('it must contain the registered port') : value;
}

/** For an address without its scheme: `api.example.com`, `localhost:8080`. */
function addressHint(value: string): string | undefined {
  if (value.includes('//') || !URL.canParse(`https://${value}`)) return undefined;
  const local = isLoopback(new URL(`https://${value}`).hostname);
  return local || value.includes('.') ? `did you mean ${local ? 'http' : 'https'}://${value}?` : undefined;
}
