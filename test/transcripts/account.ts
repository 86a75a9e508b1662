import type { ResourceTable, Transcript } from './transcript.ts';

const resource: ResourceTable = {
  nullable: ['email_address', 'physical_address', 'image_url', 'logo_svg'],
  enumerations: { status: ['pending', 'active', 'paused', 'banned'] },
};

const response = {
  id: '5b7f8a0e-2f3c-4a55-9a0e-0d6f0c1b2a3d',
  name: 'Harbour Notes',
  slug: 'harbour-notes',
  email_address: 'hello@harbour.example',
  physical_address: '1 Quay Street, Galway',
  status: 'active',
  image_url: 'https://harbour.example/logo.png',
  logo_svg: '<svg></svg>',
  created_at: '2024-01-05T08:00:00Z',
  updated_at: '2024-05-31T12:30:00Z',
};

export const accountTranscripts: readonly Transcript[] = [
  { method: 'GET', path: '/v1/account', resource, response },
  {
    method: 'PATCH',
    path: '/v1/account',
    body: {
      name: 'Harbour Notes',
      slug: 'harbour-notes',
      email_address: 'hello@harbour.example',
      physical_address: '1 Quay Street, Galway',
    },
    resource,
    response,
  },
];
