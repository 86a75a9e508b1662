import { totalsFor } from '../resources/email-delivery.ts';
import type { StoredEmail, StoredSubscriber } from '../store/state.ts';
import seed from './account.json' with { type: 'json' };
import { lastEmailDays, sendTime } from './subscribers.ts';

type SentRow = readonly [subject: string, preview: string, group: number];
type UnsentRow = readonly [
  phase: StoredEmail['phase'],
  days: number,
  group: number | null,
  subject: string | null,
  preview: string | null,
];
const sentRows = seed.sent as unknown as readonly SentRow[];
const unsentRows = seed.unsent as unknown as readonly UnsentRow[];

const day = 24 * 3600_000;
/** Days between two sent emails. */
const every = 21;
/** Share of the subscribers in each group, by its index. */
const shares = [0.97, 0.21, 0.09, 0.18];

const design = {
  like_enabled: true,
  background_color: '#fffdfa',
  foreground_color: '#22201d',
  font_id: 'serif',
} as const;

/** The draft without a group has no body yet. */
const noBody = { body_html: null, body_text: null };

/** Emails in every status. @param subscribers the oldest first: an email was sent to those who were there already */
export function seedEmails(
  subscribers: readonly StoredSubscriber[],
  now: number,
  random: () => number,
): StoredEmail[] {
  const sent = sentRows.map(([subject, preview, group], at): StoredEmail => {
    const sentAt = sendTime(now, lastEmailDays + (sentRows.length - 1 - at) * every);
    const recipients = subscribers.filter(({ createdAt }) => createdAt < sentAt).length;
    return {
      ...{ ...design, ...body(subject, preview), phase: 'sent', group, scheduledAt: null, sentAt },
      ...{ createdAt: sentAt - 3 * day, updatedAt: sentAt + 600_000, completedAt: sentAt + 600_000 },
      totals: totalsFor(Math.floor(recipients * (shares[group] ?? 1)), true, random),
    };
  });
  const unsent = unsentRows.map(([phase, days, group, subject, preview]) => ({
    ...{ ...design, ...body(subject, preview), ...(group === null && noBody) },
    ...{ phase, group },
    ...{ createdAt: now - days * day, updatedAt: now - (days - 1) * day },
    ...{ scheduledAt: phase === 'scheduled' ? now + 3 * day : null, sentAt: null, completedAt: null },
    totals: null,
  }));
  return [...sent, ...unsent];
}

function body(subject: string | null, preview: string | null) {
  const text = `Dear reader,\n\n${preview ?? ''}\n\nYours, from the window seat,\nMira`;
  const paragraphs = text.split('\n\n').map(part => `<p>${part.replaceAll('\n', '<br>')}</p>`);
  return {
    ...{ subject, preview },
    body_html: `<h1>${subject ?? ''}</h1>\n${paragraphs.join('\n')}`,
    body_text: subject === null ? text : `${subject}\n\n${text}`,
  };
}
