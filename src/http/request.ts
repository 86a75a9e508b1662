/** Requests before they leave: from what a caller wants to what is sent, or only shown. */
import type { Endpoint } from '../contract/endpoint.ts';
import { type ArgumentsOf, type EndpointName, endpoints } from '../contract/index.ts';
import { jsonText } from '../lib/exact-json.ts';
import { Failure } from '../lib/failure.ts';
import type { ApiOptions, CallOptions, ListOptions, Preview, RawRequest } from './api.ts';
import { withBearer } from './redirects.ts';
import type { Delivery } from './retrying-request.ts';
import { fillPath, requestUrl } from './url.ts';

/** Set by the program itself or by the connection; a caller that sets them as well is mistaken. */
const ownHeaders = new Set([
  ...['authorization', 'host', 'connection', 'content-length', 'transfer-encoding'],
  ...['expect', 'keep-alive', 'proxy-authorization', 'te', 'trailer', 'upgrade'],
]);

/**
 * What is sent for a request: the one place that knows, for `--dry-run` too.
 * @param base from `serviceAddress`
 * @throws Failure invalid_value for paths that lead elsewhere and headers that are not the caller's to set
 */
export function outgoing(base: URL, userAgent: string, wanted: RawRequest): Omit<Delivery, 'signal'> {
  const url = requestUrl(base, wanted.path, wanted.query);
  const content = wanted.content ?? [];
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
  };
  if (wanted.content) headers['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const lower = name.toLowerCase();
    if (ownHeaders.has(lower))
      throw new Failure('invalid_value', `the header ${lower} is set by the program itself`);
    headers[lower] = value;
  }
  const bytes = content.reduce((sum, part) => sum + part.byteLength, 0);
  const path = wanted.path.replace(/[?#].*$/s, '');
  return { method: wanted.method, url, path, headers, content, bytes, repeat: wanted.repeat };
}

/** What `outgoing` makes, for people's eyes: as it would leave, but for the credential. */
export function shown({ method, url, headers, content }: Omit<Delivery, 'signal'>): Preview {
  return {
    method,
    url: url.href,
    headers: withBearer(headers, '***'),
    ...(content.length > 0 && { content: Buffer.concat(content) }),
  };
}

/** The request for an endpoint of the contract. */
export function callRequest<N extends EndpointName>(
  name: N,
  args: ArgumentsOf<N>,
  more: CallOptions,
): RawRequest {
  const { method, path, repeat }: Endpoint = endpoints[name];
  const { id, body }: { readonly id?: string; readonly body?: unknown } = args;
  const content = more.content ?? (body === undefined ? undefined : [Buffer.from(jsonText(body))]);
  const filled = fillPath(path, id);
  return { method, path: filled, query: more.query, content, repeat: more.repeat ?? repeat };
}

/** The query that asks for a page. */
export function pageQuery(
  options: ApiOptions,
  list: ListOptions,
  page: number | undefined,
): Readonly<Record<string, string>> {
  return {
    ...list.query,
    ...(page === undefined ? {} : { [options.pageParam]: String(page) }),
    ...(list.perPage === undefined ? {} : { [options.perPageParam]: String(list.perPage) }),
  };
}
