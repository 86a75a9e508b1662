/** From what a caller asks for to the request that is sent, or only shown. */
import type { Endpoint } from '../contract/endpoint.ts';
import { type ArgumentsOf, type EndpointName, endpoints } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import type { ApiOptions, CallOptions, ListOptions, Preview, RawRequest } from './api.ts';
import type { RepeatRule } from './outcome.ts';
import type { TransportRequest } from './transport.ts';
import { fillPath, requestUrl } from './url.ts';

/** A request as it is sent, whichever attempt it is. Its headers are without the bearer. */
export interface PreparedRequest extends Omit<TransportRequest, 'signal'> {
  /** Below the base URL, without the query: for messages. */
  readonly path: string;
  readonly repeat: RepeatRule;
}

/** Headers that the program itself or the connection sets; a caller that sets one is mistaken. */
const ownHeaders = new Set([
  'authorization',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The request that is sent, and that `--dry-run` shows.
 *
 * @param base from `serviceAddress`
 * @throws Failure invalid_value for a path that leads elsewhere, and for a header that is not the caller's to set
 */
export function prepareRequest(base: URL, userAgent: string, wanted: RawRequest): PreparedRequest {
  const { method, repeat, content = [] } = wanted;
  const url = requestUrl(base, wanted.path, wanted.query);
  const headers: Record<string, string> = { ...standardHeaders(userAgent) };
  if (wanted.content) headers['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const lower = name.toLowerCase();
    if (ownHeaders.has(lower)) {
      throw new Failure('invalid_value', `the header ${lower} is set by this program`);
    }
    headers[lower] = value;
  }
  const bytes = content.reduce((sum, part) => sum + part.byteLength, 0);
  return { method, url, path: wanted.path.replace(/[?#].*$/s, ''), headers, content, bytes, repeat };
}

/** The headers of every request. */
export function standardHeaders(userAgent: string): Readonly<Record<string, string>> {
  return { 'user-agent': userAgent, accept: 'application/json', 'accept-encoding': 'gzip, br' };
}

/** The headers of a request to the service itself (service.txt, "Credentials for the REST API"). */
export function withBearer(
  headers: PreparedRequest['headers'],
  bearer: string | undefined,
): PreparedRequest['headers'] {
  return { ...headers, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) };
}

/** A prepared request for people to read: as it would be sent, with the credential masked. */
export function previewRequest({ method, url, headers, content }: PreparedRequest): Preview {
  return {
    method,
    url: url.href,
    headers: withBearer(headers, '***'),
    ...(content.length > 0 && { content: Buffer.concat(content) }),
  };
}

/** The request for an endpoint of the contract. @throws Failure invalid_value for an id that is none */
export function endpointRequest<N extends EndpointName>(
  name: N,
  args: ArgumentsOf<N>,
  options: CallOptions = {},
): RawRequest {
  const { method, path, repeat }: Endpoint = endpoints[name];
  const { id, body }: { readonly id?: string; readonly body?: unknown } = args;
  const content = options.content ?? (body === undefined ? undefined : [Buffer.from(JSON.stringify(body))]);
  const { query } = options;
  return { method, path: fillPath(path, id), query, content, repeat: options.repeat ?? repeat };
}

/** The query that asks for a page. @param page undefined: the request names none */
export function pageQuery(
  { pageParam, perPageParam }: Pick<ApiOptions, 'pageParam' | 'perPageParam'>,
  { query, perPage }: ListOptions,
  page: number | undefined,
): Readonly<Record<string, string>> {
  return {
    ...query,
    ...(page !== undefined && { [pageParam]: String(page) }),
    ...(perPage !== undefined && { [perPageParam]: String(perPage) }),
  };
}
