import type { Endpoint, Resource } from './endpoint.ts';
import { identity, integer, text } from './schema.ts';

const kind = { kind: 'enumeration', values: ['text', 'number', 'date', 'boolean'] } as const;

/** service.txt, "Field (custom subscriber field definition)". */
export const customField = {
  name: 'field',
  fields: { ...identity, name: text, variable: text, kind, position: integer },
  columns: ['variable', 'name', 'kind', 'position', 'id'],
} as const satisfies Resource;

export const fieldEndpoints = {
  listFields: { method: 'GET', path: '/v1/fields', response: customField, page: true, repeat: 'read' },
  createField: {
    method: 'POST',
    path: '/v1/fields',
    body: { name: text, kind },
    response: customField,
    repeat: 'once',
    needs: 'import',
  },
  updateField: {
    method: 'PATCH',
    path: '/v1/fields/{id}',
    body: { name: text },
    response: customField,
    repeat: 'upsert',
    needs: 'import',
  },
} as const satisfies Record<string, Endpoint>;
