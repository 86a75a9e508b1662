/** The people of an account, and what sorts them: groups, custom fields, tags. */
import { change, create, type Endpoint, page, type Resource, read, save } from './endpoint.ts';
import { anything, identity, integer, map, nullableText, nullableTime, number, text } from './schema.ts';

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

/** service.txt does not show what `field`, `operator` and `value` may hold. */
const filters = {
  kind: 'list',
  of: { kind: 'record', fields: { field: text, operator: text, value: { ...anything, optional: true } } },
} as const;

/** service.txt, "Group". */
export const group = {
  name: 'group',
  fields: {
    ...identity,
    name: text,
    description: nullableText,
    color_id: text,
    color_hex: text,
    image_id: text,
    filters,
    subscribers_count: number,
  },
  columns: ['name', 'subscribers_count', 'description', 'created_at', 'id'],
} as const satisfies Resource;

const kind = { kind: 'enumeration', values: ['text', 'number', 'date', 'boolean'] } as const;

/** service.txt, "Field (custom subscriber field definition)". */
export const customField = {
  name: 'field',
  fields: { ...identity, name: text, variable: text, kind, position: integer },
  columns: ['variable', 'name', 'kind', 'position', 'id'],
} as const satisfies Resource;

/** service.txt, "Tag". */
export const tag = {
  name: 'tag',
  fields: { ...identity, name: text, color_id: text, color_hex: text },
  columns: ['id', 'name', 'color_id', 'color_hex', 'created_at'],
} as const satisfies Resource;

export const audienceEndpoints = {
  /** Creates or updates (service.txt, "Endpoints", rule 2). */
  saveSubscriber: {
    ...save,
    path: '/v1/subscribers',
    body: writable,
    response: subscriber,
  },
  listSubscribers: { ...page, path: '/v1/subscribers', response: subscriber },
  getSubscriber: { ...read, path: '/v1/subscribers/{id}', response: subscriber },
  updateSubscriber: {
    ...change,
    path: '/v1/subscribers/{id}',
    body: { ...writable, status: text },
    response: subscriber,
  },
  createGroup: { ...create, path: '/v1/groups', body: { name: text, filters }, response: group },
  listGroups: { ...page, path: '/v1/groups', response: group },
  getGroup: { ...read, path: '/v1/groups/{id}', response: group },
  listFields: { ...page, path: '/v1/fields', response: customField },
  createField: { ...create, path: '/v1/fields', body: { name: text, kind }, response: customField },
  updateField: { ...change, path: '/v1/fields/{id}', body: { name: text }, response: customField },
  createTag: { ...create, path: '/v1/tags', body: { name: text, color: text }, response: tag },
  updateTag: { ...change, path: '/v1/tags/{id}', body: { name: text, color: text }, response: tag },
} as const satisfies Record<string, Endpoint>;
