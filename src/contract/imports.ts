import { type Endpoint, page, type Resource, read, save } from './endpoint.ts';
import { anything, integer, nullableText, nullableTime, time, uuid } from './schema.ts';

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
const body = {
  subscribers: { kind: 'list', of: anything },
  tag_ids: { kind: 'list', of: uuid },
} as const;

export const importEndpoints = {
  createImport: { ...save, path: '/v1/subscriber-imports', body, response: subscriberImport },
  listImports: { ...page, path: '/v1/subscriber-imports', response: subscriberImport },
  getImport: { ...read, path: '/v1/subscriber-imports/{id}', response: subscriberImport },
} as const satisfies Record<string, Endpoint>;
