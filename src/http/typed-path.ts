/** Paths as people type them for `newsletter api`, and what the contract says of such a request. */
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import type { RepeatRule } from './outcome.ts';
import { requestUrl, serviceAddress } from './url.ts';

export interface TypedPath {
  /** Below the base URL, starting with a slash; may hold a query. */
  readonly path: string;
  /** The same as it is requested: dots resolved, percent-encoded, without the query. */
  readonly asked: string;
}

/**
 * Reads a path as it was typed: with or without its leading slash, or as a complete URL of the service. Credentials
 * are sent to the base URL only, so any other is refused.
 *
 * @param baseUrl {base_url} of service.txt
 * @param params query parameters, in order; they replace parameters of the same name in the path
 * @throws Failure invalid_value
 */
export function typedPath(
  baseUrl: string,
  typed: string,
  params: readonly (readonly [name: string, value: string])[] = [],
): TypedPath {
  const base = serviceAddress(baseUrl);
  // The URL parser drops some of them silently, and the request would be another one.
  if (/\p{Cc}|^\s|\s$/u.test(typed)) {
    throw refused('the path has control characters or surrounding spaces', typed);
  }
  if (typed.includes('#')) throw refused('the path has a fragment (write # in a value as %23)', typed);
  const below = belowBase(base, typed);
  const cut = below.indexOf('?');
  const query = new URLSearchParams(cut < 0 ? '' : below.slice(cut));
  for (const [name] of params) query.delete(name);
  for (const [name, value] of params) query.append(name, value);
  const pathname = cut < 0 ? below : below.slice(0, cut);
  // Without `params` the query stays as it was typed.
  const path = params.length === 0 ? below : `${pathname}${query.size > 0 ? `?${query}` : ''}`;
  const prefix = base.pathname === '/' ? '' : base.pathname;
  return { path, asked: requestUrl(base, path).pathname.slice(prefix.length) };
}

function belowBase(base: URL, typed: string): string {
  if (!/^[a-z][a-z\d+.-]*:/i.test(typed)) return typed.startsWith('/') ? typed : `/${typed}`;
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    // Git Bash on Windows turns "/v1/groups" into "C:/Program Files/Git/v1/groups".
    throw new Failure('invalid_value', `invalid path: ${typed}`, {
      hint: 'give a path without the leading slash, such as v1/groups',
    });
  }
  const prefix = base.pathname === '/' ? '' : base.pathname;
  const isOurs = url.origin === base.origin && url.username === '' && url.password === '';
  if (!isOurs || !`${url.pathname}/`.startsWith(`${prefix}/`)) {
    throw new Failure('invalid_value', `the URL does not begin with ${base.href}`, {
      details: ['credentials are only sent to the service'],
      hint: 'give a path such as /v1/groups; use --base-url or --profile for another service',
    });
  }
  return `${url.pathname.slice(prefix.length) || '/'}${url.search}`;
}

function refused(why: string, typed: string): Failure {
  return new Failure('invalid_value', `${why}: ${JSON.stringify(typed)}`, {
    hint: 'give a path such as /v1/groups',
  });
}

/** The endpoint of the contract for a request, if there is one. */
export function endpointFor(method: string, asked: string): Endpoint | undefined {
  return Object.values<Endpoint>(endpoints).find(
    endpoint => endpoint.method === method && isAt(endpoint.path, asked),
  );
}

function isAt(template: string, asked: string): boolean {
  const [parts, given] = [template.split('/'), asked.split('/')];
  return (
    parts.length === given.length &&
    parts.every((part, i) => (part === '{id}' ? given[i] !== '' : part === given[i]))
  );
}

/** Whether a request may be repeated: as the contract says; what the contract does not know is of class `once`. */
export function repeatOf(method: string, asked: string): RepeatRule {
  if (method === 'GET' || method === 'HEAD') return 'read';
  return endpointFor(method, asked)?.repeat ?? 'once';
}

/**
 * Whether a path may lead to the sending of an email, whatever the method and the base URL. Servers and proxies decode
 * paths, merge slashes, resolve dots and cut `;…` and extensions: any part that is `send` by then counts.
 */
export function sendsEmail(path: string): boolean {
  let text = path;
  // Twice: a proxy and the server behind it may each decode.
  for (let i = 0; i < 2; i++) text = decoded(text);
  return text.split(/[/\\]/).some(part => /^\W*send(?:[^\w-]|$)/i.test(part));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not decodable: the service will not decode it either.
    return text;
  }
}
