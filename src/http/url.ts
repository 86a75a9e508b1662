import { Failure } from '../lib/failure.ts';
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
    throw new Failure(
      'invalid_value',
      'invalid URL: expected https://host (plain http for this machine only)',
      {
        hint: 'without user name, password, ? and #: newsletter config list',
      },
    );
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
  const whole = `${base.origin}${prefix}${path}`;
  // Where the path has no query of its own, all is parsed at once: a long list asks for many pages.
  const isWhole = !/[?#]/.test(path);
  const added = isWhole ? new URLSearchParams(query).toString() : '';
  const url = path.startsWith('/') ? parsedUrl(added === '' ? whole : `${whole}?${added}`) : undefined;
  if (url === undefined || url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`)) {
    throw new Failure('invalid_value', `not a path below the base URL: ${path}`, {
      hint: 'give a path such as /v1/account',
    });
  }
  if (isWhole) return url;
  url.hash = '';
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
