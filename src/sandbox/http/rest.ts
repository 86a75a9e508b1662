/** The REST interface (service.txt, "Endpoints"), from an authenticated request to its response. */
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/index.ts';
import type { ResolvedOptions } from '../options.ts';
import { advanceDeliveries } from '../resources/email-delivery.ts';
import { emailHandlers } from '../resources/emails.ts';
import { fieldHandlers } from '../resources/fields.ts';
import { groupHandlers } from '../resources/groups.ts';
import { type Handlers, type RecordList, type RecordResult, time } from '../resources/handler.ts';
import { advanceJobs } from '../resources/import-job.ts';
import { importHandlers } from '../resources/imports.ts';
import { isAddress, subscriberHandlers } from '../resources/subscribers.ts';
import { tagHandlers } from '../resources/tags.ts';
import type { SandboxContext } from '../store/context.ts';
import { type FieldErrors, HttpError, invalidField, throwIfInvalid } from './error.ts';
import { jsonResponse, type SandboxRequest, type SandboxResponse } from './message.ts';
import { readBody } from './validate-body.ts';

const accountHandlers = {
  getAccount: ({ state }) => ({ status: 200, record: state.account }),

  updateAccount({ state, options }, { body }) {
    if (body.name?.trim() === '') throw invalidField('name', 'name must not be empty.');
    if (body.slug !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(body.slug)) {
      throw invalidField('slug', 'slug must be lower-case letters, digits and single hyphens.');
    }
    if (body.email_address && !isAddress(body.email_address)) {
      throw invalidField('email_address', 'email_address must be an email address.');
    }
    Object.assign(state.account, body);
    if (body.email_address === '') state.account.email_address = null;
    if (body.physical_address === '') state.account.physical_address = null;
    if (Object.keys(body).length > 0) state.account.updated_at = time(options.clock());
    return { status: 200, record: state.account };
  },
} satisfies Partial<Handlers>;

/** An endpoint of the contract without a handler does not compile. */
const handlers: Handlers = {
  ...accountHandlers,
  ...groupHandlers,
  ...emailHandlers,
  ...subscriberHandlers,
  ...importHandlers,
  ...fieldHandlers,
  ...tagHandlers,
};

/** Any handler: path and body have been checked against the contract, which the compiler cannot follow. */
type AnyHandler = (
  context: SandboxContext,
  args: { id: string; body: object },
) => RecordList<unknown> | RecordResult<unknown>;
const handlerOf = (name: EndpointName) => handlers[name] as unknown as AnyHandler;

/** Carries out one request. @returns a page envelope, or one record @throws HttpError */
export function handleRest(context: SandboxContext, request: SandboxRequest): SandboxResponse {
  const { name, endpoint, id } = routeOf(request);
  const body = bodyOf(endpoint, request);
  bringUpToDate(context, endpoint);
  const result = handlerOf(name)(context, { id, body });
  if ('record' in result) return jsonResponse(result.status, result.record);
  return jsonResponse(200, pageOf(result, request.query, context.options));
}

function bodyOf(endpoint: Endpoint, { headers, body }: SandboxRequest): object {
  if (endpoint.body === undefined) return {};
  return readBody(headers['content-type'], body, endpoint.body, endpoint.response.fields);
}

/** Deliveries and import jobs progress between requests. A request for a job must be able to see it pending. */
function bringUpToDate(context: SandboxContext, { response }: Endpoint): void {
  advanceDeliveries(context);
  if (response.name !== 'import') advanceJobs(context);
}

/** service.txt, "Page envelope". A page after the last one is empty. */
function pageOf(list: RecordList<unknown>, query: URLSearchParams, options: ResolvedOptions): object {
  const errors: FieldErrors = {};
  const page = positive('page', query.get('page') ?? '1', errors);
  const wanted = positive('per_page', query.get('per_page') ?? String(options.defaultPageSize), errors);
  throwIfInvalid(errors);
  const size = Math.min(wanted, options.maxPageSize);
  return {
    data: list.slice((page - 1) * size, page * size),
    meta: {
      current_page: page,
      per_page: size,
      total: list.total,
      last_page: Math.max(1, Math.ceil(list.total / size)),
    },
  };
}

function positive(name: string, text: string, errors: FieldErrors): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) errors[name] = [`${name} must be a whole number above 0.`];
  return Number(text);
}

const routes = (Object.keys(endpoints) as EndpointName[]).map(name => {
  const endpoint: Endpoint = endpoints[name];
  return { name, endpoint, pattern: new RegExp(`^${endpoint.path.replace('{id}', '([^/]+)')}$`) };
});

/** The path of the endpoint of a request, such as `/v1/groups/{id}`. */
export const templateOf = (path: string) => routes.find(({ pattern }) => pattern.test(path))?.endpoint.path;

/** `id` is empty if the path has none. @throws HttpError 404 unknown path, 405 unknown method of the path */
function routeOf({ method, path }: SandboxRequest) {
  const fitting = routes.filter(({ pattern }) => pattern.test(path));
  if (fitting.length === 0) throw new HttpError(404, `There is nothing at ${path}.`);
  const route = fitting.find(({ endpoint }) => endpoint.method === method);
  if (route === undefined) {
    const allow = fitting.map(({ endpoint }) => endpoint.method).join(', ');
    throw new HttpError(405, `${path} takes ${allow}, not ${method}.`, {}, { allow });
  }
  const { name, endpoint, pattern } = route;
  return { name, endpoint, id: pattern.exec(path)?.[1] ?? '' };
}
