import {
  type ArgumentsOf,
  type CallName,
  endpoints,
  type ListName,
  type RecordIn,
} from '../contract/index.ts';
import type { Api, ApiOptions, CallOptions, ListOptions, RawRequest, ReceivedPage } from './api.ts';
import { unexpectedResponse } from './errors/request-failure.ts';
import { readPages } from './pages.ts';
import { endpointRequest, pageQuery, prepareRequest, previewRequest } from './request.ts';
import { pageIn, recordIn } from './response-body.ts';
import { RequestSender } from './sender.ts';
import { serviceAddress } from './url.ts';

/**
 * The service, reached over HTTP.
 *
 * @throws Failure invalid_value when the base URL is not a URL, or not a safe one
 */
export function createApi(options: ApiOptions): Api {
  const base = serviceAddress(options.baseUrl);
  const { beforeRequest, onResponse, pageParam } = options;
  const { credentials, rails } = options;
  const sender = new RequestSender(
    options,
    credentials,
    (request, instead) => rails?.check(request, base, instead) ?? 0,
  );
  const prepare = (wanted: RawRequest) => prepareRequest(base, options.userAgent, wanted);

  /** The pages of a list, the first one as `wanted` asks for it unless `list` names another. */
  function pages<T>(
    wanted: RawRequest,
    list: ListOptions,
    endpoint?: ListName,
  ): AsyncGenerator<ReceivedPage<T>> {
    const ask = async (page: number | undefined, signal: AbortSignal) => {
      await beforeRequest?.(endpoint);
      const query = { ...wanted.query, ...pageQuery(options, list, page) };
      const request = prepare({ ...wanted, query });
      const response = await sender.send(request, signal);
      const received = pageIn<T>(request, response);
      // Without a page the first one was asked for; some services count from 0.
      const isFirst = page === undefined && endpoint !== undefined && !hasKeys(list.query);
      if (isFirst && received.numbers.current > 1) {
        const problem = `page ${received.numbers.current} instead of the first`;
        throw unexpectedResponse(request, response, problem);
      }
      return received;
    };
    let firstPage: number | undefined;
    const onPage = (page: ReceivedPage<T>, pagesRead: number) => {
      firstPage ??= page.numbers.current;
      if (endpoint !== undefined) onResponse?.({ endpoint, page, firstPage, pagesRead });
    };
    return readPages(ask, { first: list.page, ahead: list.ahead, pageParam, onPage });
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
      const record = recordIn(name, request, await sender.send(request, more.signal), asked);
      onResponse?.({ endpoint: name, record });
      return record;
    },
    pages: <N extends ListName>(name: N, args: ArgumentsOf<N>, list: ListOptions = {}) =>
      pages<RecordIn<N>>(endpointRequest(name, args), list, name),
    async send(wanted) {
      await beforeRequest?.(undefined);
      return await sender.send(prepare(wanted), wanted.signal);
    },
    sendPages: (wanted, list = {}) => pages(wanted, list),
    preview: (name, args, more) => previewRequest(prepare(endpointRequest(name, args, more))),
    previewOf: wanted => previewRequest(prepare(wanted)),
    close: () => sender.close(),
  };
}

function hasKeys(object: object | undefined): boolean {
  return Object.keys(object ?? {}).length > 0;
}
