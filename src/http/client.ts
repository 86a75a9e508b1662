import type { Endpoint } from '../contract/endpoint.ts';
import {
  type ArgumentsOf,
  type CallName,
  type EndpointName,
  endpoints,
  type ListName,
  type RecordIn,
} from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import type { Api, ApiOptions, CallOptions, ListOptions, Preview, RawRequest, ReceivedPage } from './api.ts';
import { unexpectedResponse } from './errors/request-failure.ts';
import { readPages } from './pages.ts';
import { pageIn, recordIn } from './response-body.ts';
import { RequestSender } from './sender.ts';
import { type PreparedRequest, standardHeaders, withBearer } from './transport.ts';
import { fillPath, requestUrl, serviceAddress } from './url.ts';

/** The service over HTTP. @throws Failure invalid_value when the base URL is not a URL, or not a safe one */
export function createApi(options: ApiOptions): Api {
  const base = serviceAddress(options.baseUrl);
  const { beforeRequest, pageParam, perPageParam, credentials, rails } = options;
  const sender = new RequestSender(
    options,
    credentials,
    (request, instead) => rails?.check(request, base, instead) ?? 0,
  );
  const prepare = (wanted: RawRequest) => prepareRequest(base, options.userAgent, wanted);

  const preview = (wanted: RawRequest) => {
    const request = prepare(wanted);
    rails?.preview(judge => judge.check(request, base));
    return previewOf(request);
  };

  /** The pages of a list, the first one as `wanted` asks for it unless `list` names another. */
  function pages<T>(
    wanted: RawRequest,
    list: ListOptions,
    endpoint?: ListName,
  ): AsyncGenerator<ReceivedPage<T>> {
    const ask = async (page: number | undefined, signal: AbortSignal) => {
      await beforeRequest?.(endpoint);
      const query = {
        ...wanted.query,
        ...list.query,
        ...(page !== undefined && { [pageParam]: String(page) }),
        ...(list.perPage !== undefined && { [perPageParam]: String(list.perPage) }),
      };
      const request = prepare({ ...wanted, query });
      const response = await sender.send(request, { signal });
      const received = pageIn<T>(request, response);
      // Without a page the first one was asked for; some services count from 0.
      const isFirst =
        page === undefined && endpoint !== undefined && Object.keys(list.query ?? {}).length === 0;
      if (isFirst && received.numbers.current > 1) {
        const problem = `page ${received.numbers.current} instead of the first`;
        throw unexpectedResponse(request, response, problem);
      }
      return received;
    };
    return readPages(ask, { first: list.page, ahead: list.ahead, pageParam });
  }

  return {
    limits: options,
    async call<N extends CallName>(
      name: N,
      args: ArgumentsOf<N>,
      more: CallOptions = {},
    ): Promise<RecordIn<N>> {
      await beforeRequest?.(name);
      const request = prepare(endpointRequest(name, args, more));
      const { id, body }: { readonly id?: string; readonly body?: object } = args;
      const asked = endpoints[name].path.includes('{id}') ? { id } : { ...body };
      return recordIn(name, request, await sender.send(request, more), asked);
    },
    pages: <N extends ListName>(name: N, list: ListOptions = {}) =>
      pages<RecordIn<N>>(endpointRequest(name, {}), list, name),
    async send(wanted) {
      await beforeRequest?.(undefined);
      return await sender.send(prepare(wanted));
    },
    sendPages: (wanted, list = {}) => pages(wanted, list),
    preview: (name, args, more) => preview(endpointRequest(name, args, more)),
    previewOf: preview,
    close: () => sender.close(),
  };
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
function prepareRequest(base: URL, userAgent: string, wanted: RawRequest): PreparedRequest {
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

/** A prepared request for people to read: as it would be sent, with the credential masked. */
function previewOf({ method, url, headers, content }: PreparedRequest): Preview {
  return {
    method,
    url: url.href,
    headers: withBearer(headers, '***'),
    ...(content.length > 0 && { content: Buffer.concat(content) }),
  };
}

/** The request for an endpoint of the contract. @throws Failure invalid_value for an id that is none */
function endpointRequest(
  name: EndpointName,
  { id, body }: { readonly id?: string; readonly body?: unknown },
  options: CallOptions = {},
): RawRequest {
  const { method, path, repeat }: Endpoint = endpoints[name];
  const content = options.content ?? (body === undefined ? undefined : [Buffer.from(JSON.stringify(body))]);
  return { method, path: fillPath(path, id), content, repeat: options.repeat ?? repeat };
}
