import type { ResourceTable, Transcript } from './transcript.ts';

const resource: ResourceTable = {
  nullable: [],
  enumerations: { kind: ['text', 'number', 'date', 'boolean'] },
};

const response = {
  id: '16fd2706-8baf-433b-82eb-8c7fada847da',
  name: 'Boat length',
  variable: 'boat_length',
  kind: 'number',
  position: 3,
  created_at: '2024-01-05T08:00:00Z',
  updated_at: '2024-05-31T12:30:00Z',
};

export const fieldTranscripts: readonly Transcript[] = [
  {
    method: 'GET',
    path: '/v1/fields',
    resource,
    response: { data: [response], meta: { current_page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
  { method: 'POST', path: '/v1/fields', body: { name: 'Boat length', kind: 'number' }, resource, response },
  {
    method: 'PATCH',
    path: '/v1/fields/{id}',
    body: { name: 'Length of the boat' },
    resource,
    response,
    ids: { id: { method: 'GET', path: '/v1/fields' } },
  },
];
