import { randomBytes, randomUUID } from 'node:crypto';
import type { Account } from '../../contract/index.ts';
import { time } from '../resources/handler.ts';
import { randomNumbers } from '../store/ids.ts';
import type { SandboxState, StoredField, StoredGroup, StoredImport } from '../store/state.ts';
import data from './account.json' with { type: 'json' };
import { seedEmails } from './emails.ts';
import { historyDays, seedSubscribers } from './subscribers.ts';

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
