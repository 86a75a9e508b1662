import type { Endpoint, Resource } from './endpoint.ts';
import { anything, identity, nullableText, number, text } from './schema.ts';

/** A filter object: what `field`, `operator` and `value` may hold is not shown. */
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

export const groupEndpoints = {
  createGroup: {
    method: 'POST',
    path: '/v1/groups',
    body: { name: text, filters },
    answer: group,
    repeat: 'once',
  },
  listGroups: { method: 'GET', path: '/v1/groups', answer: group, page: true, repeat: 'read' },
  getGroup: { method: 'GET', path: '/v1/groups/{id}', answer: group, repeat: 'read' },
} as const satisfies Record<string, Endpoint>;
