import { change, type Endpoint, page, type Resource } from './endpoint.ts';
import {
  boolean,
  identity,
  integer,
  nullable,
  nullableText,
  nullableTime,
  number,
  text,
  uuid,
} from './schema.ts';

/** service.txt, "Email" and "Email status". */
export const email = {
  name: 'email',
  fields: {
    ...identity,
    group_id: { ...uuid, ...nullable },
    status: {
      kind: 'enumeration',
      values: ['draft', 'scheduled', 'reviewing', 'denied', 'sending', 'paused', 'sent'],
    },
    subject: nullableText,
    preview: nullableText,
    body_html: nullableText,
    body_text: nullableText,
    like_enabled: boolean,
    background_color: text,
    foreground_color: text,
    font_id: text,
    sent_count: integer,
    delivery_count: integer,
    delivery_rate: number,
    bounce_count: integer,
    bounce_rate: number,
    complaint_count: integer,
    complaint_rate: number,
    like_count: integer,
    like_rate: number,
    unsubscribe_count: integer,
    unsubscribe_rate: number,
    scheduled_at: nullableTime,
    sent_at: nullableTime,
    completed_at: nullableTime,
  },
  columns: [
    'subject',
    'status',
    'sent_at',
    'sent_count',
    'delivery_count',
    'unsubscribe_count',
    'updated_at',
    'id',
  ],
} as const satisfies Resource;

const writable = {
  subject: text,
  preview: text,
  body_html: text,
  body_text: text,
  group_id: uuid,
  background_color: text,
  foreground_color: text,
  font_id: text,
  like_enabled: boolean,
} as const;

export const emailEndpoints = {
  listEmails: { ...page, path: '/v1/emails', response: email },
  updateEmail: { ...change, path: '/v1/emails/{id}', body: writable, response: email, needs: 'draft' },
  sendEmail: { method: 'POST', path: '/v1/emails/{id}/send', response: email, repeat: 'once' },
} as const satisfies Record<string, Endpoint>;
