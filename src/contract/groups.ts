import type { Endpoint, Resource } from './endpoint.ts';
import { anything, identity, nullableText, number, text } from './schema.ts';

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

export const groupEndpoints = {
  createGroup: {
    method: 'POST',
    path: '/v1/groups',
    body: { name: text, filters },
    response: group,
    repeat: 'once',
    needs: 'import',
  },
  listGroups: { method: 'GET', path: '/v1/groups', response: group, page: true, repeat: 'read' },
  getGroup: { method: 'GET', path: '/v1/groups/{id}', response: group, repeat: 'read' },
} as const satisfies Record<string, Endpoint>;
