/** The REST interface: from a request that is allowed in to an answer. */
import type { EndpointName } from '../../contract/index.ts';
import type { Rules } from '../options.ts';
import { accountHandlers } from '../resources/account.ts';
import { advanceDeliveries } from '../resources/email-delivery.ts';
import { emailHandlers } from '../resources/emails.ts';
import { fieldHandlers } from '../resources/fields.ts';
import { groupHandlers } from '../resources/groups.ts';
import type { Handlers, Listing, Reply } from '../resources/handler.ts';
import { advanceJobs } from '../resources/import-job.ts';
import { importHandlers } from '../resources/imports.ts';
import { subscriberHandlers } from '../resources/subscribers.ts';
import { tagHandlers } from '../resources/tags.ts';
import type { World } from '../store/context.ts';
import { type FieldErrors, refuseInvalid } from './error.ts';
import { type Answer, type Incoming, json } from './response.ts';
import { type Route, routeTo } from './router.ts';
import { readBody } from './validate-body.ts';

const handlers: Handlers = {
  ...accountHandlers,
  ...groupHandlers,
  ...emailHandlers,
  ...subscriberHandlers,
  ...importHandlers,
  ...fieldHandlers,
  ...tagHandlers,
};

/** Every handler as the router sees it, once path and body have been checked against the contract. */
type AnyHandler = (world: World, args: { id: string; body: object }) => Listing<unknown> | Reply<unknown>;
const handlerOf = (name: EndpointName) => handlers[name] as unknown as AnyHandler;

/**
 * Carries out one request.
 *
 * @returns a page envelope or one record as JSON
 * @throws Refusal
 */
export function answerRest(world: World, request: Incoming): Answer {
  const route = routeTo(request.method, request.path);
  const args = { id: decodeId(route), body: bodyOf(route, request) };
  advance(world, route);
  const result = handlerOf(route.name)(world, args);
  if ('record' in result) return json(result.status, result.record);
  return json(200, pageOf(world.rules, result, request.query));
}

function decodeId({ id }: Route): string {
  try {
    return decodeURIComponent(id ?? '');
  } catch {
    return id ?? '';
  }
}

function bodyOf({ endpoint }: Route, request: Incoming): object {
  if (endpoint.body === undefined) return {};
  return readBody(request.headers['content-type'], request.body, endpoint.body, endpoint.response.fields);
}

/** Lets time pass for jobs and deliveries. Who polls a job must be able to see it pending, so those wait. */
function advance(world: World, { endpoint }: Route): void {
  advanceDeliveries(world);
  if (endpoint.response.name !== 'import') advanceJobs(world);
}

/** service.txt, "Page envelope". A page beyond the last is empty. */
function pageOf(rules: Rules, list: Listing<unknown>, query: URLSearchParams): object {
  const errors: FieldErrors = {};
  const page = positive('page', query.get('page') ?? '1', errors);
  const asked = positive('per_page', query.get('per_page') ?? String(rules.defaultPageSize), errors);
  refuseInvalid(errors);
  const size = Math.min(asked, rules.maxPageSize);
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
