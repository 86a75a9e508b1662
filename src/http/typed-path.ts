/** Paths as people type them for `newsletter api`. */
import { Failure } from '../lib/failure.ts';
import { requestUrl, serviceAddress } from './url.ts';

/**
 * Reads a path as it was typed: with or without its leading slash, or as a complete URL of the service. Credentials
 * are sent to the base URL only, so any other is refused.
 *
 * @param baseUrl {base_url} of service.txt
 * @param params query parameters, in order; they replace parameters of the same name in the path
 * @returns path and query below the base URL, as they are requested
 * @throws Failure invalid_value
 */
export function typedPath(
  baseUrl: string,
  typed: string,
  params: readonly (readonly [name: string, value: string])[] = [],
): string {
  const base = serviceAddress(baseUrl);
  // The URL parser drops them silently, and the request would be another one.
  if (/\p{Cc}|^\s|\s$|#/u.test(typed)) {
    const why =
      'the path has control characters, surrounding spaces, or a fragment (write # in a value as %23)';
    throw new Failure('invalid_value', `${why}: ${JSON.stringify(typed)}`, {
      hint: 'give a path such as /v1/groups',
    });
  }
  const url = requestUrl(base, belowBase(base, typed));
  // Without `params` the query stays as it was typed.
  for (const [name] of params) url.searchParams.delete(name);
  for (const [name, value] of params) url.searchParams.append(name, value);
  return url.href.slice(base.href.replace(/\/$/, '').length);
}

function belowBase({ origin, pathname, href }: URL, typed: string): string {
  if (!/^[a-z][a-z\d+.-]*:/i.test(typed)) return typed.startsWith('/') ? typed : `/${typed}`;
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    // Git Bash on Windows turns "/v1/groups" into "C:/Program Files/Git/v1/groups".
    const hint = 'give a path without the leading slash, such as v1/groups';
    throw new Failure('invalid_value', `invalid path: ${typed}`, { hint });
  }
  const prefix = pathname.replace(/\/$/, '');
  const isOurs = url.origin === origin && url.username === '' && url.password === '';
  if (isOurs && `${url.pathname}/`.startsWith(`${prefix}/`)) {
    return `${url.pathname.slice(prefix.length) || '/'}${url.search}`;
  }
  throw new Failure('invalid_value', `the URL does not begin with ${href}`, {
    details: ['credentials are only sent to the service'],
    hint: 'give a path such as /v1/groups; use --base-url or --profile for another service',
  });
}
