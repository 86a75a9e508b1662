import { totalsFor } from '../resources/email-delivery.ts';
import type { StoredEmail, StoredSubscriber } from '../store/state.ts';
import { lastLetterDays, letterTime } from './audience.ts';

const day = 24 * 3600_000;

/** Letters that went out, the oldest first, a few weeks apart; `group` is a place in `seedGroups`. */
const letters: readonly { subject: string; preview: string; group: number }[] = [
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

const look = {
  like_enabled: true,
  background_color: '#fffdfa',
  foreground_color: '#22201d',
  font_id: 'serif',
} as const;

/** Letters sent and to be sent. @param audience oldest first: each letter went to those who were there */
export function seedEmails(
  audience: readonly StoredSubscriber[],
  now: number,
  random: () => number,
): StoredEmail[] {
  const sent = letters.map((letter, i): StoredEmail => {
    const sentAt = letterTime(now, lastLetterDays + (letters.length - 1 - i) * 21);
    const there = countBefore(audience, sentAt);
    const share = [0.97, 0.21, 0.09, 0.18][letter.group] ?? 1;
    const totals = totalsFor(Math.floor(there * share), true, random);
    const times = {
      createdAt: sentAt - 3 * day,
      updatedAt: sentAt + 600_000,
      sentAt,
      completedAt: sentAt + 600_000,
    };
    return {
      ...look,
      ...body(letter.subject, letter.preview),
      ...times,
      phase: 'sent',
      group: letter.group,
      scheduledAt: null,
      totals,
    };
  });
  return [...sent, ...unsent(now)];
}

function unsent(now: number): StoredEmail[] {
  const none = { ...look, scheduledAt: null, sentAt: null, completedAt: null, totals: null };
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
    body_text: text,
  };
}

function countBefore(audience: readonly StoredSubscriber[], time: number): number {
  let low = 0;
  let high = audience.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((audience[middle]?.createdAt ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
