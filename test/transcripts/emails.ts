import type { ResourceTable, Transcript } from './transcript.ts';

const resource: ResourceTable = {
  nullable: [
    'group_id',
    'subject',
    'preview',
    'body_html',
    'body_text',
    'scheduled_at',
    'sent_at',
    'completed_at',
  ],
  enumerations: { status: ['draft', 'scheduled', 'reviewing', 'denied', 'sending', 'paused', 'sent'] },
};

const response = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  group_id: '0f1e2d3c-4b5a-4697-8877-665544332211',
  status: 'sent',
  subject: 'High water',
  preview: 'What the tide left behind',
  body_html: '<p>Hello</p>',
  body_text: 'Hello',
  like_enabled: true,
  background_color: '#ffffff',
  foreground_color: '#000000',
  font_id: 'serif',
  sent_count: 42,
  delivery_count: 41,
  delivery_rate: 0.9762,
  bounce_count: 1,
  bounce_rate: 0.0238,
  complaint_count: 0,
  complaint_rate: 0,
  like_count: 5,
  like_rate: 0.122,
  unsubscribe_count: 1,
  unsubscribe_rate: 0.0244,
  scheduled_at: '2024-05-31T12:00:00Z',
  sent_at: '2024-05-31T12:00:01Z',
  completed_at: '2024-05-31T12:05:00Z',
  created_at: '2024-05-30T08:00:00Z',
  updated_at: '2024-05-31T12:05:00Z',
};

const draft = { method: 'GET', path: '/v1/emails', where: { status: 'draft' } } as const;

export const emailTranscripts: readonly Transcript[] = [
  {
    method: 'GET',
    path: '/v1/emails',
    resource,
    response: { data: [response], meta: { current_page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
  {
    method: 'PATCH',
    path: '/v1/emails/{id}',
    body: {
      subject: 'High water',
      preview: 'What the tide left behind',
      body_html: '<p>Hello</p>',
      body_text: 'Hello',
      group_id: '0f1e2d3c-4b5a-4697-8877-665544332211',
      like_enabled: true,
      background_color: '#ffffff',
      foreground_color: '#000000',
      font_id: 'serif',
    },
    resource,
    response,
    ids: { id: draft, group_id: { method: 'GET', path: '/v1/groups' } },
  },
  { method: 'POST', path: '/v1/emails/{id}/send', resource, response, ids: { id: draft } },
];
