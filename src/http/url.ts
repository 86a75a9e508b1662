/** URLs, and the ids in them: what is safe, what is requested, what is shown. */
import { Failure, ignoringErrors } from '../lib/failure.ts';
import { isLoopback } from '../lib/loopback.ts';

/** The port of a URL: the one that it names, or else that of its scheme. */
export function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Whether credentials may be sent to a URL: https anywhere, plain http to this machine only. */
export function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/**
 * A base URL of the service or of its sign-in. Settings check it with messages of their own (`settings/parse.ts`); this is
 * for what was stored.
 *
 * @param text an absolute URL, with or without a path and a trailing slash
 * @returns the URL, its path without trailing slashes (`/` when there is none)
 * @throws Failure invalid_value, which does not show the URL: it may hold a password
 */
export function serviceAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isSafe(url) || url.username || url.password || url.search || url.hash) {
    throw new Failure('invalid_value', 'invalid URL: expected https://host (http for this machine only)', {
      hint: 'without user name, password, ? and #: newsletter config list',
    });
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/**
 * Puts an id into a path of the contract, percent-encoded.
 *
 * @throws Failure invalid_value for an id that would change the path (`.`, `..`, empty)
 */
export function fillPath(template: string, id: string | undefined): string {
  if (!template.includes('{id}')) return template;
  if (id === undefined || id === '' || id === '.' || id === '..') {
    throw new Failure('invalid_value', `invalid id: '${id ?? ''}'`);
  }
  return template.replace('{id}', () => encodeURIComponent(id));
}

/**
 * The URL of a request.
 *
 * @param base from `serviceAddress`
 * @param path below it, starting with a slash; may hold a query
 * @param query parameters to set on top
 * @throws Failure invalid_value when the path leads outside the base URL
 */
export function requestUrl(base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const prefix = base.pathname === '/' ? '' : base.pathname;
  // Joined as text: resolving "//elsewhere" against the base would change the host.
  const url = path.startsWith('/')
    ? ignoringErrors(() => new URL(`${base.origin}${prefix}${path}`))
    : undefined;
  if (url === undefined || url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`)) {
    throw new Failure('invalid_value', `not a path below the base URL: ${path}`, {
      hint: 'give a path such as /v1/account',
    });
  }
  url.hash = '';
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

const secret = /token|key|secret|code|password|signature|auth/i;

/** A URL as it may be shown: values of query parameters with secret-looking names, and any user name, are masked. */
export function shownUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  for (const name of new Set(shown.searchParams.keys())) {
    if (secret.test(name)) shown.searchParams.set(name, '***');
  }
  return shown.href;
}

/** A size for people: `999 bytes`, `1.2 kB`, `3.4 MB`. */
export function shownSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A time span for people: `0.4 s`, `12 s`. */
export function shownSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 10 ? `${Number(seconds.toFixed(1))} s` : `${Math.ceil(seconds)} s`;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a text is an id of the service, a UUID (service.txt), rather than a name or an address. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** Whether the service returned another id than the requested one. */
export function isOtherId(given: unknown, asked: string): boolean {
  return isId(asked) && String(given).toLowerCase() !== asked.toLowerCase();
}
