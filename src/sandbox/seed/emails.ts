import { totalsFor } from '../resources/email-delivery.ts';
import type { StoredEmail, StoredSubscriber } from '../store/state.ts';
import { lastEmailDays, sendTime } from './subscribers.ts';

const day = 24 * 3600_000;

/** Emails that were sent, the oldest first, three weeks apart. `group` is the index of their group. */
const sentEmails: readonly { subject: string; preview: string; group: number }[] = [
  { subject: 'Why we still take the 6:12', preview: 'A first letter, written on a platform.', group: 0 },
  { subject: 'Eleven hours to Zürich', preview: 'With a thermos, two novels and no Wi-Fi.', group: 0 },
  { subject: 'The last dining car in Bohemia', preview: 'Schnitzel at 160 km/h.', group: 0 },
  {
    subject: 'Members: the map you asked for',
    preview: 'Every night train of Europe on one sheet.',
    group: 1,
  },
  { subject: 'Lisbon, the slow way', preview: 'Four trains, one ferry, no regrets.', group: 0 },
  { subject: 'What station cafés know', preview: 'Overheard in Leipzig, Lyon and Ljubljana.', group: 0 },
  {
    subject: 'Berlin readers: tea on platform 9',
    preview: 'Saturday, four o’clock. Bring a friend.',
    group: 2,
  },
  { subject: 'A timetable is a kind of poem', preview: 'Your favourite connections, in verse.', group: 0 },
  {
    subject: 'Sleeping above the wheels',
    preview: 'How to choose a berth, and why the upper one.',
    group: 3,
  },
  { subject: 'Letters from the branch line', preview: 'Six stations that time forgot to close.', group: 0 },
];

const design = {
  like_enabled: true,
  background_color: '#fffdfa',
  foreground_color: '#22201d',
  font_id: 'serif',
} as const;

/** Emails in every status. @param subscribers the oldest first: an email was sent to those who were there already */
export function seedEmails(
  subscribers: readonly StoredSubscriber[],
  now: number,
  random: () => number,
): StoredEmail[] {
  const sent = sentEmails.map((email, i): StoredEmail => {
    const sentAt = sendTime(now, lastEmailDays + (sentEmails.length - 1 - i) * 21);
    const recipients = countBefore(subscribers, sentAt);
    const share = [0.97, 0.21, 0.09, 0.18][email.group] ?? 1;
    const totals = totalsFor(Math.floor(recipients * share), true, random);
    const times = {
      createdAt: sentAt - 3 * day,
      updatedAt: sentAt + 600_000,
      sentAt,
      completedAt: sentAt + 600_000,
    };
    return {
      ...design,
      ...body(email.subject, email.preview),
      ...times,
      phase: 'sent',
      group: email.group,
      scheduledAt: null,
      totals,
    };
  });
  return [...sent, ...unsent(now)];
}

function unsent(now: number): StoredEmail[] {
  const none = { ...design, scheduledAt: null, sentAt: null, completedAt: null, totals: null };
  const times = (days: number) => ({ createdAt: now - days * day, updatedAt: now - (days - 1) * day });
  const paused = body('A correction, and a small apology', 'The 6:12 leaves at 6:14 now.');
  const planned = body('The winter timetable is out', 'What changes on 13 December, and what we will miss.');
  const ready = body('Twelve bridges before breakfast', 'A morning on the Bernina line.');
  return [
    { ...none, ...paused, ...times(40), phase: 'paused', group: 0 },
    { ...none, ...planned, ...times(4), phase: 'scheduled', group: 0, scheduledAt: now + 3 * day },
    {
      ...none,
      ...body('Notes for spring', ''),
      ...times(3),
      phase: 'draft',
      group: null,
      body_html: null,
      body_text: null,
    },
    { ...none, ...body('', ''), ...times(2), subject: null, phase: 'draft', group: 1 },
    { ...none, ...ready, ...times(1), phase: 'draft', group: 0 },
  ];
}

function body(subject: string, preview: string) {
  const text = `Dear reader,\n\n${preview}\n\nYours, from the window seat,\nMira`;
  const paragraphs = text.split('\n\n').map(part => `<p>${part.replaceAll('\n', '<br>')}</p>`);
  return {
    subject,
    preview: preview === '' ? null : preview,
    body_html: `<h1>${subject}</h1>\n${paragraphs.join('\n')}`,
    body_text: subject === '' ? text : `${subject}\n\n${text}`,
  };
}

function countBefore(subscribers: readonly StoredSubscriber[], time: number): number {
  let low = 0;
  let high = subscribers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((subscribers[middle]?.createdAt ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
