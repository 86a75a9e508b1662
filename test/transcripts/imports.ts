import type { ResourceTable, Transcript } from './transcript.ts';

const resource: ResourceTable = {
  nullable: ['file_name', 'error_message', 'completed_at'],
  enumerations: { status: ['pending', 'processing', 'completed', 'failed'] },
};

const response = {
  id: '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
  status: 'completed',
  file_name: 'crew.csv',
  total_count: 3,
  created_count: 1,
  updated_count: 1,
  skipped_count: 1,
  error_message: 'one row has no address',
  completed_at: '2024-05-31T12:30:10Z',
  created_at: '2024-05-31T12:30:00Z',
};

export const importTranscripts: readonly Transcript[] = [
  {
    method: 'POST',
    path: '/v1/subscriber-imports',
    body: {
      subscribers: [{ email: 'ida@harbour.example', fields: { first_name: 'Ida' }, tags: ['crew'] }],
      tag_ids: ['6fa459ea-ee8a-4ca4-894e-db77e160355e'],
    },
    resource,
    response,
    ids: { tag_ids: { method: 'POST', path: '/v1/tags', body: { name: 'Imported crew' } } },
  },
  {
    method: 'GET',
    path: '/v1/subscriber-imports',
    resource,
    response: { data: [response], meta: { current_page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
  {
    method: 'GET',
    path: '/v1/subscriber-imports/{id}',
    resource,
    response,
    ids: { id: { method: 'GET', path: '/v1/subscriber-imports' } },
  },
];
