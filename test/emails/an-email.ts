import type { Email } from '../../src/contract/index.ts';

const quiet = { delivery_count: 0, bounce_count: 0, complaint_count: 0, like_count: 0, unsubscribe_count: 0 };
const own = { delivery_rate: 0, bounce_rate: 0, complaint_rate: 0, like_rate: 0, unsubscribe_rate: 0 };

/** An email that was sent to a thousand, and what is different about it. */
export const anEmail = (more: Partial<Email>): Email => ({
  id: 'one',
  group_id: null,
  status: 'sent',
  subject: 'May',
  preview: null,
  body_html: null,
  body_text: null,
  like_enabled: true,
  background_color: '',
  foreground_color: '',
  font_id: '',
  sent_count: 1000,
  ...quiet,
  ...own,
  scheduled_at: null,
  sent_at: '2026-05-01T08:00:00Z',
  completed_at: null,
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-01T08:00:00Z',
  ...more,
});
