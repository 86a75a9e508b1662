import { randomBytes, randomUUID } from 'node:crypto';
import type { Account } from '../../contract/index.ts';
import { totalsFor } from '../resources/email-delivery.ts';
import { emptyDraft } from '../resources/emails.ts';
import { time } from '../resources/handler.ts';
import { randomNumbers } from '../store/ids.ts';
import type {
  SandboxState,
  StoredEmail,
  StoredField,
  StoredGroup,
  StoredImport,
  StoredSubscriber,
} from '../store/state.ts';
import data from './account.json' with { type: 'json' };
import { historyDays, lastEmailDays, seedSubscribers, sendTime } from './subscribers.ts';

const day = 24 * 3600_000;

/**
 * The data of a new sandbox: the account of a newsletter about travelling by train. The same arguments give the same
 * data, but for a new API key.
 *
 * @param options.now milliseconds since 1970
 */
export function seedState(options: {
  seed: number;
  subscribers: number;
  now: number;
  apiKey: string | undefined;
}): SandboxState {
  const { seed, now } = options;
  const random = randomNumbers(seed);
  // Another account each time: files on this machine are kept by it.
  const id = randomUUID();
  const start = now - historyDays * day;
  const subscribers = seedSubscribers(options.subscribers, now, random);
  return {
    seed,
    apiKey: options.apiKey ?? `sandbox-key-${randomBytes(8).toString('hex')}`,
    account: {
      ...{ id, ...(data.account as Pick<Account, keyof typeof data.account>) },
      ...{ created_at: time(start - 3 * day), updated_at: time(now - 12 * day) },
    },
    tags: data.tags.map(([name = '', color = ''], at) => ({ name, color, ...dated(start + at * 9 * day) })),
    fields: data.fields.map((field, at) => ({ ...(field as StoredField), ...dated(start + at * day) })),
    groups: data.groups.map(group => ({
      ...(group as Omit<StoredGroup, 'createdAt' | 'updatedAt'>),
      ...dated(start + 20 * day),
    })),
    emails: seedEmails(subscribers, now, random),
    imports: options.subscribers === 0 ? [] : [pastImport(subscribers.length, start)],
    families: [],
    subscribers,
  };
}

function pastImport(subscribers: number, start: number): StoredImport {
  const created = Math.ceil(subscribers * 0.3);
  const skipped = 3;
  return {
    fileName: 'readers-from-the-old-list.csv',
    status: 'completed',
    total: created + skipped,
    created,
    updated: 0,
    skipped: { 'without a valid email address': skipped },
    error: `Rows skipped: ${skipped} without a valid email address.`,
    createdAt: start,
    completedAt: start + 4000,
    rows: [],
    done: 0,
    tags: [],
  };
}

const dated = (at: number) => ({ createdAt: at, updatedAt: at });

type SentRow = readonly [subject: string, preview: string, group: number];
type UnsentRow = readonly [
  phase: StoredEmail['phase'],
  days: number,
  group: number | null,
  subject: string | null,
  preview: string | null,
];
const sentRows = data.sent as unknown as readonly SentRow[];
const unsentRows = data.unsent as unknown as readonly UnsentRow[];

/** Days between two sent emails. */
const every = 21;
/** Share of the subscribers in each group, by its index. */
const shares = [0.97, 0.21, 0.09, 0.18];

/** Emails in every status. @param subscribers the oldest first: an email was sent to those who were there already */
function seedEmails(
  subscribers: readonly StoredSubscriber[],
  now: number,
  random: () => number,
): StoredEmail[] {
  const sent = sentRows.map(([subject, preview, group], at): StoredEmail => {
    const sentAt = sendTime(now, lastEmailDays + (sentRows.length - 1 - at) * every);
    const recipients = subscribers.filter(({ createdAt }) => createdAt < sentAt).length;
    return {
      ...{ ...emptyDraft(sentAt - 3 * day), ...body(subject, preview), phase: 'sent', group, sentAt },
      ...{ updatedAt: sentAt + 600_000, completedAt: sentAt + 600_000 },
      totals: totalsFor(Math.floor(recipients * (shares[group] ?? 1)), true, random),
    };
  });
  const unsent = unsentRows.map(([phase, days, group, subject, preview]) => ({
    // The draft without a group has no body yet.
    ...{ ...emptyDraft(now - days * day), subject, preview, ...(group !== null && body(subject, preview)) },
    ...{ phase, group, updatedAt: now - (days - 1) * day },
    scheduledAt: phase === 'scheduled' ? now + 3 * day : null,
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
