import type { ResourceTable, Transcript } from './transcript.ts';

const resource: ResourceTable = { nullable: ['description'], enumerations: {} };

const response = {
  id: '0f1e2d3c-4b5a-4697-8877-665544332211',
  name: 'Sailors',
  description: 'Those who have a boat',
  color_id: 'blue',
  color_hex: '#2563eb',
  image_id: 'none',
  filters: [{ field: 'email', operator: 'contains', value: 'sail' }],
  subscribers_count: 42,
  created_at: '2024-01-05T08:00:00Z',
  updated_at: '2024-05-31T12:30:00Z',
};

export const groupTranscripts: readonly Transcript[] = [
  {
    method: 'POST',
    path: '/v1/groups',
    body: { name: 'Sailors', filters: [{ field: 'email', operator: 'contains', value: 'sail' }] },
    resource,
    response,
  },
  {
    method: 'GET',
    path: '/v1/groups',
    resource,
    response: { data: [response], meta: { current_page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
  {
    method: 'GET',
    path: '/v1/groups/{id}',
    resource,
    response,
    ids: { id: { method: 'GET', path: '/v1/groups' } },
  },
];
