import type { Endpoint, Resource } from './endpoint.ts';
import { identity, text } from './schema.ts';

/** service.txt, "Tag". */
export const tag = {
  name: 'tag',
  fields: { ...identity, name: text, color_id: text, color_hex: text },
  columns: ['id', 'name', 'color_id', 'color_hex', 'created_at'],
} as const satisfies Resource;

const writable = { name: text, color: text } as const;

export const tagEndpoints = {
  createTag: {
    method: 'POST',
    path: '/v1/tags',
    body: writable,
    response: tag,
    repeat: 'once',
    needs: 'import',
  },
  updateTag: {
    method: 'PATCH',
    path: '/v1/tags/{id}',
    body: writable,
    response: tag,
    repeat: 'upsert',
    needs: 'import',
  },
} as const satisfies Record<string, Endpoint>;
