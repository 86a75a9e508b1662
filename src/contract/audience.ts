/** The people of an account, how they come in, and what sorts them: imports, groups, custom fields, tags. */
import { change, create, type Endpoint, page, type Resource, read, save } from './endpoint.ts';
import {
  anything,
  identity,
  integer,
  map,
  nullableText,
  nullableTime,
  number,
  text,
  time,
  uuid,
} from './schema.ts';

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

/** service.txt, "Subscriber import" and "Subscriber import status". */
export const subscriberImport = {
  name: 'import',
  fields: {
    id: uuid,
    status: { kind: 'enumeration', values: ['pending', 'processing', 'completed', 'failed'] },
    file_name: nullableText,
    total_count: integer,
    created_count: integer,
    updated_count: integer,
    skipped_count: integer,
    error_message: nullableText,
    completed_at: nullableTime,
    created_at: time,
  },
  columns: [
    'created_at',
    'status',
    'total_count',
    'created_count',
    'updated_count',
    'skipped_count',
    'error_message',
    'id',
  ],
} as const satisfies Resource;

/** service.txt does not show the elements of either array: we send what POST /v1/subscribers takes, and tag ids. */
const importBody = {
  subscribers: { kind: 'list', of: anything },
  tag_ids: { kind: 'list', of: uuid },
} as const;

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
  createImport: { ...save, path: '/v1/subscriber-imports', body: importBody, response: subscriberImport },
  listImports: { ...page, path: '/v1/subscriber-imports', response: subscriberImport },
  getImport: { ...read, path: '/v1/subscriber-imports/{id}', response: subscriberImport },
  createGroup: { ...create, path: '/v1/groups', body: { name: text, filters }, response: group },
  listGroups: { ...page, path: '/v1/groups', response: group },
  getGroup: { ...read, path: '/v1/groups/{id}', response: group },
  listFields: { ...page, path: '/v1/fields', response: customField },
  createField: { ...create, path: '/v1/fields', body: { name: text, kind }, response: customField },
  updateField: { ...change, path: '/v1/fields/{id}', body: { name: text }, response: customField },
  createTag: { ...create, path: '/v1/tags', body: { name: text, color: text }, response: tag },
  updateTag: { ...change, path: '/v1/tags/{id}', body: { name: text, color: text }, response: tag },
} as const satisfies Record<string, Endpoint>;
