import type { Endpoint, Resource } from './endpoint.ts';
import { identity, map, nullableTime, text } from './schema.ts';

const fields = map;
/** "tags: array of strings"; when writing, the element shape is not shown: names are what we send. */
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
  // A subscriber goes by the address; the id can wait.
  columns: ['email', 'tags', 'source', 'created_at', 'emailed_at', 'id'],
} as const satisfies Resource;

const writable = { email: text, fields, tags } as const;

export const subscriberEndpoints = {
  /** Creates or updates ("upsert"): rule 2 of "Endpoints". */
  saveSubscriber: {
    method: 'POST',
    path: '/v1/subscribers',
    body: writable,
    answer: subscriber,
    repeat: 'upsert',
  },
  listSubscribers: { method: 'GET', path: '/v1/subscribers', answer: subscriber, page: true, repeat: 'read' },
  getSubscriber: { method: 'GET', path: '/v1/subscribers/{id}', answer: subscriber, repeat: 'read' },
  updateSubscriber: {
    method: 'PATCH',
    path: '/v1/subscribers/{id}',
    body: { ...writable, status: text },
    answer: subscriber,
    repeat: 'upsert',
  },
} as const satisfies Record<string, Endpoint>;
