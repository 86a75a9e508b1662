import type { ResourceTable, Transcript } from './transcript.ts';

const resource: ResourceTable = {
  nullable: ['emailed_at'],
  enumerations: { source: ['app', 'api', 'mcp', 'form'] },
};

const response = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  email: 'nora@harbour.example',
  source: 'api',
  emailed_at: '2024-05-31T12:00:01Z',
  created_at: '2024-05-01T08:00:00Z',
  updated_at: '2024-05-31T12:30:00Z',
  fields: { first_name: 'Nora' },
  tags: ['crew'],
};

const first = { method: 'GET', path: '/v1/subscribers' } as const;

export const subscriberTranscripts: readonly Transcript[] = [
  {
    method: 'POST',
    path: '/v1/subscribers',
    body: { email: 'nora@harbour.example', fields: { first_name: 'Nora' }, tags: ['crew'] },
    resource,
    response,
  },
  {
    method: 'GET',
    path: '/v1/subscribers',
    resource,
    response: { data: [response], meta: { current_page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
  { method: 'GET', path: '/v1/subscribers/{id}', resource, response, ids: { id: first } },
  {
    method: 'PATCH',
    path: '/v1/subscribers/{id}',
    body: {
      email: 'nora.k@harbour.example',
      status: 'unsubscribed',
      fields: { first_name: 'Nora' },
      tags: ['crew', 'captain'],
    },
    resource,
    response,
    ids: { id: first },
  },
];
