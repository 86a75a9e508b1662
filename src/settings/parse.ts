import { resolve } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { isLoopback } from '../lib/loopback.ts';
import { didYouMean } from '../lib/text/nearest.ts';
import { type Setting, type SettingName, settings } from './schema.ts';

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
  const setting: Setting = settings[name];
  // Variables and files have help topics of their own; the help of the command does not mention them.
  const topic = /^NEWSLETTER_|\.newsletterrc\.json/.test(from) ? 'newsletter help environment' : undefined;
  const refuse: Refuse = (why = `expected ${allowed(setting)}`, hint = topic) => {
    const what = value === '' ? `${from} is empty` : `invalid value "${value}" for ${from}`;
    throw new Failure('invalid_value', `${what}: ${why}`, { hint });
  };
  if (value === '') return refuse();
  switch (setting.kind) {
    case 'text':
    case 'file':
      if (/\p{Cc}/u.test(value)) refuse('it contains control characters');
      return setting.kind === 'file' ? resolve(value) : value;
    case 'url':
      return parseUrl(value, from, refuse, name === 'base-url' || name === 'auth-url');
    case 'redirect-uri':
      return parseRedirectUri(value, refuse);
    case 'integer':
    case 'seconds': {
      const isNumber = setting.kind === 'integer' ? /^\d+$/ : /^(\d+\.?\d*|\.\d+)$/;
      const number = Number(value);
      return isNumber.test(value) && number >= setting.min && number <= setting.max ? number : refuse();
    }
    case 'choice':
      if (setting.values.includes(value)) return value;
      return refuse(undefined, didYouMean(value, setting.values, undefined));
  }
}

/** Throws the failure of an invalid value. @param why by default what is allowed */
type Refuse = (why?: string, hint?: string) => never;

const nouns = {
  text: 'a text',
  url: 'an https URL (http only for this machine)',
  'redirect-uri': 'a URL on this machine, such as http://127.0.0.1:8976/callback',
  file: 'a file path',
  integer: 'a whole number',
  seconds: 'seconds',
};

function allowed(setting: Setting): string {
  if (setting.kind === 'choice') return `one of ${setting.values.join(', ')}`;
  const range = 'min' in setting ? ` from ${setting.min} to ${setting.max}` : '';
  return nouns[setting.kind] + range;
}

/** Paths that the program adds to an address; users copy them from examples of requests. */
const added =
  /\/v1(?:\/(?:account|groups|emails|subscribers|subscriber-imports|fields|tags)(?:\/.*)?)?$|\/oauth\/\w+$/;

/** @param isBase whether the program adds a path to it: then it is left without that */
function parseUrl(value: string, from: string, refuse: Refuse, isBase: boolean): string {
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
  const address = url.origin + url.pathname.replace(/\/+$/, '');
  return isBase ? address.replace(added, '') : address;
}

/** A loopback address (RFC 8252, section 7.3) or `localhost`, with a port; stays as typed: the service compares it. */
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
