import type { Endpoint, Resource } from './endpoint.ts';
import { identity, map, nullableTime, text } from './schema.ts';

const fields = map;
/** service.txt shows "array of strings" in responses, and not what requests take: we send tag names. */
const tags = { kind: 'list', of: text } as const;

/** service.txt, "Subscriber". */
export const subscriber = {
  name: 'subscriber',
  fields: {
    ...identity,
    email: text,
    source: { kind: 'enumeration', values: ['app', 'api', 'mcp', 'form'] },
    emailed_at: nullableTime,
    fields,
    tags,
  },
  // People know a subscriber by the address: the id comes last.
  columns: ['email', 'tags', 'source', 'created_at', 'emailed_at', 'id'],
} as const satisfies Resource;

const writable = { email: text, fields, tags } as const;

export const subscriberEndpoints = {
  /** Creates or updates (service.txt, "Endpoints", rule 2). */
  saveSubscriber: {
    method: 'POST',
    path: '/v1/subscribers',
    body: writable,
    response: subscriber,
    repeat: 'upsert',
    needs: 'import',
  },
  listSubscribers: {
    method: 'GET',
    path: '/v1/subscribers',
    response: subscriber,
    page: true,
    repeat: 'read',
  },
  getSubscriber: { method: 'GET', path: '/v1/subscribers/{id}', response: subscriber, repeat: 'read' },
  updateSubscriber: {
    method: 'PATCH',
    path: '/v1/subscribers/{id}',
    body: { ...writable, status: text },
    response: subscriber,
    repeat: 'upsert',
    needs: 'import',
  },
} as const satisfies Record<string, Endpoint>;
