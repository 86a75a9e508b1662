import type { ResourceTable, Transcript } from './transcript.ts';

const resource: ResourceTable = { nullable: [], enumerations: {} };

const response = {
  id: '6fa459ea-ee8a-4ca4-894e-db77e160355e',
  name: 'crew',
  color_id: 'blue',
  color_hex: '#2563eb',
  created_at: '2024-01-05T08:00:00Z',
  updated_at: '2024-05-31T12:30:00Z',
};

export const tagTranscripts: readonly Transcript[] = [
  { method: 'POST', path: '/v1/tags', body: { name: 'shore crew', color: 'blue' }, resource, response },
  {
    method: 'PATCH',
    path: '/v1/tags/{id}',
    body: { name: 'harbour crew', color: 'teal' },
    resource,
    response,
    ids: { id: { method: 'POST', path: '/v1/tags', body: { name: 'crew to be renamed' } } },
  },
];
